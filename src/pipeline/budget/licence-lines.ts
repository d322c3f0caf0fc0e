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
