import type { Pack } from '../model/pack.ts';
import type { GraphStatus } from './graph.ts';

/** What an index holds. */
export interface Status {
  readonly root: string;
  readonly store: {
    readonly name: string;
    readonly path: string;
    readonly bytes: number;
    /** Files that a work tree reads in the index of the main checkout; absent where it borrows nothing. */
    readonly borrowed?: { readonly from: string; readonly files: number };
    /** Contents of earlier branches and edits, so that going back to them reads nothing; absent where there are none. */
    readonly earlier?: number;
  };
  readonly coverage: Pack['coverage'];
  /** How files were read, by language and by folder below the root; what was left out before it was opened is told in the notes. */
  readonly reading: { readonly languages: readonly ReadPart[]; readonly folders: readonly ReadPart[] };
  readonly symbols: number;
  readonly edges: number;
  readonly lastIndexedMs: number | null;
  /** Files added, changed or removed since the last index. */
  readonly pending: { readonly added: number; readonly changed: number; readonly removed: number };
  readonly graphs: readonly GraphStatus[];
  readonly notes: readonly string[];
}

/** How the files of one language or folder were read, most files first. */
export interface ReadPart {
  readonly name: string;
  /** Their symbols are known. */
  readonly structure: number;
  /** Found by their words alone: there is no grammar, or it does not understand them. */
  readonly words: number;
  /** Opened, and not text or written by knap. */
  readonly leftOut: number;
}

export interface VerifyInput {
  /** Every file, not only some. */
  readonly all?: boolean | undefined;
  /** How many files are read where not all are. */
  readonly sample?: number | undefined;
}

/** What a second reading of files came to. */
export interface Verified {
  readonly store: string;
  /** Files in the index. */
  readonly files: number;
  /** What was read and compared. */
  readonly checked: {
    readonly files: number;
    readonly symbols: number;
    readonly terms: number;
    readonly edges: number;
  };
  /** By path; empty where the index agrees with the disk. */
  readonly differences: readonly Difference[];
  readonly notes: readonly string[];
}

/** Something the index has otherwise than the disk. */
export interface Difference {
  readonly path: string;
  readonly kind: 'file' | 'hash' | 'text' | 'entities' | 'lines' | 'facts' | 'words' | 'document' | 'meaning' | 'edges';
  readonly what: string;
}
