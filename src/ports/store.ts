import type { Issue } from '../model/document.ts';
import type { Edge, EdgeKind } from '../model/edge.ts';
import type { Role } from '../model/entity.ts';
import type { ContentFacts, Unit } from '../model/facts.ts';
import type { Unembedded, UnitVectors, VectorChange, VectorModel } from './embedder.ts';

/** One file of the view: path → content. */
export interface FileRecord {
  readonly path: string;
  readonly hash: string;
  /** Small integer the postings speak of; several paths may share one content. */
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
  /** Version of the rules of redaction that found no secret in the content; absent where they did, or a store does not tell. */
  readonly cleanBy?: number | undefined;
}

/** What the scan saw of a file; cheap to get, enough to tell whether it must be read. */
export type Fingerprint = Pick<FileRecord, 'path' | 'size' | 'mtimeMs'>;

/** Facts of one content with its index terms, as the parser hands them over. */
export interface ContentRecord extends Pick<FileRecord, 'cleanBy'> {
  readonly hash: string;
  readonly language: string | null;
  readonly isParsed: boolean;
  readonly text: string;
  readonly facts: ContentFacts;
  readonly units: readonly Unit[];
  readonly terms: UnitTerms;
}

/** Terms of a content: each once, its entries (a unit; how often in text, names, comment, at most 255) in order; lengths of units in terms. */
export interface UnitTerms {
  /** Distinct terms; contents may share a list, and then it holds those of others too. */
  readonly terms: readonly string[];
  /** Which of them are the content's own. */
  readonly places: Uint32Array;
  readonly entries: Uint32Array;
  readonly units: Uint32Array;
  readonly body: Uint8Array;
  readonly name: Uint8Array;
  readonly doc: Uint8Array;
  readonly unitLengths: Uint32Array;
}

/** Where a term occurs, over all contents in the view. Parallel arrays, ordered by content then unit. */
export interface PostingList {
  readonly term: string;
  readonly contents: Uint32Array;
  readonly units: Uint32Array;
  readonly body: Uint8Array;
  readonly name: Uint8Array;
  readonly doc: Uint8Array;
  readonly unitLengths: Uint32Array;
  /** Files and units that hold it too, and are not indexed yet; absent where all are. */
  readonly beyond?: { readonly files: number; readonly units: number };
}

/** Counted over the distinct contents of the view, as the postings are. */
export interface TermStatistics {
  readonly files: number;
  readonly units: number;
  readonly averageFileLength: number;
  readonly averageUnitLength: number;
}

/** Words and names to look up, each list where it is wanted. */
export interface WordsAsked {
  readonly postings?: readonly string[];
  readonly unitCounts?: readonly string[];
  readonly paths?: readonly string[];
  readonly messages?: readonly string[];
  /** Names as `nameKey` makes them. */
  readonly definitions?: readonly string[];
}

/** Where words stand; what was not asked is empty. */
export interface Words {
  readonly postings: readonly PostingList[];
  /** How many units of the view hold each term. */
  readonly unitCounts: ReadonlyMap<string, number>;
  /** Paths whose words (split like identifiers) contain the term. */
  readonly paths: ReadonlyMap<string, readonly string[]>;
  /** How many files there are, and how many paths hold a term, where not all are indexed. */
  readonly allPaths?: { readonly files: number; readonly holding: ReadonlyMap<string, number> };
  readonly messages: readonly MessagePostings[];
  /** By path and symbol. What was said in a conversation, and nodes of a graph, define nothing. */
  readonly definitions: readonly Definition[];
}

/** Where a symbol name is defined. */
export interface Definition {
  readonly path: string;
  readonly symbol: number;
  readonly name: string;
  readonly qualifiedName: string;
  readonly kind: string;
}

export interface StoredContent {
  readonly hash: string;
  readonly language: string | null;
  readonly isParsed: boolean;
  readonly facts: ContentFacts;
  readonly units: readonly Unit[];
}

/** A commit as the history source reads it. */
export interface NewCommit {
  readonly sha: string;
  readonly timeMs: number;
  /** Subject and body, cut. */
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

export interface FileHistory {
  readonly path: string;
  readonly lastModifiedMs: number;
  readonly commitCount: number;
  /** 0..1: how often it changes beside the most changed file, recent commits counting more. */
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

/** What every question begins with, all of one moment. */
export interface Opening {
  /** The whole view, sorted by path; the same list for as long as the view is the same. */
  readonly files: readonly FileRecord[];
  readonly statistics: TermStatistics;
  readonly history: HistoryState;
  /** What the stored vectors were made with; null before the first. */
  readonly vectorModel: VectorModel | null;
  readonly meta: ReadonlyMap<string, string>;
}

/** What can be told of a document without opening it; `show` chooses by cards and opens only what it prints. */
export interface DocumentCard {
  readonly path: string;
  readonly hash: string;
  /** The lattice id, upper case; null for an ordinary document. */
  readonly id: string | null;
  readonly name: string;
  readonly title: string;
  readonly description: string | null;
  readonly labels: readonly string[];
  readonly docPriority: number;
  readonly docPosition: number;
  readonly docContextFor: readonly string[];
  readonly docContextBudget: number | null;
  /** Code points of what `show` prints of it. */
  readonly displayLength: number;
  readonly lineCount: number;
  readonly isRoot: boolean;
  readonly issue: Issue | null;
  readonly sections: readonly SectionCard[];
}

export interface SectionCard {
  readonly index: number;
  readonly id: string | null;
  readonly title: string;
  readonly slug: string;
  readonly level: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly displayLength: number;
}

/**
 * By what documents are looked up: each is an indexed query. `folder` finds the root documents of a folder; `refers-to`
 * and `blocked-by` find those whose links, mentions or blockers may lead to what has such a name.
 */
export const DOCUMENT_KEYS = ['id', 'name', 'label', 'context-for', 'folder', 'refers-to', 'blocked-by'] as const;
export type DocumentKey = (typeof DOCUMENT_KEYS)[number];

/** A document as indexing hands it over: what can be told of it, and what it is looked up by. */
export interface DocumentEntry {
  readonly card: DocumentCard;
  readonly keys: readonly DocumentKeyEntry[];
}

export interface DocumentKeyEntry {
  readonly kind: DocumentKey;
  readonly key: string;
  readonly section: number | null;
}

export interface DocumentHit {
  readonly key: string;
  readonly path: string;
  /** Index of the section an id belongs to; null for a document. */
  readonly section: number | null;
}

/** A row of the view as indexing hands it over; what its content tells is the store's own to add. */
export interface ViewRow extends Omit<FileRecord, 'content' | 'lineCount' | 'termCount' | 'isParsed' | 'cleanBy'> {
  /** Without one, the document that stands at the path stays if the content is the same, and goes otherwise. */
  readonly document?: DocumentEntry;
}

/** One transaction's worth of news. Everything in it becomes visible together or not at all. */
export interface StoreChange {
  /** Contents not stored yet; one that is already there is left alone. */
  readonly contents?: readonly ContentRecord[];
  /** Rows of the view to add or replace, after `remove`. Their content is in `contents` or in the store. */
  readonly upsert?: readonly ViewRow[];
  /** Out-edges and documents go with the file; edges into it are hidden until the path is back or their source is relinked. */
  readonly remove?: readonly string[];
  /** Out-edges of these paths are replaced by `edges`. Of two with the same ends and kind the heavier one stays. */
  readonly relinked?: readonly string[];
  readonly edges?: readonly Edge[];
  /** Newest first, as git prints them; one that is already there is left alone. */
  readonly commits?: readonly NewCommit[];
  /** Forget the history first (it was rewritten). */
  readonly resetHistory?: boolean;
  /** Commits that left the history; they may come again. */
  readonly dropped?: readonly string[];
  /** Vectors of stored contents; those of another model are forgotten first. */
  readonly vectors?: VectorChange | undefined;
  /** The numbers in it are the store's own to count: `opening()` answers with what is stored. */
  readonly history?: HistoryState;
  readonly meta?: Readonly<Record<string, string>>;
}

/**
 * Keeps facts by content hash, the view path → hash, edges, history and term statistics. It never scores.
 * Its questions are few and large, since a store may be far away: whoever asks waits once for all that is wanted.
 * Answers to lists have an entry for every distinct term or path asked, an empty one where there is nothing, except
 * where the answer names things that must exist (contents, definitions, edges, file history, commits).
 */
export interface Store {
  readonly name: string;
  opening(): Promise<Opening>;
  /** Which of these hashes are stored already. */
  known(hashes: readonly string[]): Promise<ReadonlySet<string>>;
  contents(hashes: readonly string[]): Promise<ReadonlyMap<string, StoredContent>>;
  /** Texts as they were when indexed, under the hash, or the beginning of one, that asked for them; unknown ones are left out. */
  texts(hashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** How much the view holds. */
  counts(): Promise<{ readonly symbols: number; readonly edges: number }>;
  /** How many of its files are read in another index, and in which; null for none. */
  borrowed?(): Promise<{ readonly from: string; readonly files: number } | null>;
  /** Contents that are in no view any more, of earlier branches and edits. */
  earlier?(): Promise<number>;
  words(asked: WordsAsked): Promise<Words>;
  /** Edges between files of the view, by source, target and kind. */
  edges(
    paths: readonly string[],
    options: { kinds?: readonly EdgeKind[]; direction: 'out' | 'in' | 'both' },
  ): Promise<readonly Edge[]>;
  /** By path; paths no commit touched are left out. */
  fileHistory(paths: readonly string[]): Promise<readonly FileHistory[]>;
  /** In the order asked. */
  commits(ids: readonly number[]): Promise<readonly CommitRecord[]>;
  /** The newest commits that touched each path, newest first. */
  commitsTouching(paths: readonly string[], limitEach: number): Promise<ReadonlyMap<string, readonly CommitRecord[]>>;
  /** Cards of these documents; those that are none are left out. */
  documents(paths: readonly string[]): Promise<ReadonlyMap<string, DocumentCard>>;
  /** Cards of all documents, sorted by path. */
  allDocuments(): Promise<readonly DocumentCard[]>;
  /** Documents under one of these keys, sorted by key, path, section. Ids are upper case, names and labels as `nameKey` makes them. */
  documentsBy(kind: DocumentKey, keys: readonly string[]): Promise<readonly DocumentHit[]>;
  /** Contents of the view whose vectors are missing or were made under another path, in the order of their paths. */
  unembedded(): Promise<readonly Unembedded[]>;
  /** Vectors by content; those that have none are left out. */
  vectors(contents: readonly number[]): Promise<ReadonlyMap<number, UnitVectors>>;
  apply(change: StoreChange): Promise<void>;
  /** Reads all there is, and fails where anything is not as it was written; absent where the store is only believed. */
  check?(): Promise<void>;
  /** Tells whoever keeps a view for many that it was asked about. */
  askFor?(): Promise<void>;
  close(): Promise<void>;
}
