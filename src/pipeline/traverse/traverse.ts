import type { Candidate } from '../../model/candidate.ts';
import { byText } from '../../model/terms.ts';
import type { Question, SignalFinder } from '../../ports/signal-finder.ts';
import { mergeHits, settle } from '../merge-hits.ts';

export interface Traversal {
  readonly candidates: readonly Candidate[];
  readonly notes: readonly string[];
}

export interface TraverseOptions {
  /** How strong a candidate stands so far, 0..1. */
  readonly strength: (candidate: Candidate) => number;
  readonly seedsMax: number;
}

/** Walks from the strongest candidates to what hangs together with them. */
export async function traverse(
  question: Question,
  candidates: readonly Candidate[],
  finders: readonly SignalFinder[],
  options: TraverseOptions,
): Promise<Traversal> {
  const seeds = strongest(candidates, options);
  const expanding = finders.filter((finder) => finder.expand && finder.applies(question));
  const walked = await Promise.allSettled(expanding.map((finder) => finder.expand!(question, seeds)));
  const reached = settle(
    expanding.map((finder) => finder.kind),
    walked,
  );
  return { candidates: mergeHits(candidates, reached.found), notes: reached.notes };
}

/** Measures candidates however they were found. */
export async function measure(
  question: Question,
  candidates: readonly Candidate[],
  finders: readonly SignalFinder[],
): Promise<Traversal> {
  const paths = candidates.map((candidate) => candidate.path);
  const measuring = finders.filter((finder) => finder.measure && finder.applies(question));
  const measured = await Promise.allSettled(measuring.map((finder) => finder.measure!(question, paths)));
  const evidence = settle(
    measuring.map((finder) => finder.kind),
    measured,
  );
  return { candidates: mergeHits(candidates, evidence.found), notes: evidence.notes };
}

function strongest(candidates: readonly Candidate[], { strength, seedsMax }: TraverseOptions): readonly Candidate[] {
  const ranked = candidates.map((candidate) => ({ candidate, strength: strength(candidate) }));
  ranked.sort((a, b) => b.strength - a.strength || byText(a.candidate.path, b.candidate.path));
  return ranked.slice(0, seedsMax).map((entry) => entry.candidate);
}
