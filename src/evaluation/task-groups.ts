import { KNAP, type TaskResult } from './replay.ts';
import { type Estimate, estimate } from './statistics.ts';
import type { EvalTask } from './task.ts';

/** Tasks of one kind, and how each way of ranking did on them. */
export interface TaskGroup {
  /** What the tasks have in common, in a clause. */
  readonly name: string;
  readonly tasks: number;
  readonly rows: readonly GroupRow[];
}

/** One way of ranking on the tasks of a group. */
interface GroupRow {
  readonly system: string;
  readonly tasks: number;
  /** Share of the tasks of which every file to change is among the first 1, 5, 10. */
  readonly files: readonly Estimate[];
  /** Share of those with functions to change of which every one is among the first 5, 10; null where units are not ranked. */
  readonly functions: readonly Estimate[] | null;
  /** How much more knap has of the files, task by task; null of knap itself. */
  readonly behind: readonly Estimate[] | null;
}

const FILES = ['allAt1', 'allAt5', 'allAt10'] as const;
const FUNCTIONS = ['allAt5', 'allAt10'] as const;
const MANY = 3;

/**
 * All tasks, those of repositories that nothing of knap was made with, and these by how many files change and by kind.
 * Only tasks that were replayed count.
 */
export function groupsOf(tasks: readonly EvalTask[], results: readonly TaskResult[]): readonly TaskGroup[] {
  const byTask = Map.groupBy(results, ({ task }) => task);
  const replayed = tasks.filter(({ id }) => byTask.has(id));
  const untouched = replayed.filter(({ touched = [] }) => touched.length === 0);
  const group = (name: string, some: readonly EvalTask[]): TaskGroup => ({
    name,
    tasks: some.length,
    rows: rowsOf(some.map(({ id }) => byTask.get(id)!)),
  });
  const split = (nameOf: (task: EvalTask) => string | undefined) =>
    [...Map.groupBy(untouched, nameOf)]
      .flatMap(([name, some]) => (name === undefined ? [] : [group(name, some)]))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  return [
    group('all', replayed),
    ...(untouched.length < replayed.length ? [group('untouched', untouched)] : []),
    ...split(({ gold }) =>
      gold.length === 1 ? '1 file' : gold.length < MANY ? `${gold.length} files` : `${MANY} files or more`,
    ),
    ...split(({ kind }) => kind),
  ];
}

function rowsOf(tasks: readonly (readonly TaskResult[])[]): readonly GroupRow[] {
  const of = (system: string) => tasks.flatMap((results) => results.filter((result) => result.system === system));
  const systems = new Set(tasks.flat().map(({ system }) => system));
  return [...systems].map((system) => {
    const own = of(system);
    const functions = own.flatMap(({ units }) => units?.functions ?? []);
    const pairs = tasks.flatMap((results) => {
      const [knap, other] = [KNAP, system].map((name) => results.find((result) => result.system === name));
      return knap && other ? [[knap.ranking, other.ranking] as const] : [];
    });
    return {
      system,
      tasks: own.length,
      files: FILES.map((key) => estimate(own.map(({ ranking }) => ranking[key]))),
      functions: functions.length === 0 ? null : FUNCTIONS.map((key) => estimate(functions.map((one) => one[key]))),
      behind:
        system === KNAP ? null : FILES.map((key) => estimate(pairs.map(([knap, other]) => knap[key] - other[key]))),
    };
  });
}
