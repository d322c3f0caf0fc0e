/** Something that may be needed: how likely, and how much there is to read of it. */
export interface Chance {
  readonly likelihood: number;
  readonly size: number;
}

/**
 * From which likelihood on things are worth handing over: the cut that promises the best F-β, as if each were needed
 * as often as its likelihood says. β is how many times more it matters to miss nothing than to add nothing. Whoever asks
 * needs at least one of them: where all are unlikely, they are judged beside each other.
 */
export function enoughFrom(chances: readonly Chance[], beta: number): number {
  const sorted = chances.toSorted((a, b) => b.likelihood - a.likelihood);
  const expected = sorted.reduce((sum, { likelihood }) => sum + likelihood, 0);
  const scale = expected > 0 && expected < 1 ? 1 / expected : 1;
  const needed = sorted.reduce((sum, { likelihood, size }) => sum + likelihood * scale * size, 0);
  let [held, read, best, cut] = [0, 0, 0, Number.POSITIVE_INFINITY];
  for (const { likelihood, size } of sorted) {
    held += likelihood * scale * size;
    read += size;
    const promised = ((1 + beta * beta) * held) / (beta * beta * needed + read);
    if (promised < best) continue;
    [best, cut] = [promised, likelihood];
  }
  return cut;
}
