import { oneLine, visible } from '../model/visible-text.ts';

/** Text as inline code: no back-tick or line break in it can end the span or the line. */
export function codeSpan(text: string): string {
  const line = oneLine(text);
  const longest = (line.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  if (longest === 0) return `\`${line}\``;
  const ticks = '`'.repeat(longest + 1);
  return `${ticks} ${line} ${ticks}`;
}

/** Text between fences longer than any inside it. */
export function fenced(text: string, language: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${visible(text)}\n${fence}`;
}

/** Text as a quotation, so that no heading in it becomes one of ours. */
export function quoted(text: string): string {
  return visible(text)
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** Text on one line, with what markdown would read as structure made harmless. */
export function plainLine(text: string): string {
  return oneLine(text).replace(/[\\<>|*_[\]`]/g, (sign) => `\\${sign}`);
}
