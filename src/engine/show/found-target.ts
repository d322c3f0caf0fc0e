import type { Related } from '../../pipeline/show/candidate.ts';
import type { FileRecord } from '../../ports/store.ts';

/** What was asked for: a document, one of its sections, or some lines of code. */
export type FoundTarget =
  | ({ readonly kind: 'document' } & Related)
  | { readonly kind: 'code'; readonly file: FileRecord; readonly startLine: number; readonly endLine: number };
