import type { Reason } from '../model/signal.ts';
import type { Rating } from '../ports/ranker.ts';
import type { TellingOrder } from './file-features.ts';
import type { FeatureRow } from './measure-features.ts';

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
  readonly tells?: TellingOrder;
}

const LAST = 3;

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
  const reasons = features.flatMap(({ name, says, tells = LAST }, at) => {
    const weight = weights[at]! / possible;
    if (values[at] === 0 || weight === 0) return [];
    const because = becauseOf(name) ?? says;
    const isWeak = tells === LAST || weight < 0;
    const reason: Reason = { signal: name, value: values[at]!, weight, because, ...(isWeak && { isWeak }) };
    return [{ tells: isWeak ? LAST : tells, reason }];
  });
  // What the task names convinces before its words do, and these before what hangs together with it.
  return reasons
    .sort((a, b) => a.tells - b.tells || strength(b.reason) - strength(a.reason) || byName(a, b))
    .map(({ reason }) => reason);
}

const strength = ({ weight, value }: Reason): number => weight * value;
const byName = (a: { reason: Reason }, b: { reason: Reason }): number => (a.reason.signal < b.reason.signal ? -1 : 1);
