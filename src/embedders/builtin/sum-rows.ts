import type { Model } from './model.ts';
import { createRowAdder } from './row-adder.ts';
import type { Weights } from './word-bag.ts';

/** The weighted sum of rows, brought to length one; all zero when there is nothing to add. */
export type RowSum = (weights: Weights, as: 'query' | 'document') => Float32Array;

/** Sums the rows of a model. One is enough for any number of texts. */
export function createRowSum({ dimensions, scales, ratios, memory }: Model): RowSum {
  const { sum, addOne, addFour } = createRowAdder(memory, dimensions);
  return ({ length, rows, weights }, as) => {
    sum.fill(0);
    const times = (at: number) => {
      const id = rows[at]!;
      return weights[at]! * scales[id]! * (as === 'query' ? ratios[id]! : 1);
    };
    const place = (at: number) => rows[at]! * dimensions;
    let at = 0;
    // biome-ignore format: rows on one line, what each counts on the next.
    for (; at + 3 < length; at += 4)
      addFour(
        place(at), place(at + 1), place(at + 2), place(at + 3),
        times(at), times(at + 1), times(at + 2), times(at + 3),
      );
    for (; at < length; at += 1) addOne(place(at), times(at));
    return toUnitLength(sum);
  };
}

function toUnitLength(sum: Float64Array): Float32Array {
  let squares = 0;
  for (let k = 0; k < sum.length; k += 1) squares += sum[k]! * sum[k]!;
  const norm = Math.sqrt(squares) || 1;
  const vector = new Float32Array(sum.length);
  for (let k = 0; k < sum.length; k += 1) vector[k] = sum[k]! / norm;
  return vector;
}
