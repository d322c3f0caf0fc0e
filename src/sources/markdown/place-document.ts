import { DOCUMENTS } from '../../languages/markdown.ts';
import type { DocumentContent, DocumentFacts } from '../../model/document.ts';
import { compileGlob, escapeGlob, partsOf } from '../../model/glob.ts';
import { codePoints } from '../../model/visible-text.ts';
import { issueAt } from './issues.ts';

/** Options that depend on the workspace and not on the document. */
export interface DocumentPlaceOptions {
  /** Names of files that stand for their folder. */
  readonly rootPatterns: readonly string[];
}

/** The facts of a document: its stored content at its path. Needs no parser, so that a warm index loads none. */
export function placeDocument(content: DocumentContent, path: string, options: DocumentPlaceOptions): DocumentFacts {
  const { givenName, givenTitle, firstHeading } = content;
  // Names in the frontmatter come first, because a heading may be a comment in a quoted file.
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
 * Whether a document stands for its folder. A pattern is about the file's name: `*` is anything, `?` one character and
 * `{folder}` the name of the folder; a pattern with a slash is about the whole path, where `**` crosses folders.
 */
export function isRootPath(path: string, patterns: readonly string[]): boolean {
  const whole = partsOf(path);
  const folder = path.split('/').at(-2) ?? '';
  return patterns.some((pattern) => {
    // At the top there is no folder to be named after.
    if (folder === '' && pattern.includes('{folder}')) return false;
    const glob = compileGlob(globOf(pattern, folder));
    return glob?.matches(pattern.includes('/') ? whole : whole.slice(-1)) ?? false;
  });
}

// Brackets are ordinary characters here, because pages of some frameworks have them in their names.
function globOf(pattern: string, folder: string): string {
  const pieces = pattern.split('{folder}').map((piece) => piece.replace(/[\\[\]]/g, '\\$&'));
  return pieces.join(escapeGlob(folder));
}

const ENDINGS = DOCUMENTS.flatMap(({ extensions }) => extensions).join('|');
const EXTENSION = new RegExp(`\\.(?:${ENDINGS})$`, 'i');
// Links to a site use the endings of its published pages.
const PAGE = new RegExp(`\\.(?:${ENDINGS}|html?)$`, 'i');

/** The name of a file without its folder, its extension and the mark of a root document. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replace(EXTENSION, '').replace(/^!/, '') || name;
}

/** A path without the ending of a document or page. */
export function withoutPageEnding(path: string): string {
  return path.replace(PAGE, '');
}
