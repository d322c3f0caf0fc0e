// An embedder turns texts into vectors of their meaning. `EMBEDDERS` lists them; a new one is a file or folder and a
// row there. The built-in embedder, which ships with the package, follows below.
import type { Embedder } from '../ports/embedder.ts';
import { pickQuestionWords } from '../search/question-text.ts';
import { openModelFile, readHeader } from './builtin/model-file.ts';
import { createRowSum, type Model } from './builtin/rows.ts';
import { createWordBag } from './builtin/word-bag.ts';
import { createOpenaiCompatible, type ServerSettings } from './openai-compatible.ts';

/** What an embedder is opened with. */
interface EmbedderSettings extends Omit<ServerSettings, 'url' | 'model'> {
  /** The path of the built-in embedder's table. */
  readonly modelFile: string;
  readonly url: string | undefined;
  readonly model: string | undefined;
}

interface EmbedderRow {
  readonly name: string;
  /** Settings that must be given. */
  readonly needs: readonly ('url' | 'model')[];
  open(settings: EmbedderSettings): Embedder | null;
}

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

export interface BuiltinEmbedder extends Embedder {
  readonly dimensions: number;
  /** Throws if the table is missing or incomplete, or has another format or other dimensions. */
  check(): void;
  /** The whole table, to be shared with threads that make vectors of documents. */
  shared(): Model;
}

/** Stored with the vectors. Change it with the table or the counting, so that old vectors are made again. */
const BUILTIN_MODEL = 'builtin-384-1';
const DIMENSIONS = 384;

/** Creates the embedder. It opens the table on first use. A question reads only the rows it needs, documents all. */
export function createBuiltin(path: string): BuiltinEmbedder {
  let opened: ReturnType<typeof openTable> | null = null;
  const use = () => {
    opened ??= openTable(path);
    return opened;
  };
  return {
    name: 'builtin',
    model: BUILTIN_MODEL,
    dimensions: DIMENSIONS,
    isLocal: true,
    embed: async (texts, { as, wordWeight }) => {
      const { file, bag, sumRows } = use();
      if (bag.isFull()) bag.forget();
      if (as === 'document') file.loadAll();
      return texts.map((text) => {
        if (as === 'document') bag.addText(text, 0, text.length);
        else for (const word of pickQuestionWords(text)) bag.addWord(word);
        const weights = bag.take(wordWeight);
        file.load(weights.rows.subarray(0, weights.length));
        return sumRows(weights, as);
      });
    },
    check: () => {
      const { dimensions } = readHeader(path);
      if (dimensions !== DIMENSIONS) throw new Error(`${path} has vectors of ${dimensions} numbers, not ${DIMENSIONS}`);
    },
    shared: () => {
      const { file } = use();
      file.loadAll();
      return file.model;
    },
  };
}

function openTable(path: string) {
  const file = openModelFile(path);
  return { file, bag: createWordBag(file.model), sumRows: createRowSum(file.model) };
}
