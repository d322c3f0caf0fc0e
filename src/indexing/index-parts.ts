// What indexing needs of the engine (tests pass parts of their own), and the keys under which it keeps its state.
import type { Embedder } from '../ports/embedder.ts';
import type { HistoryReader, Linker, Parser, Source } from '../ports/source.ts';
import type { Store } from '../ports/store.ts';
import type { FileReader } from '../reading/reader.ts';

export interface IndexParts {
  /** A path belongs to the first source that owns it. */
  readonly sources: readonly Source[];
  readonly store: Store;
  readonly parser: Parser;
  readonly linker: Linker;
  readonly reader: FileReader;
  readonly history: HistoryReader;
  /** Patterns for names of documents that describe their folder. */
  readonly rootPatterns: readonly string[];
  readonly now: () => number;
  /** The embedder and its limit; null without vectors. */
  readonly embedding: EmbeddingParts | null;
}

/** The `meta` keys for the state of the last indexing run. */
export const INDEX_META = {
  /** Start time of the last scan of everything that found work, in milliseconds. */
  indexedAtMs: 'indexing.indexedAtMs',
  /** `pending` while some stored files lack their edges. */
  linking: 'indexing.linking',
  /** Notes about unusable configuration from the last linking of all code, as a JSON list. */
  linkNotes: 'indexing.linkNotes',
  /** The model of the vectors of all units; empty while some units may have none. */
  embedded: 'indexing.embedded',
  /** Files that are not text or were written by knap, as `RefusedFiles`. */
  refused: 'indexing.refused',
  /** A language whose grammar was missing for some contents; empty or absent for none. */
  lacking: 'indexing.lackingGrammar',
  /** The number of files of the last scan that are not indexed yet; empty or absent for none. */
  filesLeft: 'indexing.filesLeft',
  /** The progress of a partly read history; empty or absent once it is complete. */
  historyRead: 'indexing.historyRead',
  /** The patterns, at the time of the run, for names of documents that describe their folder. */
  rootPatterns: 'engine.rootPatterns',
} as const;

export interface EmbeddingParts {
  readonly embedder: Embedder;
  /** The number of characters of a unit that the embedder reads. */
  readonly charactersMax: number;
}
