import { oneLine, visible } from '../../model/visible-text.ts';

// Text without markup anywhere in a line; the dot that separates our clauses is not allowed.
const PLAIN = /^[\p{L}\p{N} .,:;/()@+=~$%?'"…-]*$/u;
const SNAKE = /^[\p{L}\p{N}_ .,:;/()@+=~$%?'"…#-]*$/u;

/** A code span that holds any text. */
export function codeSpan(text: string): string {
  const line = oneLine(text);
  const ticks = '`'.repeat(longestRun(line) + 1);
  // Blanks keep a back-tick at either end apart from ours, and an empty span from vanishing.
  const pad = line === '' || line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

/** A name or a path inside a line of ours: as it is when that is harmless, else as a code span. */
export function label(text: string): string {
  const line = oneLine(text);
  if (PLAIN.test(line)) return line;
  // Underscores and hashes inside words mean nothing to markdown; at their edges they might.
  if (SNAKE.test(line) && !/(?<![\p{L}\p{N}])[_#]|[_#](?![\p{L}\p{N}])/u.test(line)) return line;
  return codeSpan(line);
}

/** A clause of free text inside a line of ours; its own code spans stay. */
export function phrase(text: string): string {
  const line = oneLine(text);
  const ticks = line.match(/`/g)?.length ?? 0;
  if (ticks % 2 === 1 || /``/.test(line)) return escapeMarks(line.replaceAll('`', "'"));
  return line
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : escapeMarks(part)))
    .join('');
}

/** Free text as a paragraph that cannot start a list, a heading or a quotation. */
export function paragraph(text: string): string {
  return phrase(text)
    .replace(/^(?=[#>+=~|:-])/, '\\')
    .replace(/^(\d+)(?=[.)])/, '$1\\');
}

/** A quotation that no line of the text can leave. */
export function quotation(text: string): string {
  return visible(text)
    .split('\n')
    .map((line) => `> ${line.trimEnd()}`.trimEnd())
    .join('\n');
}

/** A fenced block: its fence is longer than any run of back-ticks inside. */
export function fenced(text: string, language: string | null): string {
  const ticks = '`'.repeat(Math.max(3, longestRun(text) + 1));
  const info = (language ?? '').replace(/[^\w+#.-]/g, '');
  return `${ticks}${info}\n${visible(text)}\n${ticks}`;
}

/** Text on one line in which nothing is markup, in a table or anywhere else. */
export function plainLine(text: string): string {
  return oneLine(text).replace(/[\\<>|*_[\]`]/g, (sign) => `\\${sign}`);
}

// Escapes only what could start markup: tags, links, emphasis and escapes.
function escapeMarks(text: string): string {
  return text.replace(/[\\<*[\]]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)/gu, (mark) => `\\${mark}`);
}

function longestRun(text: string): number {
  let longest = 0;
  for (const run of text.match(/`+/g) ?? []) longest = Math.max(longest, run.length);
  return longest;
}
