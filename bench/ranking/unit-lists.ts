import { UNIT_FEATURES } from '../../src/rankers/unit-features.ts';
import type { DumpedTask } from './dataset.ts';
import { hardest, type List } from './listwise.ts';

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

const HARD_MAX = 120;
const ROUGH: Readonly<Record<string, number>> = { words: 3, file: 3, fileNear: 3, named: 1, names: 1, wordsInFile: 1 };

/** The list without what no weights would choose: training needs the hard ones. */
export function hardUnits(list: UnitList): UnitList {
  return {
    ...list,
    ...hardest(
      list,
      Float64Array.from(UNIT_FEATURES, ({ name }) => ROUGH[name] ?? 0),
      HARD_MAX,
    ),
  };
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
