// What indexing needs of the engine: sources, store, parser, linker and reader. Tests pass parts of their own.
import type { HistoryReader, Linker, Parser, Source } from '../ports/source.ts';
import type { Store } from '../ports/store.ts';
import type { FileReader } from '../reading/reader.ts';
import type { EmbeddingParts } from './embed-units.ts';

/** The components that indexing uses. */
export interface IndexParts {
  /** The first source that owns a path reads it. */
  readonly sources: readonly Source[];
  readonly store: Store;
  readonly parser: Parser;
  readonly linker: Linker;
  readonly reader: FileReader;
  readonly history: HistoryReader;
  /** Patterns for names of documents that describe their folder. */
  readonly rootPatterns: readonly string[];
  readonly now: () => number;
  /** The embedder and its limits; null without vectors. */
  readonly embedding: EmbeddingParts | null;
}
