import { BLOCKS_ALONE, layoutOf, list } from '../../formats/page.ts';
import { demanded } from '../../model/budget.ts';
import { choose } from '../../pipeline/fit.ts';
import { covers, lengthOf, type ShowCandidate } from '../../pipeline/show/show-candidate.ts';
import type { Quote } from '../../ports/formatter.ts';
import { loadTokenizer } from '../../tokenizers/index.ts';
import { never } from '../../truncators/never.ts';
import { RANKED_BUDGET } from '../parts/ranked-budget.ts';
import { documentCandidates, numberOf } from './document-candidate.ts';

/**
 * What has room by its length, in code points as its card tells them: candidates in their order as long as they fit whole,
 * and later ones where one does not. Blockers are taken whatever their length. Lines that two of them share count once.
 */
export async function withinRoom(
  candidates: readonly ShowCandidate[],
  charactersMax: number,
): Promise<ReadonlySet<ShowCandidate>> {
  if (charactersMax === 0 || candidates.length === 0) return new Set();
  const budgetTokens = Math.max(charactersMax, lengthOfBlockers(candidates));
  const places = candidates.map(({ card, section }) => ({
    path: card.path,
    startLine: section?.startLine ?? 1,
    endLine: section?.endLine ?? card.lineCount,
  }));
  const measured = list('', '', (quote: Quote) => {
    const longest = Math.max(...quote.covers.map((id) => lengthOf(candidates[numberOf(id)]!)));
    return 'x'.repeat(Math.min(longest, budgetTokens + 1));
  });
  const chosen = choose(documentCandidates(places), {
    ...RANKED_BUDGET,
    ...{
      budgetTokens,
      tokenizer: await loadTokenizer('characters'),
      truncator: never,
      shares: IN_TURN,
    },
    layout: layoutOf({ ...BLOCKS_ALONE, blocks: measured }),
    head: { task: null, text: '', coverage: null, notes: [] },
    tuning: TUNING,
  });
  const taken = [...demanded(chosen).outcomes].filter(([, { kind }]) => kind === 'included');
  return new Set(taken.map(([id]) => candidates[numberOf(id)]!));
}

/** Everybody may take all the room that those before it have left. */
export const IN_TURN = { pinned: 1, each: 1 } as const;

/** Sections that only touch are two; no room is kept for lines about what is left out, and their number has no limit. */
export const TUNING = {
  ...RANKED_BUDGET.tuning,
  gapLines: -1,
  referenceShare: 0,
  referencesMax: RANKED_BUDGET.filesMax,
} as const;

function lengthOfBlockers(candidates: readonly ShowCandidate[]): number {
  const blockers = candidates.filter(({ source }) => source === 'blocker');
  const apart = blockers.filter((one) => !blockers.some((other) => other !== one && covers(other, one)));
  return apart.reduce((sum, one) => sum + lengthOf(one), 0);
}
