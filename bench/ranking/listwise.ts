/** A list to order: rows of features, and the share of each row in what is wanted. */
export interface List {
  readonly group: string;
  readonly rows: Float32Array;
  readonly count: number;
  /** Sums to one, or to zero if nothing is wanted. */
  readonly wanted: Float64Array;
  readonly weight?: number;
}

export interface FitOptions {
  readonly width: number;
  /** Lowest and highest weight of each feature, on the scale of its values. */
  readonly least: Float64Array;
  readonly most: Float64Array;
  /** How strongly weights are pulled towards `before`. */
  readonly pull: number;
  readonly before: Float64Array;
  readonly sdFloor: number;
  readonly steps: number;
  readonly rate: number;
}

export const FIT = { pull: 0.3, sdFloor: 0.15, steps: 120, rate: 0.1 } as const;

/** Fits weights to the softmax of each list by Adam on all lists at once; keeps the weights in their bounds. */
export function fit(lists: readonly List[], options: FitOptions): Float64Array {
  const { width, pull, steps, rate } = options;
  const scale = deviations(lists, options);
  const held = options.before.map((weight, at) => weight * scale[at]!);
  const weights = Float64Array.from(held);
  const [first, second] = [new Float64Array(width), new Float64Array(width)];
  const total = lists.reduce((sum, list) => sum + (list.weight ?? 1), 0);
  for (let step = 1; step <= steps; step++) {
    const gradient = new Float64Array(width);
    for (const list of lists) addGradient(list, weights, scale, gradient);
    for (let at = 0; at < width; at++) {
      const slope = gradient[at]! / total + pull * (weights[at]! - held[at]!);
      first[at] = 0.9 * first[at]! + 0.1 * slope;
      second[at] = 0.999 * second[at]! + 0.001 * slope * slope;
      const move = first[at]! / (1 - 0.9 ** step) / (Math.sqrt(second[at]! / (1 - 0.999 ** step)) + 1e-8);
      const next = weights[at]! - rate * (1 - step / (steps + 1)) * move;
      weights[at] = Math.min(options.most[at]! * scale[at]!, Math.max(options.least[at]! * scale[at]!, next));
    }
  }
  return weights.map((weight, at) => weight / scale[at]!);
}

/** The weighted sum of each row. */
export function sumsOf({ rows, count }: Pick<List, 'rows' | 'count'>, weights: Float64Array): Float64Array {
  const width = weights.length;
  const sums = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    let sum = 0;
    for (let at = 0; at < width; at++) sum += rows[i * width + at]! * weights[at]!;
    sums[i] = sum;
  }
  return sums;
}

/** Keeps the rows that rough weights put first, and all that are wanted. */
export function hardest(list: List, rough: Float64Array, max: number): Pick<List, 'rows' | 'count' | 'wanted'> {
  const width = rough.length;
  const sums = sumsOf(list, rough);
  const order = [...sums.keys()].sort((a, b) => sums[b]! - sums[a]! || a - b);
  const kept = order.filter((index, rank) => rank < max || list.wanted[index]! > 0);
  const rows = new Float32Array(kept.length * width);
  for (const [to, from] of kept.entries()) rows.set(list.rows.subarray(from * width, (from + 1) * width), to * width);
  return { rows, count: kept.length, wanted: Float64Array.from(kept, (index) => list.wanted[index]!) };
}

function deviations(lists: readonly List[], { width, sdFloor }: FitOptions): Float64Array {
  const [sum, squares] = [new Float64Array(width), new Float64Array(width)];
  let count = 0;
  for (const list of lists) {
    count += list.count;
    for (let i = 0; i < list.count * width; i++) {
      const value = list.rows[i]!;
      sum[i % width]! += value;
      squares[i % width]! += value * value;
    }
  }
  return sum.map((total, at) => Math.max(sdFloor, Math.sqrt(Math.max(0, squares[at]! / count - (total / count) ** 2))));
}

// Weights belong to features divided by their deviation; their means do not matter in a softmax.
function addGradient(list: List, weights: Float64Array, scale: Float64Array, gradient: Float64Array): void {
  const width = weights.length;
  const { rows, count, wanted } = list;
  const plain = weights.map((weight, at) => weight / scale[at]!);
  const sums = sumsOf(list, plain);
  const top = sums.reduce((most, sum) => Math.max(most, sum), Number.NEGATIVE_INFINITY);
  let mass = 0;
  for (let i = 0; i < count; i++) mass += sums[i] = Math.exp(sums[i]! - top);
  const slope = new Float64Array(width);
  for (let i = 0; i < count; i++) {
    const off = sums[i]! / mass - wanted[i]!;
    // Skips rows whose slope is negligible.
    if (Math.abs(off) < 1e-4) continue;
    for (let at = 0, from = i * width; at < width; at++) slope[at]! += off * rows[from + at]!;
  }
  for (let at = 0; at < width; at++) gradient[at]! += ((list.weight ?? 1) * slope[at]!) / scale[at]!;
}
