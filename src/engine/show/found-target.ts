import type { Related } from '../../pipeline/show/show-candidate.ts';
import type { FileRecord } from '../../ports/store.ts';

/** What was asked for: a document, one of its sections, some lines of code, or all that is in a folder. */
export type FoundTarget =
  | ({ readonly kind: 'document' } & Related)
  | { readonly kind: 'folder'; readonly path: string }
  | {
      readonly kind: 'code';
      readonly file: FileRecord;
      readonly startLine: number;
      readonly endLine: number;
      /** It was asked for by its name, and not by its lines. */
      readonly isSymbol?: true;
    };
