/** The least of the `limit` greatest positive scores; 0 where all of them are among those. */
export function leastOf(scores: Float64Array, limit: number): number {
  // Numbers alone are sorted many times quicker than what carries them.
  const positive = scores.filter((score) => score > 0).sort();
  return positive.length > limit ? positive[positive.length - limit]! : 0;
}
