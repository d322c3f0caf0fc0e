import { SCORE_KEYS, type Scores } from './measure.ts';
import { KNAP, type TaskResult } from './replay.ts';
import { type Estimate, estimate, quantile } from './statistics.ts';

/** How one way of ranking did over all tasks. */
export interface SystemSummary {
  readonly system: string;
  readonly tasks: number;
  readonly scores: Readonly<Record<keyof Scores, Estimate>>;
  /** Middle and worst time of an answer. */
  readonly milliseconds: { readonly p50: number; readonly p95: number };
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
    const valuesOf = (key: keyof Scores) => own.map(({ scores }) => scores[key]);
    const times = valuesOf('milliseconds');
    return {
      system,
      tasks: own.length,
      scores: Object.fromEntries(SCORE_KEYS.map((key) => [key, estimate(valuesOf(key))])) as SystemSummary['scores'],
      milliseconds: { p50: quantile(times, 0.5), p95: quantile(times, 0.95) },
    };
  });
}

/** The tasks knap did worst on. */
export function missesOf(results: readonly TaskResult[]): readonly Miss[] {
  return results
    .filter(({ system, scores }) => system === KNAP && scores.recallAt10 < 1)
    .map(({ task, repo, scores }) => ({ task, repo, recallAt10: scores.recallAt10 }))
    .sort((a, b) => a.recallAt10 - b.recallAt10 || (a.task < b.task ? -1 : 1));
}
