// Quoted text must not become markup of the page. These functions escape text of others for each place in a markdown
// page.
import { oneLine, visible } from '../../model/visible-text.ts';

// Text without markup; the middle dot, which separates clauses of a page, is not allowed.
const PLAIN = /^[\p{L}\p{N} .,:;/()@+=~$%?'"…-]*$/u;
// The same, and also underscores and hashes.
const SNAKE = /^[\p{L}\p{N}_ .,:;/()@+=~$%?'"…#-]*$/u;

/** Writes a code span that can hold any text. */
export function toCodeSpan(text: string): string {
  const line = oneLine(text);
  const ticks = '`'.repeat(measureLongestRun(line) + 1);
  // Blanks separate a back-tick at either end from those of the span, and keep an empty span visible.
  const pad = line === '' || line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

/** Writes a name or a path inside a line: as it is when that is harmless, else as a code span. */
export function escapeLabel(text: string): string {
  const line = oneLine(text);
  if (PLAIN.test(line)) return line;
  // Underscores and hashes are no markup inside words, but they may be at their edges.
  if (SNAKE.test(line) && !/(?<![\p{L}\p{N}])[_#]|[_#](?![\p{L}\p{N}])/u.test(line)) return line;
  return toCodeSpan(line);
}

/** Escapes a clause of free text inside a line; keeps its code spans if each is closed by one back-tick. */
export function escapePhrase(text: string): string {
  const line = oneLine(text);
  const ticks = line.match(/`/g)?.length ?? 0;
  if (ticks % 2 === 1 || /``/.test(line)) return escapeMarks(line.replaceAll('`', "'"));
  return line
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : escapeMarks(part)))
    .join('');
}

/** Escapes free text as a paragraph that cannot start a list, a heading or a quotation. */
export function escapeParagraph(text: string): string {
  return escapePhrase(text)
    .replace(/^(?=[#>+=~|:-])/, '\\')
    .replace(/^(\d+)(?=[.)])/, '$1\\');
}

/** Writes a quotation that no line of the text can leave. */
export function quote(text: string): string {
  return visible(text)
    .split('\n')
    .map((line) => `> ${line.trimEnd()}`.trimEnd())
    .join('\n');
}

/** Writes a fenced block with a fence that is longer than any run of back-ticks inside. */
export function fence(text: string, language: string | null): string {
  const ticks = '`'.repeat(Math.max(3, measureLongestRun(text) + 1));
  const info = (language ?? '').replace(/[^\w+#.-]/g, '');
  return `${ticks}${info}\n${visible(text)}\n${ticks}`;
}

/** Escapes the marks of a text on one line that could begin a tag, a link, emphasis, code or a cell of a table. */
export function escapeLine(text: string): string {
  return oneLine(text).replace(/[\\<>|*_[\]`]/g, (sign) => `\\${sign}`);
}

// Escapes only what could start markup inside a line: tags, links, emphasis, entities and escapes.
function escapeMarks(text: string): string {
  return text.replace(/[\\<*[\]]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)/gu, (mark) => `\\${mark}`);
}

function measureLongestRun(text: string): number {
  let longest = 0;
  for (const run of text.match(/`+/g) ?? []) longest = Math.max(longest, run.length);
  return longest;
}
