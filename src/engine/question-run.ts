// Every question is answered with the same things: the index, the configuration and notes.
import type { Config } from '../config/schema.ts';
import type { Ranker } from '../ports/ranker.ts';
import type { ReadyIndex } from './fresh/partial-index.ts';
import type { ReadBackend, ReadBackendInput } from './graphs/read-backend.ts';

export interface QuestionRun extends ReadyIndex {
  readonly root: string;
  readonly config: Config;
  /** Other workspaces that the question also goes to. Their paths are printed relative to this one. */
  readonly neighbours?: readonly QuestionRun[] | undefined;
  /** Chooses the backend of a graph: a running Tana, or the index. */
  readonly resolveReadBackend?: ((input: ReadBackendInput) => Promise<ReadBackend>) | undefined;
  /** Names of signals to leave out. */
  readonly dropped?: readonly string[] | undefined;
  /** Replaces the ranker that the input names. */
  readonly ranker?: Ranker;
}
