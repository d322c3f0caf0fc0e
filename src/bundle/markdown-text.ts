/** Text as inline code: no back-tick or line break in it can end the span or the line. */
export function codeSpan(text: string): string {
  const line = text.replace(/[\r\n\u2028\u2029]+/g, '⏎');
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  if (longest === 0) return `\`${line}\``;
  const ticks = '`'.repeat(longest + 1);
  return `${ticks} ${line} ${ticks}`;
}

/** Text between fences longer than any inside it. */
export function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Text as a quotation, so that no heading in it becomes one of ours. */
export function quoted(text: string): string {
  return text
    .split(/\r\n|[\r\n]/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** Text on one line, with what markdown would read as structure made harmless. */
export function plainLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\<>|*_[\]`]/g, (sign) => `\\${sign}`)
    .trim();
}
