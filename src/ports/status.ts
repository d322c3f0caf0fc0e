// The answers of `status` and `verify`: what the index holds, and where it differs from the files.
import type { Pack } from '../model/pack.ts';
import type { GraphStatus } from './graph.ts';

export interface Status {
  readonly root: string;
  readonly store: {
    readonly name: string;
    readonly path: string;
    readonly bytes: number;
    /** The number of files that a work tree reads from the index of the main checkout; absent if it borrows none. */
    readonly borrowed?: { readonly from: string; readonly files: number };
    /** Contents of earlier branches and edits, which need not be parsed again; absent if there are none. */
    readonly earlier?: number;
  };
  readonly coverage: Pack['coverage'];
  /** How files were read, by language and by folder, most files first; files left out unopened stand in the notes. */
  readonly reading: { readonly languages: readonly ReadPart[]; readonly folders: readonly ReadPart[] };
  readonly symbols: number;
  readonly edges: number;
  readonly lastIndexedMs: number | null;
  /** Files added, changed or removed since the last index. */
  readonly pending: { readonly added: number; readonly changed: number; readonly removed: number };
  readonly graphs: readonly GraphStatus[];
  readonly notes: readonly string[];
}

/** How the files of one language or folder were read. */
export interface ReadPart {
  readonly name: string;
  /** Files whose structure was read: symbols of code, sections of documents. */
  readonly structure: number;
  /** Files indexed by words only, because nothing could parse them. */
  readonly words: number;
  /** Files left out after opening: not text, or written by knap. */
  readonly leftOut: number;
}

export interface VerifyInput {
  /** Whether to check every file instead of a sample. */
  readonly all?: boolean | undefined;
  readonly sample?: number | undefined;
}

export interface VerifyReport {
  readonly store: string;
  /** The number of files in the index. */
  readonly files: number;
  /** How much of it was read and compared. */
  readonly checked: {
    readonly files: number;
    readonly symbols: number;
    readonly terms: number;
    readonly edges: number;
  };
  /** The differences by path; empty if the index matches the disk. */
  readonly differences: readonly Difference[];
  readonly notes: readonly string[];
}

/** A difference between the index and the disk. */
export interface Difference {
  readonly path: string;
  readonly kind: 'file' | 'hash' | 'text' | 'entities' | 'lines' | 'facts' | 'words' | 'document' | 'meaning' | 'edges';
  readonly what: string;
}
