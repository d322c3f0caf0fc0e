import type { Embedder } from '../ports/embedder.ts';
import { type BuiltinEmbedder, createBuiltin } from './builtin/builtin.ts';

/** What an embedder is opened with. */
export interface EmbedderSettings {
  /** Where the table of the built-in one lies. */
  readonly modelFile: string;
}

/** An embedder by its name; `open` gives null where none is wanted. */
export interface EmbedderRow {
  readonly name: string;
  open(settings: EmbedderSettings): Embedder | null;
}

/** All embedders. */
export const EMBEDDERS: readonly EmbedderRow[] = [
  { name: 'builtin', open: ({ modelFile }) => createBuiltin(modelFile) },
  { name: 'none', open: () => null },
];

/** Whether threads can make its vectors beside the parsing. */
export function isBuiltin(embedder: Embedder | null): embedder is BuiltinEmbedder {
  return embedder !== null && 'shared' in embedder;
}
