import type { Scored } from '../../model/candidate.ts';
import type { EntityId } from '../../model/entity.ts';
import type { LineRange } from '../../model/facts.ts';
import { overlaps } from '../../model/line-ranges.ts';
import { saysNothing } from './boilerplate.ts';
import type { BudgetOptions, Shares } from './budget-options.ts';
import {
  byRank,
  charactersIn,
  type FilePlan,
  isRelated,
  type QuotedPart,
  rangeOf,
  rangeWithContext,
} from './file-plan.ts';
import type { Ledger, Pricer, Verdict } from './ledger.ts';
import { shrink, skeleton } from './shrink.ts';

/** What the passes of a choice share. */
export interface Choice {
  readonly plans: readonly FilePlan[];
  readonly ledger: Ledger;
  readonly pricer: Pricer;
  readonly options: BudgetOptions;
  /** The most that the page may cost before references. */
  ceiling: number;
  /** Candidates that were worth quoting: what of them is not quoted did not fit. */
  readonly wanted: Set<EntityId>;
  /** Candidates that say nothing by themselves. */
  readonly hollow: Set<EntityId>;
  /** Candidates that a limit kept out rather than the budget. */
  readonly limited: Set<EntityId>;
  /** What related candidates took so far. */
  relatedTokens: number;
  /** Related candidates need no longer keep to their share. */
  isRelatedFree: boolean;
  /** Beyond this there is no use in going on. */
  readonly giveUpAt: number;
  isGivenUp: boolean;
}

/** Adds one part whole, beside what its file has already. */
export function addWhole(choice: Choice, plan: FilePlan, scored: Scored, ceiling = choice.ceiling): Verdict {
  const { ledger, options, pricer } = choice;
  // A file that was named is quoted whatever it holds.
  if (
    !(scored === plan.file && scored.isPinned) &&
    saysNothing(plan, scored, [rangeOf(scored, plan.source)], options)
  ) {
    choice.hollow.add(scored.id);
    return 'budget';
  }
  const range = rangeWithContext(scored, plan.source, options.contextLines);
  const most = options.charactersPerBlockMax;
  if (most !== null && charactersIn(plan, range) > most + 1) return 'budget';
  const kept = ledger.picks(plan).filter((pick) => pick.scored !== scored);
  if (kept.some((pick) => pick.cut?.text != null && overlaps(pick.range, range))) return 'budget';
  const added = unquotedCharacters(plan, range, kept);
  // Most of what is too long is far too long: then it need not be counted.
  if (pricer.atLeast(added) > ceiling - ledger.total()) return 'budget';
  const picks = [...kept, { scored, range, cut: null }];
  if (ledger.isAllowed(plan, picks) && isHopeless(choice, plan, range, added)) choice.isGivenUp = true;
  if (choice.isGivenUp) return 'budget';
  return settle(choice, plan, scored, picks, ceiling);
}

// In so little room a piece of something says less than where it stands.
const WHOLE_ONLY_BELOW = 300;

function takesWholeOnly({ budgetTokens, dropsNoise }: BudgetOptions): boolean {
  return dropsNoise && budgetTokens < WHOLE_ONLY_BELOW;
}

/** Adds less than the whole of a part, as much as the ceiling allows. */
export function addShrunk(choice: Choice, plan: FilePlan, scored: Scored, ceiling = choice.ceiling): Verdict {
  const { ledger, options } = choice;
  if (takesWholeOnly(options)) return 'budget';
  const own = rangeOf(scored, plan.source);
  const kept = ledger.picks(plan).flatMap((pick) => (pick.scored === scored ? [] : [besides(pick, own, plan)]));
  // What is cut out of a part must not repeat lines that are quoted already.
  if (kept.some((pick) => overlaps(pick.range, own))) return 'budget';
  const room = relatedCeiling(choice, scored, ceiling);
  const pick = shrink(plan, scored, options, (tried) => ledger.fits(plan, [...kept, tried], room));
  return pick ? settle(choice, plan, scored, [...kept, pick], ceiling) : 'budget';
}

// Lines around a part make way for another part that they belong to.
function besides(pick: QuotedPart, own: LineRange, plan: FilePlan): QuotedPart {
  const [first, last] = rangeOf(pick.scored, plan.source);
  if (pick.cut || overlaps([first, last], own)) return pick;
  const [from, to] = pick.range;
  return { ...pick, range: last < own[0] ? [from, Math.min(to, own[0] - 1)] : [Math.max(from, own[1] + 1), to] };
}

/** Adds the signatures of a part. */
export function addSkeleton(choice: Choice, plan: FilePlan, scored: Scored, ceiling = choice.ceiling): Verdict {
  const kept = choice.ledger.picks(plan);
  if (kept.length > 0 || takesWholeOnly(choice.options)) return 'budget';
  const pick = skeleton(plan, scored, (tried) => choice.ledger.fits(plan, [tried], ceiling));
  return pick ? settle(choice, plan, scored, [pick], ceiling) : 'budget';
}

/** Whether the lines of a candidate are quoted whole. */
export function isQuoted(choice: Choice, plan: FilePlan, scored: Scored): boolean {
  const own = rangeOf(scored, plan.source);
  return choice.ledger.picks(plan).some((pick) => !pick.cut && pick.range[0] <= own[0] && own[1] <= pick.range[1]);
}

/** Room left under the ceiling. */
export function room(choice: Choice): number {
  return choice.isGivenUp ? 0 : choice.ceiling - choice.ledger.total();
}

function settle(
  choice: Choice,
  plan: FilePlan,
  scored: Scored,
  picks: readonly QuotedPart[],
  ceiling: number,
): Verdict {
  const before = choice.ledger.total();
  const most = relatedCeiling(choice, scored, ceiling);
  const taken = choice.ledger.take(plan, picks, most);
  // Its share kept it out, and not the room on the page.
  const isShareSpent = taken === 'budget' && most < ceiling && choice.ledger.fits(plan, picks, ceiling);
  const verdict = isShareSpent ? 'limit' : taken;
  if (verdict === 'limit') choice.limited.add(scored.id);
  if (choice.ledger.total() > choice.giveUpAt) choice.isGivenUp = true;
  if (verdict === 'taken' && isRelated(scored)) choice.relatedTokens += choice.ledger.total() - before;
  return verdict;
}

// What is only related lives within its own share, so that it never pushes out what was asked for.
function relatedCeiling(choice: Choice, scored: Scored, ceiling: number): number {
  if (choice.isRelatedFree || !isRelated(scored)) return ceiling;
  const { budgetTokens, tuning } = choice.options;
  const left = Math.floor(budgetTokens * tuning.relatedShare) - choice.relatedTokens;
  return Math.min(ceiling, choice.ledger.total() + Math.max(0, left));
}

// No token has more characters than this, and lines without any are not always printed.
const CHARACTERS_PER_TOKEN_MAX = 128;

// What is given up before it is counted must be out of the question, whatever it consists of.
function isHopeless({ giveUpAt, ledger }: Choice, plan: FilePlan, [first, last]: LineRange, added: number): boolean {
  const most = (giveUpAt - ledger.total()) * CHARACTERS_PER_TOKEN_MAX;
  if (added <= most) return false;
  const solid = plan.source.lines.slice(first - 1, last).reduce((sum, line) => sum + line.trim().length, 0);
  return Math.min(solid, added) > most;
}

function unquotedCharacters(plan: FilePlan, range: LineRange, kept: readonly QuotedPart[]): number {
  let characters = charactersIn(plan, range);
  for (const pick of kept) {
    const shared: LineRange = [Math.max(range[0], pick.range[0]), Math.min(range[1], pick.range[1])];
    if (!pick.cut && shared[0] <= shared[1]) characters -= charactersIn(plan, shared);
  }
  return Math.max(0, characters);
}

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
