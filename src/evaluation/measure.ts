import { type EvalTask, looksLikeTest } from './task.ts';

/** What a way of ranking answered: files from the best on, and the lines it would hand to a reader. */
export interface Answered {
  readonly ranked: readonly string[];
  readonly packed: ReadonlyMap<string, readonly (readonly [number, number])[]>;
  readonly tokens: number;
  readonly milliseconds: number;
}

/** How good one answer was; shares are 0..1. */
export interface Scores {
  /** Share of the gold files among the first 1, 5, 10. */
  readonly recallAt1: number;
  readonly recallAt5: number;
  readonly recallAt10: number;
  /** Whether every gold file is among the first 1, 5, 10. */
  readonly allAt1: number;
  readonly allAt5: number;
  readonly allAt10: number;
  readonly reciprocalRank: number;
  /** Share of the gold files, and of the gold lines, in the pack. */
  readonly filesPacked: number;
  readonly linesPacked: number;
  /** Share of the packed lines that are gold. */
  readonly precision: number;
  readonly tokens: number;
  readonly milliseconds: number;
}

export const SCORE_KEYS = [
  'recallAt1',
  'recallAt5',
  'recallAt10',
  'allAt1',
  'allAt5',
  'allAt10',
  'reciprocalRank',
  'filesPacked',
  'linesPacked',
  'precision',
  'tokens',
  'milliseconds',
] as const satisfies readonly (keyof Scores)[];

/** Compares an answer with what the fix changed. */
export function measure(task: EvalTask, answered: Answered): Scores {
  const ranked = answered.ranked.filter((path) => !looksLikeTest(path));
  const places = new Map(ranked.map((path, index) => [path, index + 1]));
  const ranks = task.gold.map(({ path }) => places.get(path) ?? Number.POSITIVE_INFINITY);
  const within = (k: number) => ranks.filter((rank) => rank <= k).length / ranks.length;
  const lines = linesOf(task, answered.packed);
  return {
    recallAt1: within(1),
    recallAt5: within(5),
    recallAt10: within(10),
    allAt1: Math.floor(within(1)),
    allAt5: Math.floor(within(5)),
    allAt10: Math.floor(within(10)),
    reciprocalRank: 1 / Math.min(...ranks),
    filesPacked: task.gold.filter(({ path }) => answered.packed.has(path)).length / task.gold.length,
    linesPacked: lines.gold === 0 ? 0 : lines.found / lines.gold,
    precision: lines.packed === 0 ? 0 : lines.found / lines.packed,
    tokens: answered.tokens,
    milliseconds: answered.milliseconds,
  };
}

function linesOf(task: EvalTask, packed: Answered['packed']): { gold: number; found: number; packed: number } {
  const numbers = (ranges: readonly (readonly [number, number])[]): ReadonlySet<number> =>
    new Set(ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i)));
  const printed = new Map([...packed].map(([path, ranges]) => [path, numbers(ranges)]));
  let gold = 0;
  let found = 0;
  for (const { path, ranges } of task.gold) {
    const wanted = numbers(ranges);
    gold += wanted.size;
    for (const line of wanted) if (printed.get(path)?.has(line)) found++;
  }
  return { gold, found, packed: [...printed.values()].reduce((sum, lines) => sum + lines.size, 0) };
}
