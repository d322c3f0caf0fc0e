import type { Scored } from '../../model/candidate.ts';
import type { Shares } from './budget-options.ts';
import { addShrunk, addWhole, type Choice, isQuoted } from './choice.ts';
import { byRank, type FilePlan } from './file-plan.ts';

interface SharedPart {
  readonly plan: FilePlan;
  readonly scored: Scored;
}

/** Everything by its rank, each within its share; what room is left goes to what was cut, to what is pinned last of all. */
export function shareOut(choice: Choice, shares: Shares): void {
  const { ledger, options } = choice;
  const spent = new Map<Scored, number>();
  const isWhole = ({ plan, scored }: SharedPart) => isQuoted(choice, plan, scored);
  const offer = (part: SharedPart, tokens: number, most: number) => {
    const { plan, scored } = part;
    // Where all of it is out of the question, nothing less is wanted either.
    if (choice.isGivenUp || isWhole(part)) return;
    const [before, picks, own] = [ledger.total(), ledger.picks(plan), spent.get(scored) ?? 0];
    const ceiling = Math.min(most, before - own + Math.floor(tokens));
    if (addWhole(choice, plan, scored, ceiling) !== 'taken' && addShrunk(choice, plan, scored, ceiling) !== 'taken')
      return;
    const cost = ledger.total() - before + own;
    // Too little of it says less than its line.
    if (cost < options.tuning.leastBlockTokens && !isWhole(part)) ledger.take(plan, picks, Number.POSITIVE_INFINITY);
    else spent.set(scored, cost);
  };
  const all = choice.plans
    .flatMap((plan) => plan.usable.map((scored) => ({ plan, scored })))
    .sort((a, b) => byRank(a.scored, b.scored));
  for (const { scored } of all) choice.wanted.add(scored.id);
  const pinned = all.filter(({ scored }) => scored.isPinned);
  const others = all.filter(({ scored }) => !scored.isPinned);
  const { budgetTokens, slackTokens } = options;
  const share = others.length === 0 ? 1 : shares.pinned;
  for (const part of pinned) offer(part, (budgetTokens * share) / pinned.length, choice.ceiling);
  for (const part of others) offer(part, budgetTokens * shares.each, choice.ceiling);
  // Nobody needs a line: what was kept for lines is room too.
  const isEverybodyIn = all.every((part) => isWhole(part) || spent.has(part.scored));
  const most = isEverybodyIn ? budgetTokens - slackTokens : choice.ceiling;
  for (const part of others) if (spent.has(part.scored)) offer(part, budgetTokens, most);
  if (others.every(isWhole)) for (const part of pinned) offer(part, budgetTokens, most);
}
