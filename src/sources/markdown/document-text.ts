import { createLineIndex, type LineIndex } from '../code/parse/symbols/line-index.ts';
import { frontmatterBounds } from './frontmatter/read-frontmatter.ts';

/** The markdown after the frontmatter, byte for byte, without the blank lines around it. */
export function documentBody(text: string): string {
  const [start, end] = bodyOffsets(text);
  return text.slice(start, end);
}

/** From the heading of a section to the next heading of its level or a higher one, without the blank lines at its end. */
export function sectionText(text: string, section: { readonly startLine: number; readonly endLine: number }): string {
  return sliceLines(createLineIndex(text), section.startLine, section.endLine);
}

/** The YAML between the two lines of dashes, byte for byte; null when there is no frontmatter. */
export function frontmatterText(text: string): string | null {
  const bounds = frontmatterBounds(text);
  return bounds === null ? null : text.slice(bounds.yamlStart, bounds.yamlEnd);
}

/** Where `documentBody` starts and ends. */
export function bodyOffsets(text: string): readonly [start: number, end: number] {
  const from = frontmatterBounds(text)?.bodyStart ?? markLength(text);
  const blank = /(?:[ \t]*\r?\n)*/y;
  blank.lastIndex = from;
  const start = blank.test(text) ? blank.lastIndex : from;
  return [start, Math.max(start, text.trimEnd().length)];
}

/** Some lines of a text, byte for byte, without the white space at their end. */
export function sliceLines(lines: LineIndex, first: number, last: number): string {
  return lines.text.slice(lines.startOf(first), lines.startOf(last + 1)).trimEnd();
}

function markLength(text: string): number {
  return text.charCodeAt(0) === 0xfeff ? 1 : 0;
}
