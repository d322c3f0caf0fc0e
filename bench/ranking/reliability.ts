/** A probability that was given, and whether it came so. */
export interface Judged {
  readonly said: number;
  readonly came: number;
}

export interface Bin {
  readonly said: number;
  readonly came: number;
  readonly count: number;
}

const BINS = 10;
/** What is less likely is hardly ever looked at, and would hide the rest by its number. */
const WORTH = 0.05;

/** Tenths of the scale: what was said there on average, and how often it came. */
export function reliability(all: readonly Judged[]): readonly Bin[] {
  const byBin = Map.groupBy(all, ({ said }) => Math.min(BINS - 1, Math.floor(said * BINS)));
  return [...byBin]
    .sort((a, b) => a[0] - b[0])
    .map(([, some]) => ({
      said: mean(some.map(({ said }) => said)),
      came: mean(some.map(({ came }) => came)),
      count: some.length,
    }));
}

/** How far what was said lies from what came, on average. */
export function calibrationError(all: readonly Judged[]): number {
  return reliability(all).reduce((sum, { said, came, count }) => sum + (count / all.length) * Math.abs(said - came), 0);
}

export function reliabilityTable(name: string, all: readonly Judged[]): string {
  const worth = all.filter(({ said }) => said >= WORTH);
  const rows = reliability(all).map(
    ({ said, came, count }) => `| ${said.toFixed(3)} | ${came.toFixed(3)} | ${count} |`,
  );
  return [
    `${name}: expected error ${calibrationError(all).toFixed(4)} over all ${all.length}, ${calibrationError(worth).toFixed(4)} over the ${worth.length} of at least ${WORTH}`,
    '| said | came | n |\n|---|---|---|',
    ...rows,
  ].join('\n');
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
}
