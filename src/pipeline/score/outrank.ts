import type { Candidate } from '../../model/candidate.ts';
import type { Signal } from '../../model/signal.ts';
import { byText } from '../../model/terms.ts';
import type { Rating } from '../../ports/ranker.ts';

/** A kind of evidence that names a file: its place among the others, where the greater goes first, and from which value on. */
interface NamingSignal {
  readonly place: number;
  readonly from: number;
  /** The value that is enough where a signal without this names a file too. */
  readonly beside?: number;
}

export type NamingSignals = Readonly<Record<string, NamingSignal>>;

// As far apart as two that are named need be to keep their order.
const STEP = 0.001;

/**
 * What the task names comes before what its words suggest, whatever ranker made the ratings: a file or symbol that a person
 * names, then where things broke, then what changed. Nobody is raised further than just above the next.
 */
export function outrank(
  candidates: readonly Candidate[],
  ratings: readonly Rating[],
  naming: NamingSignals,
): readonly Rating[] {
  const isLed = candidates.some(({ signals }) =>
    signals.some(({ kind, value }) => naming[kind]?.beside === undefined && value >= (naming[kind]?.from ?? Infinity)),
  );
  const least = (row: NamingSignal) => (isLed ? (row.beside ?? row.from) : row.from);
  const rows = candidates.map(({ path, signals }, at) => ({
    at,
    path,
    rating: ratings[at]!,
    named: namedBy(signals, naming, least),
  }));
  const named = rows.filter((row) => row.named !== null);
  if (named.length === 0) return ratings;
  named.sort(
    (a, b) =>
      a.named!.place - b.named!.place ||
      a.named!.value - b.named!.value ||
      a.rating.sum - b.rating.sum ||
      byText(b.path, a.path),
  );
  const others = rows.filter((row) => row.named === null).map(({ rating }) => rating);
  let below = { score: most(others, 'score'), sum: most(others, 'sum'), likelihood: most(others, 'likelihood') };
  const raised = [...ratings];
  for (const { at, rating } of named) {
    const { score, sum, likelihood } = rating;
    below = {
      score: Math.max(score, Math.min(1, below.score + STEP)),
      sum: Math.max(sum, below.sum + STEP),
      likelihood: Math.max(likelihood ?? 0, Math.min(1, below.likelihood + STEP)),
    };
    raised[at] = new RaisedRating(rating, below);
  }
  return raised;
}

function namedBy(
  signals: readonly Signal[],
  naming: NamingSignals,
  least: (row: NamingSignal) => number,
): { readonly place: number; readonly value: number } | null {
  let best: { place: number; value: number } | null = null;
  for (const { kind, value } of signals) {
    const row = naming[kind];
    if (row && value >= least(row) && (best === null || row.place > best.place)) best = { place: row.place, value };
  }
  return best;
}

function most(ratings: readonly Rating[], key: 'score' | 'sum' | 'likelihood'): number {
  return ratings.reduce((greatest, rating) => Math.max(greatest, rating[key] ?? 0), 0);
}

// Reasons are worked out for what is shown, so they are asked of the rating itself.
class RaisedRating implements Rating {
  readonly score: number;
  readonly sum: number;
  readonly likelihood: number | null;
  readonly #own: Rating;

  constructor(own: Rating, { score, sum, likelihood }: Pick<Rating, 'score' | 'sum' | 'likelihood'>) {
    this.score = score;
    this.sum = sum;
    this.likelihood = own.likelihood === null ? null : likelihood;
    this.#own = own;
  }

  get reasons(): Rating['reasons'] {
    return this.#own.reasons;
  }
}
