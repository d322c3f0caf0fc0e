import { covers, lengthOf, type ShowCandidate } from './candidate.ts';

export interface SelectOptions {
  /** Code points the context may have. */
  readonly charactersMax: number;
  /** Whether the page can hold these; asked only for what fits by its length. */
  readonly accepts: (included: readonly ShowCandidate[]) => Promise<boolean>;
}

export interface ShownSelection {
  /** In the order of the candidates. */
  readonly included: readonly ShowCandidate[];
  /** Qualified, and did not fit. */
  readonly leftOut: readonly ShowCandidate[];
  readonly characters: number;
}

/**
 * Takes candidates in order as long as they fit whole, and tries the later ones when one does not. Blockers are taken
 * whatever their length. The same lines are never printed twice: a section of an included document is passed over, and
 * a document takes the place of its own sections.
 */
export async function selectContext(
  candidates: readonly ShowCandidate[],
  { charactersMax, accepts }: SelectOptions,
): Promise<ShownSelection> {
  let included: readonly ShowCandidate[] = [];
  const leftOut: ShowCandidate[] = [];
  for (const candidate of candidates) {
    if (included.some((one) => covers(one, candidate))) continue;
    const next = withCandidate(included, candidate);
    const isForced = candidate.source === 'blocker' && charactersMax > 0;
    const fits = isForced || total(next) <= charactersMax;
    if (fits && (await accepts(next))) included = next;
    else leftOut.push(candidate);
  }
  return {
    included,
    leftOut: leftOut.filter((candidate) => !included.some((one) => covers(one, candidate))),
    characters: total(included),
  };
}

function withCandidate(included: readonly ShowCandidate[], candidate: ShowCandidate): readonly ShowCandidate[] {
  const first = included.findIndex((one) => covers(candidate, one));
  if (first < 0) return [...included, candidate];
  return included.flatMap((one, index) => (index === first ? [candidate] : covers(candidate, one) ? [] : [one]));
}

function total(candidates: readonly ShowCandidate[]): number {
  return candidates.reduce((sum, candidate) => sum + lengthOf(candidate), 0);
}
