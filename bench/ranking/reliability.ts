import { calibrationError, LIKELIHOOD_MIN, type Prediction, sortIntoBins } from '../../src/evaluation/statistics.ts';

/** The average prediction in a bin, how often it came true, and the number of predictions. */
export interface Point {
  readonly said: number;
  readonly came: number;
  readonly count: number;
}

export function reliability(all: readonly Prediction[]): readonly Point[] {
  return sortIntoBins(all)
    .filter(({ count }) => count > 0)
    .map(({ said, came, count }) => ({ said: said / count, came: came / count, count: Math.round(count) }));
}

export function reliabilityTable(name: string, all: readonly Prediction[]): string {
  const worth = all.filter(({ said }) => said >= LIKELIHOOD_MIN);
  const [whole, error] = [all, worth].map((some) => calibrationError(sortIntoBins(some)).toFixed(4));
  const rows = reliability(all).map(
    ({ said, came, count }) => `| ${said.toFixed(3)} | ${came.toFixed(3)} | ${count} |`,
  );
  return [
    `${name}: expected error ${error} over the ${worth.length} of at least ${LIKELIHOOD_MIN}, ${whole} over all ${all.length}`,
    '| said | came | n |\n|---|---|---|',
    ...rows,
  ].join('\n');
}
