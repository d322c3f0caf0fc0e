import type { Edge } from '../model/edge.ts';
import type { ContentFacts, GivenFacts, Unit } from '../model/facts.ts';
import type { UnitVectors } from './embedder.ts';
import type { Definition, DocumentHit, DocumentKey, FileRecord, Fingerprint, NewCommit, UnitTerms } from './store.ts';
import type { WatchedFolder } from './watcher.ts';

/** Where files of knowledge come from. */
export interface Source {
  readonly name: string;
  /** Whether a path of the view is one of its own. */
  owns(path: string): boolean;
  /** Said before the store is asked by whoever will scan: what is waited for begins, and what began earlier is forgotten. */
  begin?(): void;
  /**
   * Everything there is now, cheaply. `memory` is what the last scan wanted to be remembered; null for nothing. What was `known` before
   * is likely to be there still.
   */
  scan(memory: string | null, onSeen?: (files: number) => void, known?: readonly Fingerprint[]): Promise<Scan>;
  /**
   * What stands at these paths, and below those that are folders; null where only a look at everything can tell. Files that
   * are known were wanted when everything was last looked at.
   */
  scanSome?(paths: readonly string[], isKnown: (path: string) => boolean): Promise<readonly Fingerprint[] | null>;
  /** Where its changes show; absent where it cannot be watched. */
  watched?(): Promise<readonly WatchedFolder[]>;
  /** What one file holds. Facts depend on the text and the language alone. */
  languageOf(path: string): string | null;
  roleOf(path: string, facts: ContentFacts | null): FileRecord['role'];
  /** Whether a path still holds what was indexed at this size and time; absent where only reading can tell. */
  isUnchanged?(file: Fingerprint): boolean;
  /** What is indexed is what was imported: only another size or time makes it read again. */
  readonly isImported?: boolean;
}

export interface Scan {
  readonly files: readonly Fingerprint[];
  readonly notes: readonly string[];
  /** Handed to the next scan, once all that was seen is stored. */
  readonly memory?: string;
}

export interface ParseRequest {
  readonly hash: string;
  readonly text: string;
  readonly language: string | null;
  readonly given?: GivenFacts | undefined;
  /** Where the text was found; facts do not depend on it, vectors do. */
  readonly path?: string | undefined;
  /** Also say what each line is made of, for a page that shows it. */
  readonly wantsColors?: boolean | undefined;
}

export type ColorKind = 'comment' | 'string' | 'number' | 'keyword';

/** A line in colours: runs of characters of one kind, from left to right; what no run covers is plain. */
export type ColoredLine = readonly (readonly [start: number, end: number, kind: ColorKind])[];

export interface ParseResult {
  readonly hash: string;
  readonly isParsed: boolean;
  readonly facts: ContentFacts;
  readonly units: readonly Unit[];
  readonly terms: UnitTerms;
  /** The text without its secrets, where it had any; facts and terms are of this one. */
  readonly redacted?: string | undefined;
  /** Of a parser that makes vectors, for a request with a path. */
  readonly vectors?: UnitVectors | undefined;
  /** Where they were wanted and a grammar reads the text. */
  readonly colors?: readonly ColoredLine[] | null | undefined;
}

/** Turns texts into facts and terms, in this thread or in others. */
export interface Parser {
  /** Many files come, of these languages: what must be started and loaded for them may be, before the first is there. */
  prepare?(languages: readonly string[]): void;
  parse(requests: readonly ParseRequest[]): Promise<readonly ParseResult[]>;
  close(): Promise<void>;
}

/** Turns the view and its facts into edges between files. */
export interface Linker {
  /** Edges out of the files in `paths`, given everything there is. */
  link(paths: readonly string[], workspace: LinkWorkspace): Promise<Links>;
}

interface Links {
  readonly edges: readonly Edge[];
  /** Configuration that could not be used, and what was done without it. */
  readonly notes: readonly string[];
}

export interface LinkWorkspace {
  readonly files: ReadonlyMap<string, FileRecord>;
  /** Facts of files, batched by path. */
  facts(paths: readonly string[]): Promise<ReadonlyMap<string, ContentFacts>>;
  /** Text of a configuration file of the workspace (tsconfig.json, go.mod …); null when there is none. */
  read(path: string): Promise<string | null>;
  /** Where names are defined, as the store tells. */
  definitions(keys: readonly string[]): Promise<readonly Definition[]>;
  /** Documents by what they are looked up by, as the store tells. */
  documents(kind: DocumentKey, keys: readonly string[]): Promise<readonly DocumentHit[]>;
}

/** What the name of a file says it is: a program, another text, or perhaps only a word with a dot in it. */
export type FileKind = 'code' | 'text' | 'word';

/** The kind by the name alone; null when nothing is known of it. */
export type FileKindOf = (path: string) => FileKind | null;

/** Where commits come from. */
export interface HistoryReader {
  /** Null when nothing happened since `last`. */
  news(last: string | null, call: HistoryReading): Promise<CommitNews | null>;
  /** Commits before those that were read of a head already; null once there are no more. */
  older(read: HistoryRead, call: HistoryReading): Promise<CommitNews | null>;
  /** Changes when commits may have come or gone, or when other files may be tracked; costs next to nothing. */
  stamp(): HistoryStamp;
}

/** Two texts that change with a repository: where its HEAD stands, and what it tracks. Both empty without one. */
export interface HistoryStamp {
  readonly head: string;
  readonly tracked: string;
}

export interface HistoryReading {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (commits: number) => void;
  /** Of a history that was never read, only so many, newest first. */
  readonly most?: number | undefined;
  /** Commits that were read and are no longer part of it can be named; otherwise all is read anew. */
  readonly canDrop?: boolean | undefined;
}

/** How far the past of a commit was read. */
export interface HistoryRead {
  readonly head: string;
  readonly commits: number;
}

/** What was read: the commits since the last reading, newest first. */
export interface CommitNews {
  readonly available: boolean;
  readonly head: string | null;
  readonly note: string | null;
  /** The stored history is not part of this one and must be forgotten. */
  readonly isReset: boolean;
  readonly commits: readonly NewCommit[];
  /** Commits read before that are no longer part of it. */
  readonly dropped?: readonly string[];
}
