import { UNIT_FEATURES } from '../../src/rankers/unit-features.ts';
import type { DumpedTask } from './dataset.ts';
import { hardest, type List, sumsOf } from './listwise.ts';

export interface UnitList extends List {
  readonly id: string;
  readonly task: DumpedTask;
}

/** The units of the opened files of a task, as a list to be ordered; what is wanted is shared out by gold lines, damped. */
export function unitList(task: DumpedTask): UnitList {
  const wanted = Float64Array.from(task.goldLines, (lines, index) =>
    task.tests[task.unitFiles[index]!] ? 0 : Math.sqrt(lines),
  );
  const total = wanted.reduce((sum, share) => sum + share, 0);
  return {
    group: task.repo,
    id: task.id,
    rows: task.unitRows,
    count: task.unitFiles.length,
    wanted: total === 0 ? wanted : wanted.map((share) => share / total),
    task,
  };
}

/** How well units were ordered: every changed function among the first 5, 10 functions; changed lines in 8,000 tokens, as reckoned. */
export interface UnitRecall {
  /** Null where no function changed. */
  readonly at5: number | null;
  readonly at10: number | null;
  readonly lines: number;
}

const NO_FUNCTION = ['isRegion', 'isHead', 'isType'].map((name) => UNIT_FEATURES.findIndex((one) => one.name === name));
const ROOM = { tokens: 8000, each: 12, characters: 4 } as const;

export function unitRecall({ task, rows, count }: UnitList, weights: Float64Array): UnitRecall {
  const width = UNIT_FEATURES.length;
  const sums = sumsOf({ rows, count }, weights);
  const cost = (unit: number) => task.characters[unit]! / ROOM.characters + ROOM.each;
  const units = [...sums.keys()].filter((unit) => !task.tests[task.unitFiles[unit]!]);
  const ranked = units.toSorted((a, b) => sums[b]! - sums[a]! || a - b);
  const functions = ranked.filter((unit) => NO_FUNCTION.every((at) => rows[unit * width + at] === 0));
  const changed = functions.flatMap((unit, place) => (task.goldLines[unit]! > 0 ? [place] : []));
  const within = (k: number) => (changed.length === 0 ? null : Number(changed.at(-1)! < k));
  // Room is spent by likelihood over the root of the cost, as packs do.
  let left: number = ROOM.tokens;
  let found = 0;
  const worth = (unit: number) => sums[unit]! - Math.log(cost(unit)) / 2;
  for (const unit of units.toSorted((a, b) => worth(b) - worth(a) || a - b)) {
    if (cost(unit) > left) continue;
    left -= cost(unit);
    found += task.goldLines[unit]!;
  }
  return { at5: within(5), at10: within(10), lines: Math.min(1, found / Math.max(1, task.gold.lines)) };
}

export function unitCells(all: readonly UnitRecall[]): string {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const of = (key: keyof UnitRecall) => mean(all.flatMap((one) => one[key] ?? []));
  return (['at5', 'at10', 'lines'] as const).map((key) => (100 * of(key)).toFixed(1)).join(' | ');
}

const HARD_MAX = 120;

/** What is wanted and what these weights confuse it with most: training needs the hard ones. */
export function hardUnits(list: UnitList, weights: Float64Array): UnitList {
  return { ...list, ...hardest(list, weights, HARD_MAX) };
}

const [SHARE, NEAR, FAR] = ['file', 'fileNear', 'fileFar'].map((name) =>
  UNIT_FEATURES.findIndex((feature) => feature.name === name),
) as [number, number, number];

/** The task as other weights of files would have given it: units know how good their file is. */
export function reweighed(task: DumpedTask, fileSums: readonly number[]): DumpedTask {
  const width = UNIT_FEATURES.length;
  const unitRows = Float32Array.from(task.unitRows);
  const most = Math.max(...new Set(task.unitFiles.map((file) => fileSums[file]!)));
  for (const [unit, file] of task.unitFiles.entries()) {
    const behind = most - fileSums[file]!;
    unitRows[unit * width + SHARE] = Math.max(0, fileSums[file]!) / (Math.max(0, most) || 1);
    unitRows[unit * width + NEAR] = Math.exp(-behind);
    unitRows[unit * width + FAR] = Math.max(0, 1 - behind / 8);
  }
  return { ...task, unitRows };
}
