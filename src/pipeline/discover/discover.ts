import type { Candidate } from '../../model/candidate.ts';
import type { Question, SignalFinder } from '../../ports/signal-finder.ts';
import { mergeHits, settle } from '../merge-hits.ts';

export interface Discovery {
  readonly candidates: readonly Candidate[];
  readonly notes: readonly string[];
}

/** Asks every finder side by side and merges what they found by file. */
export async function discover(question: Question, finders: readonly SignalFinder[]): Promise<Discovery> {
  const asked = finders.filter((finder) => finder.find && finder.applies(question));
  const answers = await Promise.allSettled(asked.map((finder) => finder.find!(question)));
  const { found, notes } = settle(
    asked.map((finder) => finder.kind),
    answers,
  );
  return { candidates: mergeHits([], found), notes };
}
