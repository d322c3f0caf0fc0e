import type { Explanation, QueryAnswer, ShowAnswer } from '../../../engine.ts';
import { explainedText } from '../../../operations/explain.ts';
import type { Packed } from '../../../operations/output/pack-output.ts';
import { renderExplanation } from './explanation.ts';
import { renderPack } from './pack.ts';
import { renderQuery } from './query.ts';
import type { Sheet } from './sheet.ts';
import { renderShow } from './show.ts';

// Answers that are worth drawing for a terminal, by the name of their operation; all others are printed as they are.
const RENDERERS: Readonly<Record<string, (value: never, sheet: Sheet) => string | null>> = {
  pack: (value: Packed, sheet) => (value.explained ? explainedText(value, sheet) : renderPack(value, sheet)),
  query: (value: QueryAnswer, sheet) => renderQuery(value, sheet),
  explain: (value: Explanation, sheet) => renderExplanation(value, sheet),
  show: (value: ShowAnswer, sheet) => renderShow(value, sheet),
  ready: (value: ShowAnswer | readonly unknown[], sheet) => ('pages' in value ? renderShow(value, sheet) : null),
};

/** An answer as a terminal shows it; null where its text is good enough. */
export function renderAnswer(name: string, value: unknown, sheet: Sheet): string | null {
  // The operation of that name made the value, so it has the type its renderer takes.
  return RENDERERS[name]?.(value as never, sheet) ?? null;
}
