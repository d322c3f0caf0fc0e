// Chooses hunks of a diff, pinned parts, whole files, first parts of files, the best parts, then what still fits. A page with `shares` is filled by `shareOut` instead: each candidate is offered its share before any gets more.
import type { Scored } from '../../model/candidate.ts';
import type { LineRange } from '../../model/facts.ts';
import { contains, linesOf } from '../../model/line-ranges.ts';
import { isAbove, worthOf } from '../aim.ts';
import {
  addBestParts,
  addNeighbours,
  completeFunction,
  fillWithShortened,
  firstFilesCount,
  plansToQuote,
} from './best-parts.ts';
import { isHollow } from './boilerplate.ts';
import type { Shares } from './budget-options.ts';
import {
  addShrunk,
  addSkeleton,
  addWhole,
  addWholeOrShrunk,
  type Choice,
  isQuoted,
  type PlannedPart,
  rankedParts,
  room,
} from './choice-state.ts';
import { type FilePlan, isHunk, isQuotedWhole, isRelated, shortFunctionsAt, wholeSymbol } from './file-plan.ts';

/** Chooses by value, and returns the parts that did not fit whole when parts competed by value. */
export function selectByValue(choice: Choice): readonly PlannedPart[] {
  for (const plan of plansToQuote(choice)) for (const { id } of plan.usable) choice.wanted.add(id);
  quoteHunks(choice);
  addPinned(choice);
  if (firstFilesCount(choice) === 0 && !addBest(choice)) return [];
  addWholeFiles(choice);
  addFirstParts(choice);
  const waiting = addBestParts(choice);
  fillWithShortened(choice, waiting);
  addNeighbours(choice, waiting);
  return waiting;
}

// Adds pinned parts. One that the caller pinned may take all the room left; others are tried within shares of it first,
// so that one rarely crowds out the next.
function addPinned(choice: Choice): void {
  const all = rankedParts(choice, (plan) => plan.all.filter((part) => part.isPinned && !isHunk(part)));
  const sums = shareSums(all.length);
  for (const [index, { plan, scored }] of all.entries()) {
    choice.wanted.add(scored.id);
    if (isQuoted(choice, plan, scored)) continue;
    const isAsked = scored.givenPosition !== undefined;
    const { pinnedShare } = choice.options.tuning;
    const tokens = isAsked ? room(choice) : (room(choice) * pinnedShare) / sums[all.length - index]!;
    addPinnedPart(choice, plan, scored, choice.ledger.total() + Math.floor(tokens));
  }
}

// If files get no first parts, adds the best part before others that happen to fit; false if not even its excerpt fits.
function addBest(choice: Choice): boolean {
  const isFit = ({ plan, scored }: PlannedPart) => !isRelated(scored) && !isHollow(plan, scored, choice.options);
  const worth = ({ scored }: PlannedPart) => worthOf(scored, choice.options.floors);
  const [best] = rankedParts(choice, ({ usable }) => usable)
    .filter(isFit)
    .toSorted((a, b) => worth(b) - worth(a));
  if (!best || !choice.options.dropsNoise || isQuoted(choice, best.plan, best.scored)) return true;
  const { plan, scored } = best;
  if (choice.ledger.picks(plan).some((pick) => pick.scored.id === scored.id)) return true;
  // The relevant lines may be in any piece of a long function.
  const whole = scored.entity.kind === 'class' ? scored : wholeSymbol(scored, plan.source);
  return [whole, scored].some((part) => addWholeOrShrunk(choice, plan, part) === 'taken');
}

// Harmonic sums: 0, 1, 1 + 1/2, 1 + 1/2 + 1/3, …
function shareSums(count: number): readonly number[] {
  const sums = [0];
  for (let after = 1; after <= count; after++) sums.push(sums[after - 1]! + 1 / after);
  return sums;
}

function addPinnedPart(choice: Choice, plan: FilePlan, scored: Scored, ceiling: number): void {
  // The hunks of a changed file were tried before.
  if (addWhole(choice, plan, scored, ceiling) === 'taken' || plan.hunks.length > 0) return;
  const member = choice.hollow.has(scored.id) ? bestMember(choice, plan, scored) : null;
  if (member) {
    addPinnedPart(choice, plan, member, ceiling);
    return;
  }
  if (scored === plan.file && !isQuotedWhole(scored)) {
    for (const part of plan.usable) if (part !== scored) addWhole(choice, plan, part, ceiling);
    if (choice.ledger.picks(plan).length > 0) return;
    if (choice.options.includeSkeletons && addSkeleton(choice, plan, scored, ceiling) === 'taken') return;
  }
  if (addShrunk(choice, plan, scored, ceiling) === 'taken') return;
  // A pinned part that fits in no other way may take all the room that is left.
  addWholeOrShrunk(choice, plan, scored);
}

// Finds the best member to quote in place of a class whose head is boilerplate; null if there is none with content.
function bestMember({ options }: Choice, plan: FilePlan, { entity }: Scored): Scored | null {
  const { all, source } = plan;
  const holder = source.facts.symbols.find(({ qualifiedName }) => qualifiedName === entity.qualifiedName);
  if (!holder) return null;
  const isInside = ({ entity: { location, container } }: Scored) =>
    container !== null && contains(linesOf(holder), linesOf(location));
  return all.find((candidate) => isInside(candidate) && !isHollow(plan, candidate, options)) ?? null;
}

function addWholeFiles(choice: Choice): void {
  for (const plan of choice.plans.slice(0, choice.options.tuning.wholeFiles)) {
    if (!plan.file || !isAbove(plan.file, choice.options.floors, 'units') || isRelated(plan.file)) continue;
    if (plan.hunks.length === 0) addWhole(choice, plan, plan.file, fileCeiling(choice));
  }
}

function addFirstParts(choice: Choice): void {
  for (const plan of choice.plans.slice(0, firstFilesCount(choice))) {
    const best = plan.usable[0];
    if (!best || isRelated(best) || choice.ledger.picks(plan).length > 0) continue;
    if (addWhole(choice, plan, best, fileCeiling(choice)) === 'taken') completeFunction(choice, plan, best);
  }
}

function fileCeiling({ ceiling, ledger, options: { tuning, budgetTokens } }: Choice): number {
  return Math.min(ceiling, ledger.total() + Math.floor(budgetTokens * tuning.wholeFileShare));
}

// Quotes the changed lines of a diff before the lines or short functions around them, so that these push no change out.
function quoteHunks(choice: Choice): void {
  const changed = choice.plans.filter((plan) => plan.hunks.length > 0);
  for (const plan of changed) {
    for (const hunk of plan.hunks) choice.wanted.add(hunk.id);
    if (!addHunks(choice, plan))
      for (const hunk of plan.hunks) if (!isQuoted(choice, plan, hunk)) addWhole(choice, plan, hunk);
  }
  for (const plan of changed) addContextLines(choice, plan);
}

// Prices all hunks of a file at once, since they mostly fit together.
function addHunks(choice: Choice, plan: FilePlan): boolean {
  const picks = plan.hunks.map((scored) => {
    const { startLine, endLine } = scored.entity.location;
    return { scored, range: rangeIn(plan, startLine, endLine), cut: null };
  });
  return choice.ledger.take(plan, picks, choice.ceiling) === 'taken';
}

function addContextLines(choice: Choice, plan: FilePlan): void {
  const { hunkContextLines: around, hunkFunctionLines: longest } = choice.options.tuning;
  const picks = choice.ledger.picks(plan);
  if (picks.length === 0 || plan.source.numbers === undefined) return;
  const wider = picks.map((pick) => ({
    ...pick,
    range: rangeIn(plan, pick.range[0] - around, pick.range[1] + around),
  }));
  const whole = wider.map((pick, index) => ({
    ...pick,
    range: withFunctions(plan, pick.range, picks[index]!.range, longest),
  }));
  if (choice.ledger.take(plan, whole, choice.ceiling) !== 'taken') choice.ledger.take(plan, wider, choice.ceiling);
}

function withFunctions({ source }: FilePlan, range: LineRange, hunk: LineRange, longest: number): LineRange {
  const lines = [...range, ...shortFunctionsAt(hunk, source, longest).flatMap(linesOf)];
  return [Math.min(...lines), Math.max(...lines)];
}

function rangeIn({ source }: FilePlan, first: number, last: number): LineRange {
  return [Math.max(1, first), Math.min(source.lines.length, last)];
}

/** Adds pinned candidates, then the others, each within its share; the room left goes to cut ones, pinned ones last. */
export function shareOut(choice: Choice, shares: Shares): void {
  const { ledger, options } = choice;
  const spent = new Map<Scored, number>();
  const isWhole = ({ plan, scored }: PlannedPart) => isQuoted(choice, plan, scored);
  const offer = (part: PlannedPart, tokens: number, max: number) => {
    const { plan, scored } = part;
    if (choice.isGivenUp || isWhole(part)) return;
    const [before, picks, own] = [ledger.total(), ledger.picks(plan), spent.get(scored) ?? 0];
    const ceiling = Math.min(max, before - own + Math.floor(tokens));
    if (addWholeOrShrunk(choice, plan, scored, ceiling) !== 'taken') return;
    const cost = ledger.total() - before + own;
    // A very short excerpt says no more than a reference.
    if (cost < options.tuning.leastBlockTokens && !isWhole(part)) ledger.take(plan, picks, Number.POSITIVE_INFINITY);
    else spent.set(scored, cost);
  };
  const all = rankedParts(choice, ({ usable }) => usable);
  for (const { scored } of all) choice.wanted.add(scored.id);
  const pinned = all.filter(({ scored }) => scored.isPinned);
  const others = all.filter(({ scored }) => !scored.isPinned);
  const { budgetTokens, slackTokens } = options;
  const pinnedShare = others.length === 0 ? 1 : shares.pinned;
  for (const part of pinned) offer(part, (budgetTokens * pinnedShare) / pinned.length, choice.ceiling);
  for (const part of others) offer(part, budgetTokens * shares.each, choice.ceiling);
  // If no candidate needs a reference line, the room kept for those lines is free.
  const isNoneLeft = all.every((part) => isWhole(part) || spent.has(part.scored));
  const limit = isNoneLeft ? budgetTokens - slackTokens : choice.ceiling;
  for (const part of others) if (spent.has(part.scored)) offer(part, budgetTokens, limit);
  if (others.every(isWhole)) for (const part of pinned) offer(part, budgetTokens, limit);
}
