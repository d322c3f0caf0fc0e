// The statistics of evaluations: means with confidence intervals, quantiles, and the calibration of likelihoods.

export interface Estimate {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 1000;

/** Computes the mean and its bootstrap confidence interval of 95 %; the same list gives the same interval. */
export function estimate(values: readonly number[]): Estimate {
  if (values.length === 0) return { mean: 0, low: 0, high: 0 };
  const random = createRandom(values.length);
  const means = new Float64Array(RESAMPLES);
  for (let sample = 0; sample < RESAMPLES; sample++) {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[Math.floor(random() * values.length)]!;
    means[sample] = sum / values.length;
  }
  means.sort();
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean, low: means[Math.floor(RESAMPLES * 0.025)]!, high: means[Math.ceil(RESAMPLES * 0.975) - 1]! };
}

/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

// Mulberry32: a small random generator with the same numbers on every machine.
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A predicted probability, and whether the event occurred. */
export interface Prediction {
  readonly said: number;
  readonly came: number;
  /** How many predictions it represents. */
  readonly weight?: number;
}

/** One tenth of the scale: the number of predictions in it, and the sums of predictions and of events. */
export interface Bin {
  readonly count: number;
  readonly said: number;
  readonly came: number;
}

const BINS = 10;
const EMPTY: Bin = { count: 0, said: 0, came: 0 };
/** Callers leave out predictions below this: they matter little, and their number would hide the rest. */
export const LIKELIHOOD_MIN = 0.05;

/** Sorts predictions into tenths of the scale, which hold sums, so that those of several tasks can be added. */
export function sortIntoBins(all: Iterable<Prediction>): readonly Bin[] {
  const bins = Array.from({ length: BINS }, () => ({ ...EMPTY }) as { -readonly [Key in keyof Bin]: number });
  for (const { said, came, weight = 1 } of all) {
    const bin = bins[Math.min(BINS - 1, Math.floor(said * BINS))]!;
    bin.count += weight;
    bin.said += weight * said;
    bin.came += weight * came;
  }
  return bins;
}

/** Adds up the same tenths of several tasks. */
export function addBins(all: readonly (readonly Bin[])[]): readonly Bin[] {
  return Array.from({ length: BINS }, (_, at) =>
    all.reduce((sum, bins) => {
      const { count, said, came } = bins[at] ?? EMPTY;
      return { count: sum.count + count, said: sum.said + said, came: sum.came + came };
    }, EMPTY),
  );
}

/** The expected calibration error: the mean distance between predictions and events over the tenths. */
export function calibrationError(bins: readonly Bin[]): number {
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  return bins.reduce((sum, { said, came }) => sum + Math.abs(said - came), 0) / (total || 1);
}

/** The calibration error that perfect likelihoods would show by chance with these numbers in each tenth. */
export function chanceError(bins: readonly Bin[]): number {
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  const off = ({ count, said }: Bin) => Math.sqrt(((2 / Math.PI) * said * (count - said)) / (count || 1));
  return bins.reduce((sum, bin) => sum + off(bin), 0) / (total || 1);
}
