/** How evidence becomes a probability: a weighed sum is the log-odds, and a table straightens them to what was seen. */
export interface LikelihoodModel {
  readonly bias: number;
  readonly weights: Readonly<Record<string, number>>;
  readonly table: LikelihoodTable;
}

/** Points of a curve that never falls: a value, and how often something of that value was needed. */
export type LikelihoodTable = readonly (readonly [value: number, likelihood: number])[];

/** One model for files, one for units, one for the whole answer. */
export interface Likelihoods {
  readonly files: LikelihoodModel;
  readonly units: LikelihoodModel;
  readonly nothing: LikelihoodModel;
}

/** A probability out of values in the order of their names. */
export function likelihoodBy(names: readonly string[], { bias, weights, table }: LikelihoodModel) {
  const known = names.map((name) => weights[name] ?? 0);
  return (values: readonly number[]): number => {
    let odds = bias;
    for (let at = 0; at < known.length; at++) odds += known[at]! * values[at]!;
    return fromTable(table, odds);
  };
}

/** The value of a curve: straight between its points, and at its ends what they say. */
export function fromTable(table: LikelihoodTable, value: number): number {
  const above = table.findIndex(([point]) => point >= value);
  if (above < 0) return table.at(-1)?.[1] ?? 0;
  const [right, high] = table[above]!;
  if (above === 0) return high;
  const [left, low] = table[above - 1]!;
  return low + ((high - low) * (value - left)) / (right - left);
}

/** How a rating stands among the others. */
export interface RatingStanding {
  /** How far its sum lies below the best. */
  readonly gap: number;
  /** How many others are as good, as a logarithm: those above count whole, those below less and less. */
  readonly rivals: number;
}

const GAP_MAX = 8;
/** Differences of sums count so much: what is a point and a half behind is hardly a rival. */
const SHARPNESS = 2;

/** The standing of every sum. What is far behind does not matter: without it the others stand where they stood. */
export function standings(sums: readonly number[]): readonly RatingStanding[] {
  const order = [...sums.keys()].sort((a, b) => sums[b]! - sums[a]!);
  const standing: RatingStanding[] = new Array(sums.length);
  const best = sums[order[0] ?? 0] ?? 0;
  let behind = 0;
  for (let rank = order.length - 1; rank >= 0; rank--) {
    const own = sums[order[rank]!]!;
    const next = rank + 1 < order.length ? sums[order[rank + 1]!]! : Number.NEGATIVE_INFINITY;
    behind = Math.exp(SHARPNESS * (next - own)) * (1 + behind);
    standing[order[rank]!] = { gap: Math.min(GAP_MAX, best - own), rivals: Math.log1p(rank + behind) };
  }
  return standing;
}

/** The odds of a probability, as a logarithm within bounds. */
export function logOdds(likelihood: number): number {
  const inside = Math.min(0.999, Math.max(0.001, likelihood));
  return Math.log(inside / (1 - inside));
}
