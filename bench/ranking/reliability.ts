/** A probability that was given, and whether it came so. */
export interface Judged {
  readonly said: number;
  readonly came: number;
  /** How many it stands for; one without it. */
  readonly weight?: number;
}

export interface Bin {
  readonly said: number;
  readonly came: number;
  readonly count: number;
  readonly weight: number;
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
      said: mean(some, ({ said }) => said),
      came: mean(some, ({ came }) => came),
      count: some.length,
      weight: weightOf(some),
    }));
}

/** How far what was said lies from what came, on average. */
export function calibrationError(all: readonly Judged[]): number {
  const total = weightOf(all);
  return reliability(all).reduce((sum, { said, came, weight }) => sum + (weight / total) * Math.abs(said - came), 0);
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

const weightOf = (all: readonly Judged[]): number => all.reduce((sum, { weight = 1 }) => sum + weight, 0);

function mean(all: readonly Judged[], of: (one: Judged) => number): number {
  return all.reduce((sum, one) => sum + (one.weight ?? 1) * of(one), 0) / (weightOf(all) || 1);
}
