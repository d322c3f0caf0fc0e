// The content of a document is stored once for its bytes. This file adds what depends on its path: its name, whether it
// stands for its folder, and whether it lies among closed issues.
import { DOCUMENTS } from '../../languages/markdown.ts';
import type { DocumentContent, DocumentFacts } from '../../model/document.ts';
import { compileGlob, escapeGlob, partsOf } from '../../model/glob.ts';
import { codePoints } from '../../model/visible-text.ts';
import { issueAt } from './issues.ts';

export interface DocumentPlaceOptions {
  /** Patterns of files that stand for their folder. */
  readonly rootPatterns: readonly string[];
}

/** Makes the facts of a document from its stored content. It needs no parser, so a run on a warm index loads none. */
export function placeDocument(content: DocumentContent, path: string, options: DocumentPlaceOptions): DocumentFacts {
  const { givenName, givenTitle, firstHeading } = content;
  // Names in the frontmatter come first, because what looks like a heading may be a comment in a pasted script.
  const name = givenName ?? givenTitle ?? firstHeading ?? stemOf(path);
  return {
    ...content,
    path,
    name,
    title: givenTitle ?? firstHeading ?? name,
    displayLength: codePoints(`# ${name}`) + content.bodyLength,
    isRoot: isRootPath(path, options.rootPatterns),
    issue: content.issue === null ? null : issueAt(content.issue, path),
  };
}

/**
 * Returns whether a document stands for its folder. A pattern matches the name of the file: `*` is any text, `?` one
 * character and `{folder}` the name of the folder. With a slash it matches the whole path, where `**` crosses folders.
 */
export function isRootPath(path: string, patterns: readonly string[]): boolean {
  const whole = partsOf(path);
  const folder = path.split('/').at(-2) ?? '';
  return patterns.some((pattern) => {
    // The root has no name that a file could repeat.
    if (folder === '' && pattern.includes('{folder}')) return false;
    const glob = compileGlob(globOf(pattern, folder));
    return glob?.matches(pattern.includes('/') ? whole : whole.slice(-1)) ?? false;
  });
}

// Escapes brackets, because pages of some frameworks have them in their names.
function globOf(pattern: string, folder: string): string {
  const pieces = pattern.split('{folder}').map((piece) => piece.replace(/[\\[\]]/g, '\\$&'));
  return pieces.join(escapeGlob(folder));
}

const ENDINGS = DOCUMENTS.flatMap(({ extensions }) => extensions).join('|');
const EXTENSION = new RegExp(`\\.(?:${ENDINGS})$`, 'i');
// Links to a site may have the endings of its published pages.
const PAGE = new RegExp(`\\.(?:${ENDINGS}|html?)$`, 'i');

/** Returns the name of a file without its folder, the extension of a document and the `!` of a root document. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replace(EXTENSION, '').replace(/^!/, '') || name;
}

/** Returns a path without the extension of a document or page. */
export const stripPageEnding = (path: string): string => path.replace(PAGE, '');
