/**
 * Scores of any scale as numbers from 0 to 1, in the same order: a choice weighs value against cost, and a page prints
 * two digits. Scores that lie there already stay as they are.
 */
export function fitScores(scores: readonly number[]): readonly number[] {
  // Halves, because the difference of two great numbers may be too great for a number.
  const least = scores.reduce((low, score) => Math.min(low, score), 0) / 2;
  const most = scores.reduce((high, score) => Math.max(high, score), 1) / 2;
  return scores.map((score) => (score / 2 - least) / (most - least));
}
