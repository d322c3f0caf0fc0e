// Searches files by their words alone, as baselines that knap is compared with.
import { extname, join } from 'node:path';
import { git } from '../reading/git.ts';
import { readPlainText } from '../reading/plain-file.ts';
import { B_FILE, inverseFrequency, scoreCount } from '../search/bm25.ts';
import type { PackedLines, RankedAnswer } from './measure.ts';
import { looksLikeCode } from './task.ts';

interface Baseline {
  readonly name: string;
  /** Scores the files, in their order. `words` holds how often each word occurs in the task. */
  score(words: ReadonlyMap<string, number>, files: readonly PlainFile[]): readonly number[];
}

const CHARACTERS_PER_TOKEN = 4;
// Repetitions of a word in a long report count at most this many times.
const QUERY_COUNT_MAX = 3;
const RANKED_MAX = 200;

export const BASELINES: readonly Baseline[] = [
  {
    name: 'BM25 over files',
    score(words, files) {
      const averageLength = files.reduce((sum, file) => sum + file.length, 0) / (files.length || 1);
      const rarities = new Map(
        [...words.keys()].map((word) => {
          const holders = files.filter((file) => file.words.has(word)).length;
          return [word, inverseFrequency(files.length, holders)];
        }),
      );
      return files.map((file) => {
        let sum = 0;
        for (const [word, countInQuery] of words) {
          const count = file.words.get(word) ?? 0;
          sum +=
            Math.min(countInQuery, QUERY_COUNT_MAX) *
            rarities.get(word)! *
            scoreCount(count, file.length / averageLength, B_FILE);
        }
        return sum;
      });
    },
  },
  {
    name: 'keyword count',
    // Ranks like grep: by the number of different words in a file, then by their occurrences.
    score: (words, files) =>
      files.map((file) => {
        const counts = [...words.keys()].map((word) => file.words.get(word) ?? 0);
        const total = counts.reduce((sum, count) => sum + count, 0);
        return counts.filter((count) => count > 0).length + total / (total + 1000);
      }),
  },
];

// Common English words. If they counted, a keyword count would mostly measure length.
const COMMON = new Set(
  'the and for that this with from when not are was has have but can will would should into than then its our you your which there been being does did also only any all use used using fix add make'.split(
    ' ',
  ),
);

/** Ranks whole files, and for each budget packs them from best to worst; a file that no longer fits is left out. */
export function answerPlainly(
  baseline: Baseline,
  query: string,
  files: readonly PlainFile[],
  budgets: readonly number[],
): RankedAnswer {
  const started = performance.now();
  const words = countWords(plainWords(query).filter((word) => !COMMON.has(word)));
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

/** A file as plain search tools see it. */
export interface PlainFile {
  readonly path: string;
  /** How often each word occurs in its text and path. */
  readonly words: ReadonlyMap<string, number>;
  /** The sum of these numbers. */
  readonly length: number;
  readonly lines: number;
  readonly characters: number;
}

const FILE_BYTES_MAX = 1_500_000;
// A part of an identifier, up to the next capital, digit or underscore; a run of capitals is one part.
const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;

/**
 * Creates the index of the baselines: code with the extensions of gold files, without tests. Since knap does not know
 * these extensions, the comparison favours the baselines.
 */
export function createPlainIndex(folder: string, endings: readonly string[]) {
  const byBlob = new Map<string, PlainFile | null>();
  return {
    async refresh(): Promise<readonly PlainFile[]> {
      const tree = await git(folder, ['ls-tree', '-r', '-z', 'HEAD']);
      const files: PlainFile[] = [];
      for (const entry of tree.stdout.toString('utf8').split('\0')) {
        // Only regular files, which have modes that begin with 100.
        const [, blob, path] = /^100\d+ blob (\S+)\t(.+)$/s.exec(entry) ?? [];
        if (blob === undefined || path === undefined) continue;
        if (!looksLikeCode(path) || !endings.includes(extname(path))) continue;
        // Each version of a file is read once. Words of its path count too, so a copy at another path is read again.
        const key = `${blob} ${path}`;
        if (!byBlob.has(key)) byBlob.set(key, await readPlain(folder, path));
        const file = byBlob.get(key);
        if (file) files.push(file);
      }
      return files;
    },
  };
}

/** Splits a text and its identifiers into words of two or more ASCII letters or digits, in lower case. */
export function plainWords(text: string): readonly string[] {
  return (text.match(WORD) ?? []).map((word) => word.toLowerCase()).filter((word) => word.length > 1);
}

async function readPlain(folder: string, path: string): Promise<PlainFile | null> {
  const text = readPlainText(join(folder, path), { bytesMax: FILE_BYTES_MAX });
  if (text === null) return null;
  const all = [...plainWords(text), ...plainWords(path)];
  const lines = text.split('\n').length;
  return { path, words: countWords(all), length: all.length, lines, characters: text.length };
}

function countWords(all: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
