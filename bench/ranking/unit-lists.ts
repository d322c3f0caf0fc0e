import { UNIT_FEATURES } from '../../src/rankers/unit-features.ts';
import type { DumpedTask } from './dataset.ts';
import { hardest, type List, sumsOf } from './listwise.ts';

export interface UnitList extends List {
  readonly id: string;
  readonly task: DumpedTask;
}

/** The units of the opened files of a task; each is wanted in proportion to the root of its gold lines. */
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

/** Whether all changed functions are among the first 5 and 10, and the share of changed lines in estimated 8,000 tokens. */
export interface UnitRecall {
  /** 1 or 0; null if no function changed. */
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
  // Spends the room by likelihood over the root of the cost.
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

/** Keeps the wanted units and those that these weights rank first, because training learns from hard cases. */
export function hardUnits(list: UnitList, weights: Float64Array): UnitList {
  return { ...list, ...hardest(list, weights, HARD_MAX) };
}

const [SHARE, NEAR, FAR] = ['file', 'fileNear', 'fileFar'].map((name) =>
  UNIT_FEATURES.findIndex((feature) => feature.name === name),
) as [number, number, number];

/** The task with the features of units that depend on their file, computed from other sums of files. */
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
