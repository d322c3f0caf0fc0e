import type { Reason } from '../model/signal.ts';
import type { Rating } from '../ports/ranker.ts';
import type { FeatureRow } from './measure.ts';

/** A row of features with what each counts, and the greatest sum they could give. */
export interface Weighed {
  readonly values: FeatureRow;
  readonly weights: Float64Array;
  readonly possible: number;
}

/** A feature as a reader hears of it. */
export interface Saying {
  readonly name: string;
  readonly says: string;
  /** Says what it is like, whatever the task. */
  readonly isFree?: boolean;
}

/** A class, because there are thousands of them: a getter of its own on each would make each a slow object. */
export class LearnedRating implements Rating {
  readonly score: number;
  readonly sum: number;
  readonly likelihood: number;
  readonly #findReasons: () => readonly Reason[];
  #reasons: readonly Reason[] | null = null;

  constructor({ score, sum, likelihood }: Omit<Rating, 'reasons'>, findReasons: () => readonly Reason[]) {
    this.score = score;
    this.sum = sum;
    this.likelihood = likelihood ?? 0;
    this.#findReasons = findReasons;
  }

  /** Worked out once, for what is shown. */
  get reasons(): readonly Reason[] {
    this.#reasons ??= this.#findReasons();
    return this.#reasons;
  }
}

/** What a sum is made of, best first. */
export function reasonsOf(
  { values, weights, possible }: Weighed,
  features: readonly Saying[],
  becauseOf: (name: string) => string | undefined,
): readonly Reason[] {
  const reasons = features.flatMap(({ name, says, isFree = false }, at) => {
    const weight = weights[at]! / possible;
    if (values[at] === 0 || weight === 0) return [];
    return [{ isFree, reason: { signal: name, value: values[at]!, weight, because: becauseOf(name) ?? says } }];
  });
  // What has nothing to do with the task counts, and convinces nobody.
  return reasons
    .sort((a, b) => Number(a.isFree) - Number(b.isFree) || strength(b.reason) - strength(a.reason) || byName(a, b))
    .map(({ reason }) => reason);
}

const strength = ({ weight, value }: Reason): number => weight * value;
const byName = (a: { reason: Reason }, b: { reason: Reason }): number => (a.reason.signal < b.reason.signal ? -1 : 1);
