import { B_FILE, rarity, saturate } from '../search/bm25.ts';
import type { Answered, PackedLines } from './measure.ts';
import { type PlainFile, plainWords } from './plain-index.ts';

/** A plain way of ranking, for comparison. */
export interface Baseline {
  readonly name: string;
  score(words: ReadonlyMap<string, number>, files: readonly PlainFile[]): readonly number[];
}

const CHARACTERS_PER_TOKEN = 4;
// A word said often in a long report weighs no more than this many.
const QUERY_COUNT_MAX = 3;
const RANKED_MAX = 200;

/** The ways one would search without knap. */
export const BASELINES: readonly Baseline[] = [
  {
    name: 'BM25 over files',
    score(words, files) {
      const averageLength = files.reduce((sum, file) => sum + file.length, 0) / (files.length || 1);
      const tells = new Map(
        [...words.keys()].map((word) => {
          const holders = files.filter((file) => file.words.has(word)).length;
          return [word, rarity(files.length, holders)];
        }),
      );
      return files.map((file) => {
        let sum = 0;
        for (const [word, asked] of words) {
          const count = file.words.get(word) ?? 0;
          sum +=
            Math.min(asked, QUERY_COUNT_MAX) * tells.get(word)! * saturate(count, file.length / averageLength, B_FILE);
        }
        return sum;
      });
    },
  },
  {
    name: 'keyword count',
    // As one greps: files that hold the most of the words come first, then those that hold them most often.
    score: (words, files) =>
      files.map((file) => {
        const counts = [...words.keys()].map((word) => file.words.get(word) ?? 0);
        const total = counts.reduce((sum, count) => sum + count, 0);
        return counts.filter((count) => count > 0).length + total / (total + 1000);
      }),
  },
];

// Words of every English sentence; without them a keyword count would only measure length.
const COMMON = new Set(
  'the and for that this with from when not are was has have but can will would should into than then its our you your which there been being does did also only any all use used using fix add make'.split(
    ' ',
  ),
);

/** Ranks whole files and packs them from the best on while they fit, for each budget. */
export function answerPlainly(
  baseline: Baseline,
  query: string,
  files: readonly PlainFile[],
  budgets: readonly number[],
): Answered {
  const started = performance.now();
  const words = new Map<string, number>();
  for (const word of plainWords(query)) if (!COMMON.has(word)) words.set(word, (words.get(word) ?? 0) + 1);
  const scores = baseline.score(words, files);
  const order = files
    .map((file, index) => ({ file, score: scores[index]! }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.file.path < b.file.path ? -1 : 1))
    .slice(0, RANKED_MAX)
    .map(({ file }) => file);
  const packs = budgets.map((budget) => packWhole(order, budget));
  return { ranked: order.map(({ path }) => path), packs, milliseconds: performance.now() - started };
}

function packWhole(order: readonly PlainFile[], budget: number): PackedLines {
  const lines = new Map<string, [number, number][]>();
  let tokens = 0;
  for (const file of order) {
    const cost = Math.ceil(file.characters / CHARACTERS_PER_TOKEN);
    if (tokens + cost > budget) continue;
    tokens += cost;
    lines.set(file.path, [[1, file.lines]]);
  }
  return { budget, lines, tokens };
}
