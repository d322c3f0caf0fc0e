/** The greatest of the numbers above `floor`, at most `limit` of them, least first. */
export function greatest(
  values: Float64Array | Float32Array,
  limit: number,
  floor = Number.NEGATIVE_INFINITY,
): Float64Array {
  // A short list kept in order: of thousands of numbers few enter it, so this is far quicker than sorting them all.
  const best = new Float64Array(limit);
  let count = 0;
  // Counts up, because a short process never comes to compile an iterator.
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!;
    if (!(value > (count < limit ? floor : best[0]!))) continue;
    let at = count < limit ? count++ : 0;
    if (at === 0) for (; at + 1 < count && best[at + 1]! < value; at++) best[at] = best[at + 1]!;
    else for (; at > 0 && best[at - 1]! > value; at--) best[at] = best[at - 1]!;
    best[at] = value;
  }
  return best.subarray(0, count);
}

/** Which scores are among the `limit` greatest, equal ones included; those of 0 are not. */
export function isAmong(scores: Float64Array, limit: number): (score: number) => boolean {
  const best = greatest(scores, limit, 0);
  const least = best.length < limit ? 0 : best[0]!;
  return (score) => score > 0 && score >= least;
}
