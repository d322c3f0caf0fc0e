import { CATEGORIES, categoryOf } from '../../model/entity.ts';
import type { Quote } from '../../ports/formatter.ts';

export interface Arranging {
  readonly isGrouped: boolean;
  /** An order of the page's own. */
  readonly order?: (a: Quote, b: Quote) => number;
}

/** Blocks in reading order: as chosen (by file, then by line), or by category first. Arranging never changes the choice. */
export function arrange(blocks: readonly Quote[], { isGrouped, order: own }: Arranging): readonly Quote[] {
  if (!isGrouped) return own ? blocks.toSorted(own) : blocks;
  const order = Object.keys(CATEGORIES);
  const rank = (block: Quote) => order.indexOf(categoryOf(block.kind));
  return blocks.toSorted((a, b) => rank(a) - rank(b) || (own?.(a, b) ?? 0));
}
