import { extname, join } from 'node:path';
import { git } from '../reading/git.ts';
import { readPlainText } from '../reading/plain-file.ts';
import { B_FILE, rarity, saturate } from '../search/bm25.ts';
import type { Answered, PackedLines } from './measure.ts';
import { looksLikeCode } from './task.ts';

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

/** A file as plain search tools see it: words and how often they occur. */
export interface PlainFile {
  readonly path: string;
  readonly words: ReadonlyMap<string, number>;
  /** Number of words. */
  readonly length: number;
  readonly lines: number;
  readonly characters: number;
}

/**
 * What the baselines search: whole files, tests dropped, words split like identifiers. Only names that end as those of
 * gold files do, which knap is not told: where in doubt, the comparison favours them.
 */
export interface PlainIndex {
  /** Brings it up to what the folder holds now. */
  refresh(): Promise<readonly PlainFile[]>;
}

const FILE_BYTES_MAX = 1_500_000;
const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;

/** Files are read once for each blob, so that moving to the next commit costs what it changed. */
export function createPlainIndex(folder: string, endings: readonly string[]): PlainIndex {
  const byBlob = new Map<string, PlainFile | null>();
  return {
    async refresh() {
      const tree = await git(folder, ['ls-tree', '-r', '-z', 'HEAD']);
      const files: PlainFile[] = [];
      for (const entry of tree.stdout.toString('utf8').split('\0')) {
        const [, blob, path] = /^100\d+ blob (\S+)\t(.+)$/s.exec(entry) ?? [];
        if (blob === undefined || path === undefined) continue;
        if (!looksLikeCode(path) || !endings.includes(extname(path))) continue;
        // The path's own words count, so a copy elsewhere is another file.
        const key = `${blob} ${path}`;
        if (!byBlob.has(key)) byBlob.set(key, await readPlain(folder, path));
        const file = byBlob.get(key);
        if (file) files.push(file);
      }
      return files;
    },
  };
}

/** Words of a text: identifiers split at humps, digits and underscores, in lower case. */
export function plainWords(text: string): readonly string[] {
  return (text.match(WORD) ?? []).map((word) => word.toLowerCase()).filter((word) => word.length > 1);
}

async function readPlain(folder: string, path: string): Promise<PlainFile | null> {
  const text = readPlainText(join(folder, path), { bytesMax: FILE_BYTES_MAX });
  if (text === null) return null;
  const all = [...plainWords(text), ...plainWords(path)];
  const words = new Map<string, number>();
  for (const word of all) words.set(word, (words.get(word) ?? 0) + 1);
  return { path, words, length: all.length, lines: text.split('\n').length, characters: text.length };
}
