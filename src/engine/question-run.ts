import type { Config } from '../config/schema.ts';
import type { Ranker } from '../ports/ranker.ts';
import type { WordsCounted } from './fresh/choose-files.ts';
import type { ReadBackend, ReadBackendInput } from './graphs/read-backend.ts';
import type { EngineParts } from './parts/open-parts.ts';

/** What one question is answered with. */
export interface QuestionRun {
  readonly root: string;
  readonly config: Config;
  readonly parts: EngineParts;
  /** Other workspaces that are asked too; their paths are told as seen from this one. */
  readonly neighbours?: readonly QuestionRun[] | undefined;
  /** Chooses who answers about a graph: a running Tana, or what was imported. */
  readonly resolveReadBackend?: ((input: ReadBackendInput) => Promise<ReadBackend>) | undefined;
  /** Signals that are not looked for. */
  readonly dropped?: readonly string[] | undefined;
  /** In place of the ranker the input names. */
  readonly ranker?: Ranker;
  /** What indexing had to say. */
  readonly notes: readonly string[];
  /** Where the words of the question stand, while not all files are indexed. */
  readonly counted?: WordsCounted | null | undefined;
}
