import { CATEGORIES, categoryOf } from '../../model/entity.ts';
import type { Quote } from '../../ports/formatter.ts';

/** Blocks in reading order: as chosen (by file, then by line), or by category first. Grouping never changes the choice. */
export function arrange(blocks: readonly Quote[], isGrouped: boolean): readonly Quote[] {
  if (!isGrouped) return blocks;
  const order = Object.keys(CATEGORIES);
  const rank = (block: Quote) => order.indexOf(categoryOf(block.kind));
  return blocks.toSorted((a, b) => rank(a) - rank(b));
}
