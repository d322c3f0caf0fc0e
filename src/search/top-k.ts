// These functions join lists of scores, and find the best of many thousands without sorting all of them.

/** Returns the greatest numbers above `floor`, at most `limit` of them, in ascending order. */
export function pickGreatest(
  values: Float64Array | Float32Array,
  limit: number,
  floor = Number.NEGATIVE_INFINITY,
): Float64Array {
  // The list stays short and sorted. Few of the numbers enter it, so this is much faster than sorting all of them.
  const best = new Float64Array(limit);
  let count = 0;
  // The loop uses an index, because a short process never runs long enough to compile an iterator.
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!;
    if (!(value > (count < limit ? floor : best[0]!))) continue;
    let slot = count < limit ? count++ : 0;
    if (slot === 0) for (; slot + 1 < count && best[slot + 1]! < value; slot++) best[slot] = best[slot + 1]!;
    else for (; slot > 0 && best[slot - 1]! > value; slot--) best[slot] = best[slot - 1]!;
    best[slot] = value;
  }
  return best.subarray(0, count);
}

/** Returns a filter for the `limit` greatest scores above 0. Scores equal to the least of them pass too. */
export function createTopFilter(scores: Float64Array, limit: number): (score: number) => boolean {
  const best = pickGreatest(scores, limit, 0);
  const least = best.length < limit ? 0 : best[0]!;
  return (score) => score > 0 && score >= least;
}

/** Returns the indexes of the `limit` greatest scores above 0, in ascending order, with those that equal the least. */
export function pickBestIndexes(scores: Float64Array, limit: number): number[] {
  const isBest = createTopFilter(scores, limit);
  const indexes: number[] = [];
  for (let index = 0; index < scores.length; index++) if (isBest(scores[index]!)) indexes.push(index);
  return indexes;
}

export function joinLists(lists: readonly Float32Array[]): Float64Array {
  const all = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const list of lists) {
    all.set(list, end);
    end += list.length;
  }
  return all;
}
