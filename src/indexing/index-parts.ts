import type { Linker, Parser, Source } from '../ports/source.ts';
import type { NewCommit, Store } from '../ports/store.ts';
import type { FileReader } from '../reading/reader.ts';
import type { EmbeddingParts } from './embed-units.ts';

/** What indexing works with. */
export interface IndexParts {
  /** The first that owns a path answers for it. */
  readonly sources: readonly Source[];
  readonly store: Store;
  readonly parser: Parser;
  readonly linker: Linker;
  readonly reader: FileReader;
  readonly history: HistoryReader;
  /** Names of documents that stand for their folder. */
  readonly rootPatterns: readonly string[];
  readonly now: () => number;
  /** How units get vectors; null for not at all. */
  readonly embedding: EmbeddingParts | null;
}

/** Where commits come from. */
export interface HistoryReader {
  /** Null when nothing happened since `last`. */
  news(last: string | null, call: HistoryReading): Promise<CommitNews | null>;
  /** Commits before those that were read of a head already; null once there are no more. */
  older(read: HistoryRead, call: HistoryReading): Promise<CommitNews | null>;
  /** Changes when commits may have come or gone, or when other files may be tracked; costs next to nothing. */
  stamp(): HistoryStamp;
}

interface HistoryStamp {
  readonly head: string;
  readonly tracked: string;
}

interface HistoryReading {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (commits: number) => void;
  /** Of a history that was never read, only so many, newest first. */
  readonly most?: number | undefined;
}

/** How far the past of a commit was read. */
export interface HistoryRead {
  readonly head: string;
  readonly commits: number;
}

export interface CommitNews {
  readonly available: boolean;
  readonly head: string | null;
  readonly note: string | null;
  readonly isReset: boolean;
  readonly commits: readonly NewCommit[];
}
