import type { LineRange } from '../../model/facts.ts';
import type { Keyword } from '../../model/task.ts';

const LINES_MAX = 6;
/** Of the best line's worth, what a line must have to be a place to look at. */
const SHARE_MIN = 0.5;

/**
 * The lines that speak most of the task, best first: where a long part is worth looking at when no evidence points at lines.
 * A word that stands on many of the lines tells none of them apart.
 */
export function wordLines(
  lines: readonly string[],
  startLine: number,
  keywords: readonly Keyword[],
): readonly LineRange[] {
  const lower = lines.map((line) => line.toLowerCase());
  const worth = lines.map(() => 0);
  for (const { word, stem, weight } of keywords) {
    const forms = [word.toLowerCase(), stem];
    const at = lower.flatMap((line, index) => (forms.some((form) => line.includes(form)) ? [index] : []));
    for (const index of at) worth[index]! += weight / at.length ** 0.75;
  }
  const best = worth.reduce((most, one) => Math.max(most, one), 0);
  return worth
    .map((value, index) => ({ value, line: startLine + index }))
    .filter(({ value }) => value > 0 && value >= best * SHARE_MIN)
    .sort((a, b) => b.value - a.value || a.line - b.line)
    .slice(0, LINES_MAX)
    .map(({ line }) => [line, line]);
}
