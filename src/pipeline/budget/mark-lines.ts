import type { Scored, SourceText } from '../../model/candidate.ts';
import type { BudgetOptions } from './budget-options.ts';

/** The text with a remark behind each line that evidence marks, so that it stands wherever the line is quoted. */
export function markLines(
  source: SourceText,
  candidates: readonly Scored[],
  commentFor: BudgetOptions['commentFor'],
): SourceText {
  const marks = new Map<number, string>();
  for (const { signals } of candidates)
    for (const { evidence = [] } of signals)
      for (const { lines, mark } of evidence) if (mark !== undefined && !marks.has(lines[0])) marks.set(lines[0], mark);
  if (marks.size === 0) return source;
  const comment = commentFor(candidates[0]?.entity.language ?? null);
  const lines = source.lines.map((line, at) => {
    const mark = marks.get(at + 1);
    return mark === undefined ? line : `${line.trimEnd()} ${comment(mark)}`;
  });
  return { ...source, lines };
}
