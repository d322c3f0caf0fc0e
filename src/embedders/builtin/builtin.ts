// The package ships with a small table of word vectors. This embedder reads it only when vectors are needed.
import type { Embedder } from '../../ports/embedder.ts';
import { pickQuestionWords } from '../../search/question-text.ts';
import { openModelFile, readHeader } from './model-file.ts';
import { createRowSum, type Model } from './rows.ts';
import { createWordBag } from './word-bag.ts';

/** The embedder that ships with the package. */
export interface BuiltinEmbedder extends Embedder {
  readonly dimensions: number;
  /** An error where the table is missing or not what it should be. */
  check(): void;
  /** The whole table, to be shared with threads that make vectors of documents. */
  shared(): Model;
}

/** Which vectors it makes; a new table or a new way of counting is another model. */
const BUILTIN_MODEL = 'builtin-384-1';
const DIMENSIONS = 384;

/** Reads the table at a path when it is first needed: a question needs a few of its rows, documents all of them. */
export function createBuiltin(path: string): BuiltinEmbedder {
  let opened: ReturnType<typeof open> | null = null;
  const use = () => {
    opened ??= open(path);
    return opened;
  };
  return {
    name: 'builtin',
    model: BUILTIN_MODEL,
    dimensions: DIMENSIONS,
    isLocal: true,
    embed: async (texts, { as, wordWeight }) => {
      const { file, bag, pool } = use();
      if (bag.isFull()) bag.forget();
      if (as === 'document') file.loadAll();
      return texts.map((text) => {
        if (as === 'document') bag.addText(text, 0, text.length);
        else for (const word of pickQuestionWords(text)) bag.addWord(word, 1);
        const weights = bag.take(wordWeight);
        file.load(weights.rows.subarray(0, weights.length));
        return pool(weights, as);
      });
    },
    check: () => {
      if (readHeader(path).dimensions !== DIMENSIONS) throw new Error(`${path} is another table`);
    },
    shared: () => {
      const { file } = use();
      file.loadAll();
      return file.model;
    },
  };
}

function open(path: string) {
  const file = openModelFile(path);
  return { file, bag: createWordBag(file.model), pool: createRowSum(file.model) };
}
