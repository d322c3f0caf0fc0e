// What an index stores and how it is asked. The SQLite, PostgreSQL and layered stores implement `Store` and pass one
// suite of contract tests.
import type { DocumentFacts, DocumentSection } from '../model/document.ts';
import type { Edge, EdgeKind } from '../model/edge.ts';
import type { Role } from '../model/entity.ts';
import type { ContentFacts, Unit } from '../model/facts.ts';
import type { UnembeddedContent, UnitVectors, VectorChange, VectorModel } from './embedder.ts';

/** One file of the view: path → content. */
export interface FileRecord {
  readonly path: string;
  readonly hash: string;
  /** The number of the content, which postings use; several paths may share one content. */
  readonly content: number;
  readonly source: string;
  readonly language: string | null;
  readonly role: Role;
  readonly size: number;
  readonly mtimeMs: number;
  readonly lineCount: number;
  /** Number of index terms in the content, for length normalisation. */
  readonly termCount: number;
  readonly isParsed: boolean;
  /** Version of the redaction rules that found no secret in the content; absent if they found one, or if unknown. */
  readonly cleanBy?: number | undefined;
}

/** The stats of a file from a scan, enough to decide whether it must be read. */
export type Fingerprint = Pick<FileRecord, 'path' | 'size' | 'mtimeMs'>;

/** Facts of one content with its index terms, as the parser returns them. */
export interface ContentRecord extends Pick<FileRecord, 'hash' | 'language' | 'isParsed' | 'cleanBy'> {
  readonly text: string;
  readonly facts: ContentFacts;
  readonly units: readonly Unit[];
  readonly terms: UnitTerms;
}

/**
 * The terms of a content. An entry is a unit and the counts of a term in its text, names and comment, at most 255 each;
 * `entries` holds the number of entries for each term.
 */
export interface UnitTerms {
  /** Distinct terms; contents may share a list, which then holds terms of all of them. */
  readonly terms: readonly string[];
  /** The positions in `terms` of the terms of this content. */
  readonly places: Uint32Array;
  readonly entries: Uint32Array;
  readonly units: Uint32Array;
  readonly body: Uint8Array;
  readonly name: Uint8Array;
  readonly doc: Uint8Array;
  readonly unitLengths: Uint32Array;
}

/** The occurrences of a term in all contents of the view. Parallel arrays, ordered by content, then unit. */
export interface PostingList {
  readonly term: string;
  readonly contents: Uint32Array;
  readonly units: Uint32Array;
  readonly body: Uint8Array;
  readonly name: Uint8Array;
  readonly doc: Uint8Array;
  readonly unitLengths: Uint32Array;
  /** The numbers of files and units that hold the term but are not indexed yet; absent if all are indexed. */
  readonly beyond?: { readonly files: number; readonly units: number };
}

/** Counted over the distinct contents of the view, as the postings are. */
export interface TermStatistics {
  readonly files: number;
  readonly units: number;
  readonly averageFileLength: number;
  readonly averageUnitLength: number;
}

/** Words to look up, and names in the form of `nameKey` as `definitions`; each list is optional. */
export type WordsAsked = Readonly<Partial<Record<keyof Omit<Words, 'allPaths'>, readonly string[]>>>;

/** The places of words and names; lists that were not requested are empty. */
export interface Words {
  readonly postings: readonly PostingList[];
  /** The number of units of the view that hold each term. */
  readonly unitCounts: ReadonlyMap<string, number>;
  /** Paths whose words (split like identifiers) contain the term. */
  readonly paths: ReadonlyMap<string, readonly string[]>;
  /** The number of all files, and of paths that hold each term, if not all files are indexed. */
  readonly allPaths?: { readonly files: number; readonly holding: ReadonlyMap<string, number> };
  readonly messages: readonly MessagePostings[];
  /** Sorted by path and symbol. Conversations and graph nodes define no names. */
  readonly definitions: readonly Definition[];
}

export interface Definition {
  readonly path: string;
  readonly symbol: number;
  readonly name: string;
  readonly qualifiedName: string;
  readonly kind: string;
}

export type StoredContent = Pick<ContentRecord, 'hash' | 'language' | 'isParsed' | 'facts' | 'units'>;

/** How often and how lately commits touched a file. */
export interface FileHistory {
  readonly path: string;
  readonly lastModifiedMs: number;
  readonly commitCount: number;
  /** 0..1: how often it changes relative to the most changed file; recent commits count more. */
  readonly churn: number;
}

export interface HistoryState {
  readonly available: boolean;
  /** Newest commit that was read; null before the first. */
  readonly head: string | null;
  readonly commits: number;
  readonly note: string | null;
  readonly averageMessageLength: number;
}

/** A commit as the history source reads it. */
export interface NewCommit {
  readonly sha: string;
  readonly timeMs: number;
  /** Subject and body, redacted, without trailers and cut to a length. */
  readonly message: string;
  readonly paths: readonly string[];
}

export interface CommitRecord extends NewCommit {
  readonly id: number;
}

export interface MessagePostings {
  readonly term: string;
  readonly commits: Uint32Array;
  readonly counts: Uint8Array;
}

/** The data that every question reads first, from one consistent state. */
export interface Opening {
  /** All files of the view, sorted by path; the same list until the view changes. */
  readonly files: readonly FileRecord[];
  readonly statistics: TermStatistics;
  readonly history: HistoryState;
  /** The model of the stored vectors; null before the first. */
  readonly vectorModel: VectorModel | null;
  readonly meta: ReadonlyMap<string, string>;
}

/** The files of the view with one of these paths or contents. */
export interface FilesAsked {
  readonly paths?: readonly string[];
  readonly contents?: readonly number[];
}

/** Facts of a document that are read without opening it: `show` chooses by cards and opens only what it prints. */
export interface DocumentCard
  extends Pick<DocumentFacts, 'path' | 'id' | 'name' | 'title' | 'description' | 'labels' | 'issue' | 'isRoot'>,
    Pick<DocumentFacts, 'docPriority' | 'docPosition' | 'docContextFor' | 'docContextBudget'>,
    Pick<DocumentFacts, 'lineCount' | 'displayLength'> {
  readonly hash: string;
  readonly sections: readonly SectionCard[];
}

export type SectionCard = Omit<DocumentSection, 'parent' | 'isSetext'>;

/**
 * The kinds of keys for looking up documents. `folder` finds the root documents of a folder;
 * `refers-to` and `blocked-by` find documents whose links, mentions or blockers may lead to a document of that name.
 */
export const DOCUMENT_KEYS = ['id', 'name', 'label', 'context-for', 'folder', 'refers-to', 'blocked-by'] as const;
export type DocumentKey = (typeof DOCUMENT_KEYS)[number];

export interface DocumentEntry {
  readonly card: DocumentCard;
  readonly keys: readonly DocumentKeyEntry[];
}

export interface DocumentKeyEntry {
  readonly kind: DocumentKey;
  readonly key: string;
  /** Index of the section an id belongs to; null for a document. */
  readonly section: number | null;
}

export interface DocumentHit extends Omit<DocumentKeyEntry, 'kind'> {
  readonly path: string;
}

/** A row of the view from indexing; the store adds the columns that follow from the content. */
export interface ViewRow extends Omit<FileRecord, 'content' | 'lineCount' | 'termCount' | 'isParsed' | 'cleanBy'> {
  /** Without it, the stored document of the path stays if the content is the same, and is removed otherwise. */
  readonly document?: DocumentEntry;
}

/** The changes of one transaction, which all become visible together or not at all. */
export interface StoreChange {
  /** New contents; those already stored stay unchanged. */
  readonly contents?: readonly ContentRecord[];
  /** Rows of the view to add or replace, after `remove`. Their contents are in `contents` or in the store. */
  readonly upsert?: readonly ViewRow[];
  /** Paths to remove, with their out-edges and documents. Edges to them stay hidden until they return. */
  readonly remove?: readonly string[];
  /** Paths whose out-edges `edges` replaces. Of two edges with the same ends and kind, the heavier one stays. */
  readonly relinked?: readonly string[];
  readonly edges?: readonly Edge[];
  /** New commits, newest first, as git prints them; those already stored stay unchanged. */
  readonly commits?: readonly NewCommit[];
  /** Deletes the history first, because it was rewritten. */
  readonly resetHistory?: boolean;
  /** Commits that left the history; they may return. */
  readonly dropped?: readonly string[];
  /** Vectors of stored contents; those of another model are deleted first. */
  readonly vectors?: VectorChange | undefined;
  /** The state of the history. The store ignores its numbers and counts for itself. */
  readonly history?: HistoryState;
  readonly meta?: Readonly<Record<string, string>>;
}

/**
 * Stores facts by content hash, the view path → hash, edges, history and term statistics. It never scores.
 * It has few, large questions, because a store may be remote: a caller waits once for all the data it needs.
 * Answers hold only what is stored; `words` and `commitsTouching` have an entry, perhaps empty, for each term or path.
 */
export interface Store {
  readonly name: string;
  /** With `only`, `files` holds just these files, so that a question about few files does not wait for all. */
  opening(only?: FilesAsked): Promise<Opening>;
  /** The number of index terms in each content of the view, at the content's number. */
  termCounts(): Promise<Uint32Array>;
  /** Finds which of these hashes are stored. */
  known(hashes: readonly string[]): Promise<ReadonlySet<string>>;
  contents(hashes: readonly string[]): Promise<ReadonlyMap<string, StoredContent>>;
  /** Reads indexed texts by hash or beginning of a hash, which is the key in the answer; leaves out unknown ones. */
  texts(hashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
  counts(): Promise<{ readonly symbols: number; readonly edges: number }>;
  /** The number of files read from another index, and which index; null for none. */
  borrowed?(): Promise<{ readonly from: string; readonly files: number } | null>;
  /** Counts the stored contents of earlier branches and edits that are in no view. */
  earlier?(): Promise<number>;
  words(asked: WordsAsked): Promise<Words>;
  /** Edges between files of the view, by source, target and kind. */
  edges(
    paths: readonly string[],
    options: { kinds?: readonly EdgeKind[]; direction: 'out' | 'in' | 'both' },
  ): Promise<readonly Edge[]>;
  /** Sorted by path; leaves out paths that no commit touched. */
  fileHistory(paths: readonly string[]): Promise<readonly FileHistory[]>;
  /** In the order of `ids`. */
  commits(ids: readonly number[]): Promise<readonly CommitRecord[]>;
  /** The newest commits that touched each path, newest first. */
  commitsTouching(paths: readonly string[], limitEach: number): Promise<ReadonlyMap<string, readonly CommitRecord[]>>;
  /** Cards of these documents; leaves out paths that are not documents. */
  documents(paths: readonly string[]): Promise<ReadonlyMap<string, DocumentCard>>;
  /** Sorted by path. */
  allDocuments(): Promise<readonly DocumentCard[]>;
  /** Documents with one of these keys, by key, path, section. Ids are upper case, folders paths, others a `nameKey`. */
  documentsBy(kind: DocumentKey, keys: readonly string[]): Promise<readonly DocumentHit[]>;
  /** Contents of the view whose vectors are missing or were made with another path, in the order of their paths. */
  unembedded(): Promise<readonly UnembeddedContent[]>;
  /** Vectors by content number; leaves out contents without vectors. */
  vectors(contents: readonly number[]): Promise<ReadonlyMap<number, UnitVectors>>;
  apply(change: StoreChange): Promise<void>;
  /** Reads all data and fails if any differs from what was written; absent if the store cannot check itself. */
  check?(): Promise<void>;
  /** Tells the workers of a shared store that this view was asked about. */
  askFor?(): Promise<void>;
  close(): Promise<void>;
}
