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

const LICENCE = /copyright|licen[cs]e|SPDX-/i;
const LINE_COMMENT = /^\s*(?:\/\/|#|--|;|%|"""|'''|$)/;
const LOOK_MAX = 80;

/** How many lines at the top of a file are a licence and say nothing about the code; 0 when there are none. */
export function licenceLines(lines: readonly string[]): number {
  const end = leadingCommentEnd(lines);
  return LICENCE.test(lines.slice(0, end).join('\n')) ? end : 0;
}

function leadingCommentEnd(lines: readonly string[]): number {
  const first = lines.findIndex((line) => line.trim() !== '' && !/^<\?(?:php|xml)|^#!/.test(line));
  if (first < 0 || first > 2) return 0;
  const isBlock = /^\s*(?:\/\*|<!--|\(\*)/.test(lines[first] ?? '');
  for (let at = first; at < Math.min(lines.length, LOOK_MAX); at++) {
    const line = lines[at] ?? '';
    if (isBlock && /\*\/|-->|\*\)/.test(line)) return at + 1;
    // A doc comment of the module may follow after a blank line: that is not part of the licence.
    if (!isBlock && (line.trim() === '' || !LINE_COMMENT.test(line))) return at;
  }
  return 0;
}
