import type { Scored } from '../../model/candidate.ts';
import type { LineRange } from '../../model/facts.ts';
import { overlaps } from '../../model/line-ranges.ts';
import { isAbove, worthOf } from '../aim.ts';
import { bestParts, completeFunction, fill, firstCount, neighbours, type Queued, worthQueueing } from './best-parts.ts';
import { saysNothing } from './boilerplate.ts';
import type { Shares } from './budget-options.ts';
import { addShrunk, addSkeleton, addWhole, type Choice, isQuoted, room } from './choice.ts';
import { byRank, type FilePlan, FUNCTIONS, isAtomic, isHunk, isRelated, rangeOf, wholeSymbol } from './file-plan.ts';

/** Chooses: what a diff changes, what the task names, the best files, the best parts, what more of them the room can hold, then what they lean on. */
export function select(choice: Choice): readonly Queued[] {
  for (const plan of worthQueueing(choice)) for (const { id } of plan.usable) choice.wanted.add(id);
  quoteHunks(choice);
  pinned(choice);
  if (firstCount(choice) === 0 && !leader(choice)) return [];
  wholeFiles(choice);
  firstParts(choice);
  const waiting = bestParts(choice);
  fill(choice, waiting);
  neighbours(choice, waiting);
  return waiting;
}

// Each gets its share of the room that is left, the first the most, so that none is crowded out by another; what one leaves,
// the next may use.
function pinned(choice: Choice): void {
  const all = choice.plans
    .flatMap((plan) => plan.all.filter((one) => one.isPinned && !isHunk(one)).map((scored) => ({ plan, scored })))
    .sort((a, b) => byRank(a.scored, b.scored));
  const sums = shareSums(all.length);
  for (const [index, { plan, scored }] of all.entries()) {
    choice.wanted.add(scored.id);
    if (isQuoted(choice, plan, scored)) continue;
    const isAsked = scored.byHand !== undefined;
    const { pinnedShare } = choice.options.tuning;
    const share = isAsked ? room(choice) : (room(choice) * pinnedShare) / sums[all.length - index]!;
    pin(choice, plan, scored, choice.ledger.total() + Math.floor(share));
  }
}

// Where there is room for one thing, that is the best one, cut if need be, and never a neighbour that happens to fit.
function leader(choice: Choice): boolean {
  const usable = choice.plans.flatMap((plan) => plan.usable.map((scored) => ({ plan, scored })));
  const isFit = ({ plan, scored }: Queued) =>
    !isRelated(scored) && !saysNothing(plan, scored, [rangeOf(scored, plan.source)], choice.options);
  const worth = ({ scored }: Queued) => worthOf(scored, choice.options.floors);
  const best = usable.filter(isFit).toSorted((a, b) => worth(b) - worth(a) || byRank(a.scored, b.scored))[0];
  if (!best || !choice.options.dropsNoise || isQuoted(choice, best.plan, best.scored)) return true;
  const { plan, scored } = best;
  if (choice.ledger.picks(plan).some((pick) => pick.scored.id === scored.id)) return true;
  // What matters to the task may stand in any piece of a long function.
  const whole = scored.entity.kind === 'class' ? scored : wholeSymbol(scored, plan.source);
  return [
    () => addWhole(choice, plan, whole),
    () => addShrunk(choice, plan, whole),
    () => addWhole(choice, plan, scored),
    () => addShrunk(choice, plan, scored),
  ].some((add) => add() === 'taken');
}

// For each number of those that wait: 1 for the first of them, 1/2 for the next, 1/3 for the one after, together.
function shareSums(count: number): readonly number[] {
  const sums = [0];
  for (let after = 1; after <= count; after++) sums.push(sums[after - 1]! + 1 / after);
  return sums;
}

function pin(choice: Choice, plan: FilePlan, scored: Scored, ceiling: number): void {
  // What changed in it is quoted already, or did not fit.
  if (addWhole(choice, plan, scored, ceiling) === 'taken' || plan.hunks.length > 0) return;
  const member = choice.hollow.has(scored.id) ? bestMember(choice, plan, scored) : null;
  if (member) {
    pin(choice, plan, member, ceiling);
    return;
  }
  if (scored === plan.file && !isAtomic(scored)) {
    for (const part of plan.usable) if (part !== scored) addWhole(choice, plan, part, ceiling);
    if (choice.ledger.picks(plan).length > 0) return;
    if (choice.options.includeSkeletons && addSkeleton(choice, plan, scored, ceiling) === 'taken') return;
  }
  if (addShrunk(choice, plan, scored, ceiling) === 'taken') return;
  // Named by the task: it may take all the room there is rather than be missing.
  if (addWhole(choice, plan, scored) !== 'taken') addShrunk(choice, plan, scored);
}

// A class whose head says nothing is told by the best of its members.
function bestMember({ options }: Choice, plan: FilePlan, { entity }: Scored): Scored | null {
  const { all, source } = plan;
  const holder = source.facts.symbols.find(({ qualifiedName }) => qualifiedName === entity.qualifiedName);
  if (!holder) return null;
  const isInside = ({ entity: { location, container } }: Scored) =>
    container !== null && location.startLine >= holder.startLine && location.endLine <= holder.endLine;
  return all.find((one) => isInside(one) && !saysNothing(plan, one, [rangeOf(one, source)], options)) ?? null;
}

function wholeFiles(choice: Choice): void {
  const { tuning, budgetTokens } = choice.options;
  for (const plan of choice.plans.slice(0, tuning.wholeFiles)) {
    if (!plan.file || !isAbove(plan.file, choice.options.floors, 'units') || isRelated(plan.file)) continue;
    if (plan.hunks.length > 0) continue;
    const share = choice.ledger.total() + Math.floor(budgetTokens * tuning.wholeFileShare);
    addWhole(choice, plan, plan.file, Math.min(choice.ceiling, share));
  }
}

function firstParts(choice: Choice): void {
  const { tuning, budgetTokens } = choice.options;
  for (const plan of choice.plans.slice(0, firstCount(choice))) {
    const best = plan.usable[0];
    if (!best || isRelated(best) || choice.ledger.picks(plan).length > 0) continue;
    const share = choice.ledger.total() + Math.floor(budgetTokens * tuning.wholeFileShare);
    if (addWhole(choice, plan, best, Math.min(choice.ceiling, share)) === 'taken') completeFunction(choice, plan, best);
  }
}

/**
 * What a diff changes comes before everything else, the best files first: every changed line, and only then the lines
 * around them, up to all of a short function, so that no context pushes a change out.
 */
function quoteHunks(choice: Choice): void {
  const changed = choice.plans.filter((plan) => plan.hunks.length > 0);
  for (const plan of changed) {
    for (const hunk of plan.hunks) choice.wanted.add(hunk.id);
    if (!addHunks(choice, plan))
      for (const hunk of plan.hunks) if (!isQuoted(choice, plan, hunk)) addWhole(choice, plan, hunk);
  }
  for (const plan of changed) widen(choice, plan);
}

// Priced once where all of them fit, as they mostly do.
function addHunks(choice: Choice, plan: FilePlan): boolean {
  const picks = plan.hunks.map((scored) => {
    const { startLine, endLine } = scored.entity.location;
    return { scored, range: rangeIn(plan, startLine, endLine), cut: null };
  });
  return choice.ledger.take(plan, picks, choice.ceiling) === 'taken';
}

function widen(choice: Choice, plan: FilePlan): void {
  const { hunkContextLines: around, hunkFunctionLines: longest } = choice.options.tuning;
  const picks = choice.ledger.picks(plan);
  if (picks.length === 0 || plan.source.numbers === undefined) return;
  const wider = picks.map((pick) => ({
    ...pick,
    range: rangeIn(plan, pick.range[0] - around, pick.range[1] + around),
  }));
  const whole = wider.map((pick, at) => ({
    ...pick,
    range: withFunctions(plan, pick.range, picks[at]!.range, longest),
  }));
  if (choice.ledger.take(plan, whole, choice.ceiling) !== 'taken') choice.ledger.take(plan, wider, choice.ceiling);
}

function withFunctions({ source }: FilePlan, range: LineRange, hunk: LineRange, longest: number): LineRange {
  const around = source.facts.symbols.filter(
    ({ kind, startLine, endLine }) =>
      FUNCTIONS.has(kind) && endLine - startLine < longest && overlaps([startLine, endLine], hunk),
  );
  const lines = [...range, ...around.flatMap(({ startLine, endLine }) => [startLine, endLine])];
  return [Math.min(...lines), Math.max(...lines)];
}

function rangeIn({ source }: FilePlan, first: number, last: number): LineRange {
  return [Math.max(1, first), Math.min(source.lines.length, last)];
}

/** Everything by its rank, each within its share; what room is left goes to what was cut, to what is pinned last of all. */
export function shareOut(choice: Choice, shares: Shares): void {
  const { ledger, options } = choice;
  const spent = new Map<Scored, number>();
  const isWhole = ({ plan, scored }: Queued) => isQuoted(choice, plan, scored);
  const offer = (part: Queued, tokens: number, most: number) => {
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
