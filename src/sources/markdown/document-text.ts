// Callers quote parts of a document: its body, a section, its frontmatter. This file cuts them out of the text.
import { createLineIndex, type LineIndex } from '../code/parse/symbols/line-index.ts';
import { findFrontmatter } from './frontmatter/read-frontmatter.ts';

/** Returns the text after the frontmatter, without blank lines before it and white space at its end. */
export function cutOutBody(text: string): string {
  const [start, end] = findBodyOffsets(text);
  return text.slice(start, end);
}

/** Returns the lines of a section, without white space at their end. */
export function cutOutSection(text: string, section: { readonly startLine: number; readonly endLine: number }): string {
  return sliceLines(createLineIndex(text), section.startLine, section.endLine);
}

/** Returns the YAML without the lines that enclose it; null when the text has no frontmatter. */
export function cutOutFrontmatter(text: string): string | null {
  const bounds = findFrontmatter(text);
  return bounds === null ? null : text.slice(bounds.yamlStart, bounds.yamlEnd);
}

export function findBodyOffsets(text: string): readonly [start: number, end: number] {
  const from = findFrontmatter(text)?.bodyStart ?? byteOrderMarkLength(text);
  const blank = /(?:[ \t]*\r?\n)*/y;
  blank.lastIndex = from;
  const start = blank.test(text) ? blank.lastIndex : from;
  return [start, Math.max(start, text.trimEnd().length)];
}

/** Returns some lines of a text, without the white space at their end. */
export function sliceLines(lines: LineIndex, first: number, last: number): string {
  return lines.text.slice(lines.startOf(first), lines.startOf(last + 1)).trimEnd();
}

const byteOrderMarkLength = (text: string): number => (text.charCodeAt(0) === 0xfeff ? 1 : 0);
