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
