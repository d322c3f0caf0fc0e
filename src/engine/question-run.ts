// Every question is answered with the same things: the index, the configuration and notes. This type names them.
import type { Config } from '../config/schema.ts';
import type { Ranker } from '../ports/ranker.ts';
import type { WordsCounted } from './fresh/choose-files.ts';
import type { ReadBackend, ReadBackendInput } from './graphs/read-backend.ts';
import type { EngineParts } from './open/open-parts.ts';

/** The environment in which one question is answered. */
export interface QuestionRun {
  readonly root: string;
  readonly config: Config;
  readonly parts: EngineParts;
  /** Other workspaces that the question also goes to. Their paths are printed relative to this one. */
  readonly neighbours?: readonly QuestionRun[] | undefined;
  /** Chooses the backend of a graph: a running Tana, or the imported data. */
  readonly resolveReadBackend?: ((input: ReadBackendInput) => Promise<ReadBackend>) | undefined;
  /** Signals that are left out. */
  readonly dropped?: readonly string[] | undefined;
  /** Replaces the ranker that the input names. */
  readonly ranker?: Ranker;
  /** Notes from indexing. */
  readonly notes: readonly string[];
  /** Where the words of the question occur, counted in the files that are not indexed yet. */
  readonly counted?: WordsCounted | null | undefined;
}
