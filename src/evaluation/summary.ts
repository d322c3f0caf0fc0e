import type { PackAim } from '../model/budget.ts';
import { type Bin, calibrationError, chanceError, together } from './calibration.ts';
import { PACK_KEYS, type PackScores, RANKING_KEYS, type RankingScores } from './measure.ts';
import { FUNCTION_KEYS, type FunctionScores } from './measure-units.ts';
import { KNAP, type TaskResult } from './replay.ts';
import { type Estimate, estimate, quantile } from './statistics.ts';

/** How one way of ranking did over all tasks. */
export interface SystemSummary {
  readonly system: string;
  readonly tasks: number;
  /** Of these, how many had a file to change in the first place. */
  readonly firstRight: number;
  readonly ranking: Readonly<Record<keyof RankingScores, Estimate>>;
  readonly packs: readonly PackSummary[];
  /** How packs of each aim did under the first budget; empty where a way of ranking has no aims. */
  readonly aims: readonly AimSummary[];
  /** How units were ranked and what likelihoods were worth; null where a way of ranking has neither. */
  readonly units: UnitSummary | null;
  /** Middle and worst time of an answer. */
  readonly milliseconds: { readonly p50: number; readonly p95: number };
}

interface UnitSummary {
  /** Over the tasks whose fix changed a function. */
  readonly functions: { readonly tasks: number } & Readonly<Record<keyof FunctionScores, Estimate>>;
  readonly calibration: Readonly<Record<'files' | 'units', Calibration>>;
}

/** What likelihoods of five percent and more were worth. */
interface Calibration {
  /** Mean distance of what was said from what came, over tenths. */
  readonly error: number;
  /** What that distance would be by chance if every likelihood were exactly right. */
  readonly chance: number;
  readonly bins: readonly Bin[];
}

/** How its packs of one budget did. */
interface PackSummary {
  readonly budget: number;
  readonly scores: Readonly<Record<keyof PackScores, Estimate>>;
}

interface AimSummary {
  readonly aim: PackAim;
  readonly scores: Readonly<Record<keyof PackScores, Estimate>>;
}

/** A task whose files were not among the first ten. */
export interface Miss {
  readonly task: string;
  readonly repo: string | null;
  readonly recallAt10: number;
}

/** Means with intervals for each way of ranking, in the order they were first met. */
export function summarise(results: readonly TaskResult[]): readonly SystemSummary[] {
  return [...Map.groupBy(results, ({ system }) => system)].map(([system, own]) => {
    const times = own.map(({ milliseconds }) => milliseconds);
    const packs = Map.groupBy(
      own.flatMap((result) => result.packs),
      ({ budget }) => budget,
    );
    return {
      system,
      tasks: own.length,
      firstRight: own.filter(({ ranking }) => ranking.recallAt1 > 0).length,
      ranking: estimates(
        RANKING_KEYS,
        own.map(({ ranking }) => ranking),
      ),
      packs: [...packs].map(([budget, some]) => ({ budget, scores: estimates(PACK_KEYS, some) })),
      aims: [
        ...Map.groupBy(
          own.flatMap((result) => result.aims ?? []),
          ({ aim }) => aim,
        ),
      ].map(([aim, some]) => ({
        aim,
        scores: estimates(PACK_KEYS, some),
      })),
      units: unitSummary(own),
      milliseconds: { p50: quantile(times, 0.5), p95: quantile(times, 0.95) },
    };
  });
}

function unitSummary(own: readonly TaskResult[]): UnitSummary | null {
  const all = own.flatMap(({ units }) => units ?? []);
  if (all.length === 0) return null;
  const functions = all.flatMap((one) => one.functions ?? []);
  const calibration = (of: 'files' | 'units'): Calibration => {
    const bins = together(all.map((one) => one.calibration[of]));
    return { error: calibrationError(bins), chance: chanceError(bins), bins };
  };
  return {
    functions: { tasks: functions.length, ...estimates(FUNCTION_KEYS, functions) },
    calibration: { files: calibration('files'), units: calibration('units') },
  };
}

function estimates<Key extends string>(
  keys: readonly Key[],
  rows: readonly Readonly<Record<Key, number>>[],
): Readonly<Record<Key, Estimate>> {
  const entries = keys.map((key) => [key, estimate(rows.map((row) => row[key]))]);
  return Object.fromEntries(entries) as Record<Key, Estimate>;
}

/** The tasks knap did worst on. */
export function missesOf(results: readonly TaskResult[]): readonly Miss[] {
  return results
    .filter(({ system, ranking }) => system === KNAP && ranking.recallAt10 < 1)
    .map(({ task, repo, ranking }) => ({ task, repo, recallAt10: ranking.recallAt10 }))
    .sort((a, b) => a.recallAt10 - b.recallAt10 || (a.task < b.task ? -1 : 1));
}
