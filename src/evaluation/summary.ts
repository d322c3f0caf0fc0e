// Sums up the results of an evaluation: by system, by group of tasks, and the tasks that knap missed.
import type { PackAim } from '../model/budget.ts';
import {
  ALL_AT_KEYS,
  type AllAtScores,
  PACK_KEYS,
  type PackScores,
  RANKING_KEYS,
  type RankingScores,
} from './measure.ts';
import { KNAP, type TaskResult } from './replay.ts';
import { addBins, type Bin, calibrationError, chanceError, type Estimate, estimate, quantile } from './statistics.ts';
import type { EvalTask } from './task.ts';

export interface SystemSummary {
  readonly system: string;
  readonly tasks: number;
  /** How many of these tasks have a gold file in first place. */
  readonly firstRight: number;
  readonly ranking: Estimates<keyof RankingScores>;
  readonly packs: readonly { readonly budget: number; readonly scores: Estimates<keyof PackScores> }[];
  /** The packs of each quoting aim under the first budget; empty for a system without such packs. */
  readonly aims: readonly { readonly aim: PackAim; readonly scores: Estimates<keyof PackScores> }[];
  /** The quality of units and likelihoods; null for a system without them. */
  readonly units: UnitSummary | null;
  /** The times of the answers: the median and the 95th percentile. */
  readonly milliseconds: { readonly p50: number; readonly p95: number };
}

interface UnitSummary {
  /** For the tasks whose fix changed a function. */
  readonly functions: { readonly tasks: number } & Estimates<keyof AllAtScores>;
  readonly calibration: Readonly<Record<'files' | 'units', Calibration>>;
}

/** The calibration of likelihoods of five percent and more. */
interface Calibration {
  /** The mean distance between likelihoods and outcomes, over tenths. */
  readonly error: number;
  /** The distance that perfect likelihoods would show by chance. */
  readonly chance: number;
  readonly bins: readonly Bin[];
}

type Estimates<Key extends string> = Readonly<Record<Key, Estimate>>;

export interface Miss {
  readonly task: string;
  readonly repo: string | null;
  readonly recallAt10: number;
}

/** Computes means with intervals for each system, in the order of their first results. */
export function summarise(results: readonly TaskResult[]): readonly SystemSummary[] {
  return [...Map.groupBy(results, ({ system }) => system)].map(([system, own]) => {
    const times = own.map(({ milliseconds }) => milliseconds);
    const packs = Map.groupBy(
      own.flatMap((result) => result.packs),
      ({ budget }) => budget,
    );
    const aims = Map.groupBy(
      own.flatMap((result) => result.aims ?? []),
      ({ aim }) => aim,
    );
    return {
      system,
      tasks: own.length,
      firstRight: own.filter(({ ranking }) => ranking.recallAt1 > 0).length,
      ranking: estimateEach(
        RANKING_KEYS,
        own.map(({ ranking }) => ranking),
      ),
      packs: [...packs].map(([budget, some]) => ({ budget, scores: estimateEach(PACK_KEYS, some) })),
      aims: [...aims].map(([aim, some]) => ({ aim, scores: estimateEach(PACK_KEYS, some) })),
      units: summariseUnits(own),
      milliseconds: { p50: quantile(times, 0.5), p95: quantile(times, 0.95) },
    };
  });
}

function summariseUnits(own: readonly TaskResult[]): UnitSummary | null {
  const all = own.flatMap(({ units }) => units ?? []);
  if (all.length === 0) return null;
  const functions = all.flatMap((one) => one.functions ?? []);
  const calibration = (of: 'files' | 'units'): Calibration => {
    const bins = addBins(all.map((one) => one.calibration[of]));
    return { error: calibrationError(bins), chance: chanceError(bins), bins };
  };
  return {
    functions: { tasks: functions.length, ...estimateEach(ALL_AT_KEYS, functions) },
    calibration: { files: calibration('files'), units: calibration('units') },
  };
}

function estimateEach<Key extends string>(
  keys: readonly Key[],
  rows: readonly Readonly<Record<Key, number>>[],
): Estimates<Key> {
  const entries = keys.map((key) => [key, estimate(rows.map((row) => row[key]))]);
  return Object.fromEntries(entries) as Estimates<Key>;
}

/** Lists the tasks for which knap did not rank all gold files among the first ten, worst first. */
export function listMisses(results: readonly TaskResult[]): readonly Miss[] {
  return results
    .filter(({ system, ranking }) => system === KNAP && ranking.recallAt10 < 1)
    .map(({ task, repo, ranking }) => ({ task, repo, recallAt10: ranking.recallAt10 }))
    .sort((a, b) => a.recallAt10 - b.recallAt10 || (a.task < b.task ? -1 : 1));
}

export interface TaskGroup {
  /** What the tasks have in common, such as `untouched`, `1 file`, or a kind; `all` for all of them. */
  readonly name: string;
  readonly tasks: number;
  readonly rows: readonly GroupRow[];
}

interface GroupRow {
  readonly system: string;
  readonly tasks: number;
  /** The share of tasks with all gold files among the first 1, 5, 10. */
  readonly files: readonly Estimate[];
  /** The same of functions among the first 5, 10, over tasks with gold functions; null without any. */
  readonly functions: readonly Estimate[] | null;
  /** The share of tasks in `files`, knap's less this system's, compared task by task; null for knap itself. */
  readonly behind: readonly Estimate[] | null;
}

const FUNCTIONS = ['allAt5', 'allAt10'] as const;
const MANY = 3;

/** Groups tasks: all, the untouched ones (of repositories knap was developed without), and these by files and kind. */
export function groupTasks(tasks: readonly EvalTask[], results: readonly TaskResult[]): readonly TaskGroup[] {
  const byTask = Map.groupBy(results, ({ task }) => task);
  const replayed = tasks.filter(({ id }) => byTask.has(id));
  const untouched = replayed.filter(({ touched = [] }) => touched.length === 0);
  const group = (name: string, some: readonly EvalTask[]): TaskGroup => ({
    name,
    tasks: some.length,
    rows: compareSystems(some.map(({ id }) => byTask.get(id)!)),
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

function compareSystems(tasks: readonly (readonly TaskResult[])[]): readonly GroupRow[] {
  const of = (system: string) => tasks.flatMap((results) => results.filter((result) => result.system === system));
  const systems = new Set(tasks.flat().map(({ system }) => system));
  return [...systems].map((system) => {
    const systemResults = of(system);
    const functions = systemResults.flatMap(({ units }) => units?.functions ?? []);
    const pairs = tasks.flatMap((results) => {
      const [knap, other] = [KNAP, system].map((name) => results.find((result) => result.system === name));
      return knap && other ? [[knap.ranking, other.ranking] as const] : [];
    });
    return {
      system,
      tasks: systemResults.length,
      files: ALL_AT_KEYS.map((key) => estimate(systemResults.map(({ ranking }) => ranking[key]))),
      functions: functions.length === 0 ? null : FUNCTIONS.map((key) => estimate(functions.map((one) => one[key]))),
      behind:
        system === KNAP
          ? null
          : ALL_AT_KEYS.map((key) => estimate(pairs.map(([knap, other]) => knap[key] - other[key]))),
    };
  });
}
