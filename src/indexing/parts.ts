import type { Linker, Parser, Source } from '../ports/source.ts';
import type { NewCommit, Store } from '../ports/store.ts';
import type { FileReader } from '../reading/reader.ts';

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
}

/** Where commits come from. */
export interface HistoryReader {
  /** Null when nothing happened since `last`. */
  news(last: string | null, call: HistoryReading): Promise<CommitNews | null>;
  /** Changes when commits may have come or gone, or when other files may be tracked; costs next to nothing. */
  stamp(): HistoryStamp;
}

export interface HistoryStamp {
  readonly head: string;
  readonly tracked: string;
}

export interface HistoryReading {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (commits: number) => void;
}

export interface CommitNews {
  readonly available: boolean;
  readonly head: string | null;
  readonly note: string | null;
  readonly isReset: boolean;
  readonly commits: readonly NewCommit[];
}

/** Keys under which indexing keeps what it must know of its last run. */
export const INDEX_META = {
  /** When the last run that changed something began, in milliseconds. */
  indexedAtMs: 'indexing.indexedAtMs',
  /** `pending` while files are stored whose edges are not. */
  linking: 'indexing.linking',
  /** What the last linking of everything could not use, as a JSON list. */
  linkNotes: 'indexing.linkNotes',
  /** Files that turned out not to be text, so that they are not opened every time. */
  refused: 'indexing.refused',
} as const;
