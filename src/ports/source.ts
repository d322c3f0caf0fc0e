// What brings files into the index: sources list them, parsers turn them into facts, linkers into edges, and a history
// reader reads commits.
import type { Edge } from '../model/edge.ts';
import type { ContentFacts, GivenFacts } from '../model/facts.ts';
import type { UnitVectors } from './embedder.ts';
import type {
  ContentRecord,
  Definition,
  DocumentHit,
  DocumentKey,
  FileRecord,
  Fingerprint,
  HistoryState,
  NewCommit,
} from './store.ts';
import type { WatchedFolder } from './watcher.ts';

export interface Source {
  readonly name: string;
  /** Whether a path of the view belongs to this source. */
  owns(path: string): boolean;
  /** Starts slow work for the coming scan before the store is read, and drops the results of an earlier `begin`. */
  begin?(): void;
  /**
   * Lists all present files. `memory` is the text that the last scan returned; null for none. `known` lists the files
   * of the index, most of which still exist.
   */
  scan(memory: string | null, onSeen?: (files: number) => void, known?: readonly Fingerprint[]): Promise<Scan>;
  /**
   * Lists the files at these paths, and below those that are folders; null if only a full scan can tell. `isKnown` says
   * which files are stored.
   */
  scanSome?(paths: readonly string[], isKnown: (path: string) => boolean): Promise<readonly Fingerprint[] | null>;
  /** The folders to watch for its changes; absent if it cannot be watched. */
  watched?(): Promise<readonly WatchedFolder[]>;
  languageOf(path: string): string | null;
  roleOf(path: string, facts: ContentFacts | null): FileRecord['role'];
  /** Whether a path still holds the content indexed at this size and time; absent if only reading can tell. */
  isUnchanged?(file: Fingerprint): boolean;
  /** Whether its files are imported, and are read again only if their size or time changes. */
  readonly isImported?: boolean;
}

export interface Scan {
  readonly files: readonly Fingerprint[];
  readonly notes: readonly string[];
  /** A text for the next scan, stored after all files of this one. */
  readonly memory?: string;
}

export interface ParseRequest {
  readonly hash: string;
  readonly text: string;
  readonly language: string | null;
  readonly given?: GivenFacts | undefined;
  /** The path of the text; vectors depend on it, facts do not. */
  readonly path?: string | undefined;
  readonly wantsColors?: boolean | undefined;
}

export type ColorKind = 'comment' | 'string' | 'number' | 'keyword';

/** A line in colours: runs of characters of one kind, from left to right. Other characters are plain. */
export type ColoredLine = readonly (readonly [start: number, end: number, kind: ColorKind])[];

export interface ParseResult extends Pick<ContentRecord, 'hash' | 'isParsed' | 'facts' | 'units' | 'terms'> {
  /** The text without its secrets, if it had any; facts and terms come from it. */
  readonly redacted?: string | undefined;
  /** The vectors of the units, from a parser that makes them, for a request with a path. */
  readonly vectors?: UnitVectors | undefined;
  /** The colours, if wanted and a grammar parses the text. */
  readonly colors?: readonly ColoredLine[] | null | undefined;
}

/** Turns texts into facts and terms. */
export interface Parser {
  /** Announces many files of these languages, so that the parser can start threads and load grammars early. */
  prepare?(languages: readonly string[]): void;
  parse(requests: readonly ParseRequest[]): Promise<readonly ParseResult[]>;
  close(): Promise<void>;
}

/** Turns the view and its facts into edges between files. */
export interface Linker {
  /** Makes the edges from the files in `paths` to any file of the workspace. */
  link(paths: readonly string[], workspace: LinkWorkspace): Promise<Links>;
}

interface Links {
  readonly edges: readonly Edge[];
  /** Notes about configuration that could not be used. */
  readonly notes: readonly string[];
}

export interface LinkWorkspace {
  readonly files: ReadonlyMap<string, FileRecord>;
  /** Facts of files, by path. */
  facts(paths: readonly string[]): Promise<ReadonlyMap<string, ContentFacts>>;
  /** Text of a configuration file of the workspace (tsconfig.json, go.mod …); null when there is none. */
  read(path: string): Promise<string | null>;
  definitions(keys: readonly string[]): Promise<readonly Definition[]>;
  documents(kind: DocumentKey, keys: readonly string[]): Promise<readonly DocumentHit[]>;
}

/** What a name with a dot in it is: a program, another text, or perhaps only a word. */
export type FileKind = 'code' | 'text' | 'word';

export type FileKindOf = (path: string) => FileKind | null;

export interface HistoryReader {
  /** Reads the commits since `last`, or the newest ones if it is null; null if `last` is still the head. */
  news(last: string | null, call: HistoryReading): Promise<CommitBatch | null>;
  /** Reads commits before those already read; null if none are left to read. */
  older(read: HistoryProgress, call: HistoryReading): Promise<CommitBatch | null>;
  /** Cheap to compute. */
  stamp(): HistoryStamp;
}

/** Two texts that change with HEAD and with the set of tracked files; both empty without a repository. */
export interface HistoryStamp {
  readonly head: string;
  readonly tracked: string;
}

export interface HistoryReading {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (commits: number) => void;
  /** The most commits that this call reads; commits since the last reading do not count. */
  readonly most?: number | undefined;
  /** Whether the caller can drop single commits that left the history; otherwise a rewritten history is read anew. */
  readonly canDrop?: boolean | undefined;
}

/** How many commits of the history of `head` were read. */
export interface HistoryProgress {
  readonly head: string;
  readonly commits: number;
}

/** Commits that one call read, newest first: those since the last reading (`news`), or earlier ones (`older`). */
export interface CommitBatch extends Pick<HistoryState, 'available' | 'head' | 'note'> {
  /** Whether the stored history is not part of this one and must be deleted. */
  readonly isReset: boolean;
  readonly commits: readonly NewCommit[];
  /** Commits read earlier that are no longer part of the history. */
  readonly dropped?: readonly string[];
}
