import { codePoints } from './code-points.ts';
import type { ContentOfDocument, DocumentFacts } from './document-facts.ts';
import { issueAt } from './issues.ts';
import { isRootPath } from './root-patterns.ts';
import { stemOf } from './stem-of.ts';

/** What depends on where a document stands. */
export interface DocumentPlaceOptions {
  /** Names of files that stand for their folder. */
  readonly rootPatterns: readonly string[];
}

/** A content that was read before, at a path. Needs no parser, so that a warm index loads none. */
export function placeDocument(content: ContentOfDocument, path: string, options: DocumentPlaceOptions): DocumentFacts {
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
