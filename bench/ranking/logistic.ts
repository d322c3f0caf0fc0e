/** Examples of one kind: rows of features, with an outcome and a weight for each. */
export interface Examples {
  readonly names: readonly string[];
  readonly rows: readonly (readonly number[])[];
  readonly came: readonly number[];
  readonly weights: readonly number[];
}

export interface Odds {
  readonly bias: number;
  readonly weights: Readonly<Record<string, number>>;
}

const L2 = 1e-3;
const STEPS = 30;

/** Logistic regression by Newton's method on standardised features; a weight whose sign would be wrong is left out. */
export function fitOdds(examples: Examples, signs: Readonly<Record<string, 1 | -1>> = {}): Odds {
  let names = examples.names;
  for (;;) {
    const odds = newton({ ...examples, names }, examples.names);
    const wrong = names.filter((name) => (odds.weights[name] ?? 0) * (signs[name] ?? 0) < 0);
    if (wrong.length === 0)
      return { ...odds, weights: Object.fromEntries(examples.names.map((name) => [name, odds.weights[name] ?? 0])) };
    names = names.filter((name) => !wrong.includes(name));
  }
}

export function oddsOf({ bias, weights }: Odds, names: readonly string[], row: readonly number[]): number {
  return names.reduce((sum, name, at) => sum + (weights[name] ?? 0) * row[at]!, bias);
}

function newton({ names, rows, came, weights }: Examples, all: readonly string[]): Odds {
  const columns = names.map((name) => all.indexOf(name));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const mean = columns.map((at) => rows.reduce((sum, row, i) => sum + weights[i]! * row[at]!, 0) / total);
  const spread = columns.map(
    (at, k) =>
      Math.sqrt(rows.reduce((sum, row, i) => sum + weights[i]! * (row[at]! - mean[k]!) ** 2, 0) / total) + 1e-6,
  );
  const width = names.length + 1;
  const known = new Float64Array(width);
  const values = new Float64Array(width);
  for (let step = 0; step < STEPS; step++) {
    const slope = new Float64Array(width);
    const curve = Array.from({ length: width }, () => new Float64Array(width));
    for (const [i, row] of rows.entries()) {
      values[0] = 1;
      for (let k = 1; k < width; k++) values[k] = (row[columns[k - 1]!]! - mean[k - 1]!) / spread[k - 1]!;
      let sum = 0;
      for (let k = 0; k < width; k++) sum += known[k]! * values[k]!;
      const said = 1 / (1 + Math.exp(-sum));
      const off = weights[i]! * (said - came[i]!);
      const bend = weights[i]! * said * (1 - said);
      for (let k = 0; k < width; k++) {
        slope[k]! += off * values[k]!;
        for (let j = 0; j <= k; j++) curve[k]![j]! += bend * values[k]! * values[j]!;
      }
    }
    for (let k = 0; k < width; k++) {
      if (k > 0) slope[k]! += L2 * total * known[k]!;
      curve[k]![k]! += k > 0 ? L2 * total : 1e-8;
      for (let j = 0; j < k; j++) curve[j]![k] = curve[k]![j]!;
    }
    const move = solved(curve, slope);
    for (let k = 0; k < width; k++) known[k]! -= move[k]!;
    if (move.every((part) => Math.abs(part) < 1e-6)) break;
  }
  const plain = names.map((_, k) => known[k + 1]! / spread[k]!);
  const bias = plain.reduce((sum, weight, k) => sum - weight * mean[k]!, known[0]!);
  return { bias, weights: Object.fromEntries(names.map((name, k) => [name, plain[k]!])) };
}

// Gaussian elimination with the greatest pivot first.
function solved(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const rows = matrix.map((row, at) => Float64Array.from([...row, right[at]!]));
  const size = rows.length;
  for (let at = 0; at < size; at++) {
    let pivot = at;
    for (let row = at + 1; row < size; row++) if (Math.abs(rows[row]![at]!) > Math.abs(rows[pivot]![at]!)) pivot = row;
    [rows[at], rows[pivot]] = [rows[pivot]!, rows[at]!];
    for (let row = 0; row < size; row++) {
      if (row === at) continue;
      const share = rows[row]![at]! / rows[at]![at]!;
      for (let k = at; k <= size; k++) rows[row]![k]! -= share * rows[at]![k]!;
    }
  }
  return Float64Array.from(rows, (row, at) => row[size]! / row[at]!);
}
