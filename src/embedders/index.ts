// An embedder turns texts into vectors of their meaning. This list holds them; a new one is a file or folder and a row
// here.
import type { Embedder } from '../ports/embedder.ts';
import { type BuiltinEmbedder, createBuiltin } from './builtin/builtin.ts';
import { createOpenaiCompatible, type ServerSettings } from './openai-compatible.ts';

export type { BuiltinEmbedder } from './builtin/builtin.ts';

/** What an embedder is opened with. */
interface EmbedderSettings extends Omit<ServerSettings, 'url' | 'model'> {
  /** The path of the built-in embedder's table. */
  readonly modelFile: string;
  readonly url: string | undefined;
  readonly model: string | undefined;
}

/** An embedder by its name; `open` returns null for the embedder `none`. */
export interface EmbedderRow {
  readonly name: string;
  /** Settings that must be given. */
  readonly needs: readonly ('url' | 'model')[];
  open(settings: EmbedderSettings): Embedder | null;
}

/** All embedders. */
export const EMBEDDERS: readonly EmbedderRow[] = [
  { name: 'builtin', needs: [], open: ({ modelFile }) => createBuiltin(modelFile) },
  {
    name: 'openai-compatible',
    needs: ['url', 'model'],
    open: ({ url = '', model = '', ...settings }) => createOpenaiCompatible({ ...settings, url, model }),
  },
  { name: 'none', needs: [], open: () => null },
];

/** Returns whether an embedder is the built-in one, whose vectors the parsing threads can make. */
export function isBuiltin(embedder: Embedder | null): embedder is BuiltinEmbedder {
  return embedder !== null && 'shared' in embedder;
}
