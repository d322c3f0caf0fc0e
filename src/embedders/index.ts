// An embedder turns texts into vectors of their meaning. This list holds them; a new one is a file or folder and a row
// here.
import type { Embedder } from '../ports/embedder.ts';
import { type BuiltinEmbedder, createBuiltin } from './builtin/builtin.ts';
import { createOpenaiCompatible, type ServerSettings } from './openai-compatible.ts';

export type { BuiltinEmbedder } from './builtin/builtin.ts';

/** What an embedder is opened with. */
interface EmbedderSettings extends Omit<ServerSettings, 'url' | 'model'> {
  /** Where the table of the built-in one lies. */
  readonly modelFile: string;
  readonly url: string | undefined;
  readonly model: string | undefined;
}

/** An embedder by its name; `open` gives null where none is wanted. */
export interface EmbedderRow {
  readonly name: string;
  /** Settings it cannot do without. */
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

/** Whether threads can make its vectors beside the parsing. */
export function isBuiltin(embedder: Embedder | null): embedder is BuiltinEmbedder {
  return embedder !== null && 'shared' in embedder;
}
