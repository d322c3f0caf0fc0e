import { DOCUMENTS } from '../../languages/markdown.ts';
import type { DocumentContent, DocumentFacts } from '../../model/document.ts';
import { compileGlob, escapeGlob, partsOf } from '../../model/glob.ts';
import { codePoints } from '../../model/visible-text.ts';
import { issueAt } from './issues.ts';

/** What depends on where a document stands. */
export interface DocumentPlaceOptions {
  /** Names of files that stand for their folder. */
  readonly rootPatterns: readonly string[];
}

/** A content that was read before, at a path. Needs no parser, so that a warm index loads none. */
export function placeDocument(content: DocumentContent, path: string, options: DocumentPlaceOptions): DocumentFacts {
  const { givenName, givenTitle, firstHeading } = content;
  // What a document says of itself comes before a heading, which may be a remark in a quoted file.
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

// Brackets are ordinary here: pages of some frameworks are named after them.
function globOf(pattern: string, folder: string): string {
  const pieces = pattern.split('{folder}').map((piece) => piece.replace(/[\\[\]]/g, '\\$&'));
  return pieces.join(escapeGlob(folder));
}

const ENDINGS = DOCUMENTS.flatMap(({ extensions }) => extensions).join('|');
const EXTENSION = new RegExp(`\\.(?:${ENDINGS})$`, 'i');
// A site is linked to as it is published.
const PAGE = new RegExp(`\\.(?:${ENDINGS}|html?)$`, 'i');

/** The name of a file without its folder, its extension and the mark of a root document. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replace(EXTENSION, '').replace(/^!/, '') || name;
}

/** A path that may mean a document, without what it ends in. */
export function withoutPageEnding(path: string): string {
  return path.replace(PAGE, '');
}
