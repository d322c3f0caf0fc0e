import type { HistoryReader, Linker, Parser, Source } from '../ports/source.ts';
import type { Store } from '../ports/store.ts';
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
