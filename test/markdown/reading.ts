import { DEFAULTS } from '../../src/config/defaults.ts';
import type { DocumentFacts } from '../../src/model/document.ts';
import { readDocument } from '../../src/sources/markdown/read-document.ts';

/** Reads a document with the roots knap ships with. */
export function read(text: string, path = 'notes/a.md'): DocumentFacts {
  return readDocument(text, path, DEFAULTS.markdown);
}

/** A document with some frontmatter. */
export function withFields(yaml: string, body = ''): string {
  return `---\n${yaml}\n---\n${body}`;
}
