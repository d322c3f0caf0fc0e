// Compares the answer of a system with the files, lines and functions that the fix of a task changed.
import { FUNCTION_KINDS } from '../model/entity.ts';
import type { LineRange } from '../model/facts.ts';
import { lineNumbers } from '../model/line-ranges.ts';
import type { ExplainedCandidate, Explanation } from '../ports/engine.ts';
import { type Bin, LIKELIHOOD_MIN, type Prediction, sortIntoBins } from './statistics.ts';
import { type EvalTask, looksLikeTest } from './task.ts';

type LinesByPath = ReadonlyMap<string, readonly LineRange[]>;

/** The lines that a pack within a budget quotes. */
export interface PackedLines {
  readonly budget: number;
  readonly lines: LinesByPath;
  readonly tokens: number;
}

/** The answer of a ranking system: files from best to worst, and a pack for each budget. */
export interface RankedAnswer {
  readonly ranked: readonly string[];
  readonly packs: readonly PackedLines[];
  /** The time to rank and to make the packs; for knap only the first pack. */
  readonly milliseconds: number;
}

/** 1 if all files or functions that the fix changed are among the first 1, 5, 10, else 0. */
export interface AllAtScores {
  readonly allAt1: number;
  readonly allAt5: number;
  readonly allAt10: number;
}

/** The quality of an order of files; shares are 0..1. */
export interface RankingScores extends AllAtScores {
  /** The share of the gold files that are among the first 1, 5, 10. */
  readonly recallAt1: number;
  readonly recallAt5: number;
  readonly recallAt10: number;
  /** One divided by the rank of the first gold file; 0 if none is ranked. */
  readonly reciprocalRank: number;
}

/** The quality of a pack; all but `tokens` are 0..1. */
export interface PackScores {
  /** The shares of the gold files and of the gold lines that are in the pack. */
  readonly files: number;
  readonly lines: number;
  /** The harmonic mean of the share of gold files in the pack and the share of packed files that are gold. */
  readonly fileF1: number;
  /** The share of packed lines that are gold. */
  readonly precision: number;
  /** The harmonic mean of the share of gold lines and the precision. */
  readonly f1: number;
  readonly tokens: number;
}

export const ALL_AT_KEYS = ['allAt1', 'allAt5', 'allAt10'] as const satisfies readonly (keyof AllAtScores)[];
export const RANKING_KEYS: readonly (keyof RankingScores)[] = [
  'recallAt1',
  'recallAt5',
  'recallAt10',
  ...ALL_AT_KEYS,
  'reciprocalRank',
];
export const PACK_KEYS: readonly (keyof PackScores)[] = ['files', 'fileF1', 'lines', 'precision', 'f1', 'tokens'];

/** Compares an order of files with the files that the fix changed. Tests take no rank. */
export function measureRanking({ gold }: EvalTask, answer: RankedAnswer['ranked']): RankingScores {
  const ranked = answer.filter((path) => !looksLikeTest(path));
  const places = new Map(ranked.map((path, index) => [path, index + 1]));
  const ranks = gold.map(({ path }) => places.get(path) ?? Number.POSITIVE_INFINITY);
  const within = (k: number) => ranks.filter((rank) => rank <= k).length / ranks.length;
  return {
    recallAt1: within(1),
    recallAt5: within(5),
    recallAt10: within(10),
    allAt1: Math.floor(within(1)),
    allAt5: Math.floor(within(5)),
    allAt10: Math.floor(within(10)),
    reciprocalRank: 1 / Math.min(...ranks),
  };
}

export function measurePack({ gold }: EvalTask, { lines: packed, tokens }: PackedLines): PackScores {
  const counts = countGoldLines(gold, packed);
  const lines = counts.gold === 0 ? 0 : counts.found / counts.gold;
  const precision = counts.packed === 0 ? 0 : counts.found / counts.packed;
  const right = gold.filter(({ path }) => packed.has(path)).length;
  return {
    files: right / gold.length,
    fileF1: harmonic(right / gold.length, right / Math.max(1, packed.size)),
    lines,
    precision,
    f1: harmonic(lines, precision),
    tokens,
  };
}

function harmonic(a: number, b: number): number {
  return a + b === 0 ? 0 : (2 * a * b) / (a + b);
}

function countGoldLines(gold: EvalTask['gold'], packed: LinesByPath) {
  const numbers = (ranges: readonly LineRange[]): ReadonlySet<number> => new Set(lineNumbers(ranges));
  const count = { gold: 0, found: 0, packed: packed.values().reduce((sum, ranges) => sum + numbers(ranges).size, 0) };
  for (const { path, ranges } of gold) {
    const wanted = numbers(ranges);
    count.gold += wanted.size;
    count.found += wanted.intersection(numbers(packed.get(path) ?? [])).size;
  }
  return count;
}

export interface UnitScores {
  /** Null if the fix changed no known function. */
  readonly functions: AllAtScores | null;
  readonly calibration: { readonly files: readonly Bin[]; readonly units: readonly Bin[] };
}

/** Compares ranked units and the likelihoods of candidates with the change of the fix. Leaves out tests. */
export function measureUnits(
  task: EvalTask,
  { candidates, nothing }: Pick<Explanation, 'candidates' | 'nothing'>,
): UnitScores {
  const withoutTests = candidates.filter(({ path }) => !looksLikeTest(path));
  const files = withoutTests.filter(isFile);
  const units = withoutTests.filter((one) => !isFile(one));
  const gold = new Map(task.gold.map(({ path, ranges }) => [path, ranges]));
  const isChanged = ({ path, startLine, endLine }: ExplainedCandidate) =>
    (gold.get(path) ?? []).some(([first, last]) => first <= endLine && last >= startLine);
  return {
    functions: measureFunctions(task, units, isChanged),
    calibration: {
      files: binCandidates(
        files.map((file) => ({ ...file, likelihood: divideOutDoubt(file.likelihood, nothing) })),
        ({ path }) => gold.has(path),
      ),
      units: binCandidates(units, isChanged),
    },
  };
}

// Likelihoods of files allow for a task that nothing here answers. The fix was made here, so this is divided out.
function divideOutDoubt(likelihood: number | null, nothing: number | null): number | null {
  return likelihood === null ? null : Math.min(1, likelihood / (1 - (nothing ?? 0) || 1));
}

// The id of a file is its path; ids of units are longer.
const isFile = ({ id, path }: ExplainedCandidate): boolean => id === path;

const nameFunction = ({ id }: ExplainedCandidate): string => id.replace(/~\d+$/, '');

// The functions of an unopened file are unknown, so missing the file counts as missing them.
function measureFunctions(
  { gold, functions }: EvalTask,
  units: readonly ExplainedCandidate[],
  isChanged: (unit: ExplainedCandidate) => boolean,
): AllAtScores | null {
  const opened = new Set(units.map(({ path }) => path));
  const ranked = units.filter(({ kind }) => FUNCTION_KINDS.has(kind)).toSorted((a, b) => b.score - a.score);
  // If the task lists functions, its list counts, including functions that were not found.
  const changed = new Set(
    functions?.map((name) => name.replace(':', '#')) ?? ranked.filter(isChanged).map(nameFunction),
  );
  const names = [...new Set(ranked.map(nameFunction))];
  const places = names.flatMap((name, place) => (changed.has(name) ? [place] : []));
  const isWhole = functions ? places.length === changed.size : gold.every(({ path }) => opened.has(path));
  if (places.length === 0 && isWhole) return null;
  const within = (k: number) => Number(isWhole && Math.max(...places) < k);
  return { allAt1: within(1), allAt5: within(5), allAt10: within(10) };
}

function binCandidates(
  all: readonly ExplainedCandidate[],
  isNeeded: (one: ExplainedCandidate) => boolean,
): readonly Bin[] {
  return sortIntoBins(
    all.flatMap((one): readonly Prediction[] =>
      (one.likelihood ?? 0) < LIKELIHOOD_MIN ? [] : [{ said: one.likelihood!, came: Number(isNeeded(one)) }],
    ),
  );
}
