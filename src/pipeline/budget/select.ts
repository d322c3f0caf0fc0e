import type { Scored } from '../../model/candidate.ts';
import type { LineRange } from '../../model/facts.ts';
import { countLines, mergeRanges } from '../../model/line-ranges.ts';
import { isAbove, worthOf } from '../worth-reading.ts';
import { bestFirst } from './best-first.ts';
import { saysNothing } from './boilerplate.ts';
import { addShrunk, addSkeleton, addWhole, type Choice, isQuoted, room } from './choice.ts';
import {
  byRank,
  charactersIn,
  type FilePlan,
  FUNCTIONS,
  isAtomic,
  isHunk,
  isRelated,
  rangeOf,
  wholeSymbol,
} from './file-plan.ts';
import { quoteHunks } from './quote-hunks.ts';

// A last look at this many parts that did not fit whole; further ones would get scraps.
const SHRINK_TRIES = 12;

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

function firstCount({ options: { tuning, budgetTokens } }: Choice): number {
  return Math.min(tuning.firstFiles, Math.floor(budgetTokens / tuning.firstFileTokens));
}

// A part below the floor stands for a good file; that is for the first files only.
function worthQueueing(choice: Choice): readonly FilePlan[] {
  return choice.plans.filter((plan, index) => {
    const best = plan.usable[0];
    return index < firstCount(choice) || best === plan.file || best === undefined || isGood(choice, best);
  });
}

function isGood({ options: { floors } }: Choice, scored: Scored): boolean {
  return scored.isPinned || isAbove(scored, floors, 'units');
}

interface Queue {
  readonly plan: FilePlan;
  /** By their own worth, best last. */
  readonly parts: { readonly scored: Scored; readonly worth: number }[];
  taken: number;
}

interface Next {
  readonly queue: Queue;
  readonly place: number;
  readonly worth: number;
}

/** Takes whole parts, always the one that is worth most now; gives back those that did not fit. */
function bestParts(choice: Choice): readonly Queued[] {
  const { spread, leastBlockTokens } = choice.options.tuning;
  const queues = worthQueueing(choice).map(
    (plan): Queue => ({ plan, parts: worths(choice, plan), taken: choice.ledger.picks(plan).length }),
  );
  const waiting: Queued[] = [];
  let limitedNeed = 0;
  // Among equals the better file comes first.
  const next = bestFirst<Next>((a, b) => a.worth > b.worth || (a.worth === b.worth && a.place < b.place));
  const queueUp = (queue: Queue, place: number): void => {
    const worth = queue.parts.at(-1)?.worth;
    if (worth !== undefined) next.put({ queue, place, worth: worth * spread ** queue.taken });
  };
  for (const [place, queue] of queues.entries()) queueUp(queue, place);
  for (let best = next.take(); best; best = next.take()) {
    const { queue, place } = best;
    const { scored } = queue.parts.pop()!;
    if (!isQuoted(choice, queue.plan, scored)) {
      if (room(choice) < leastBlockTokens) return waiting;
      const need = worthOf(scored, choice.options.floors);
      const verdict = need < limitedNeed ? 'limit' : addWhole(choice, queue.plan, scored);
      if (verdict === 'taken') {
        queue.taken++;
        completeFunction(choice, queue.plan, scored);
        completeFile(choice, queue.plan);
      } else waiting.push({ plan: queue.plan, scored });
      // What is needed less does not take the place of what a limit keeps out.
      if (verdict === 'limit' && !isRelated(scored)) {
        limitedNeed = Math.max(limitedNeed, need);
        choice.limited.add(scored.id);
      }
    }
    queueUp(queue, place);
  }
  return waiting;
}

/** A part that is worth quoting and not quoted yet. */
export interface Queued {
  readonly plan: FilePlan;
  readonly scored: Scored;
}

function worths(choice: Choice, plan: FilePlan): Queue['parts'] {
  const { typicalTokens, costExponent } = choice.options.tuning;
  return plan.usable
    .map((scored) => {
      const tokens = choice.pricer.about(charactersIn(plan, rangeOf(scored, plan.source)));
      const worth = worthOf(scored, choice.options.floors);
      return { scored, worth: worth / Math.max(1, tokens / typicalTokens) ** costExponent };
    })
    .sort((a, b) => a.worth - b.worth || byRank(b.scored, a.scored));
}

// Nobody reads half a function: the pieces of a long one come together, unless it is very long.
function completeFunction(choice: Choice, plan: FilePlan, scored: Scored): void {
  const { options } = choice;
  if (!options.dropsNoise || plan.hunks.length > 0) return;
  const [first, last] = rangeOf(scored, plan.source);
  const around = plan.source.facts.symbols.find(
    ({ kind, startLine, endLine }) =>
      FUNCTIONS.has(kind) &&
      startLine <= last &&
      first <= endLine &&
      (startLine < first || last < endLine) &&
      endLine - startLine < options.tuning.wholeFunctionLines,
  );
  if (!around) return;
  const location = { ...scored.entity.location, ...spanOf(around, [first, last]) };
  addWhole(choice, plan, { ...scored, reasons: scored.reasons, entity: { ...scored.entity, location } });
}

function spanOf(
  { startLine, endLine }: { readonly startLine: number; readonly endLine: number },
  [first, last]: LineRange,
): { readonly startLine: number; readonly endLine: number } {
  return { startLine: Math.min(first, startLine), endLine: Math.max(last, endLine) };
}

// A file most of which is quoted reads better, and costs less, as one block; its imports come along anyway.
function completeFile(choice: Choice, plan: FilePlan): void {
  const { file, source } = plan;
  const { wholeFileWhen } = choice.options.tuning;
  if (!file || isQuoted(choice, plan, file)) return;
  const ranges = choice.ledger.picks(plan).flatMap((pick) => (pick.cut ? [] : [pick.range]));
  const quoted = countLines(mergeRanges([...ranges, ...source.facts.importLines]));
  if (quoted >= source.lines.length * wholeFileWhen) addWhole(choice, plan, file);
}

// Nothing better is left to push out: what the best lean on may have the room, whole.
function neighbours(choice: Choice, waiting: readonly Queued[]): void {
  choice.isRelatedFree = true;
  const below = choice.plans.flatMap((plan) => plan.neighbours.map((scored) => ({ plan, scored })));
  const all = [...waiting.filter(({ scored }) => isRelated(scored)), ...below].sort((a, b) =>
    byRank(a.scored, b.scored),
  );
  const { neighbourShare, leastBlockTokens } = choice.options.tuning;
  const most = Math.min(choice.ceiling, Math.floor(choice.ledger.total() * (1 + neighbourShare)));
  // Where the aim keeps them out, nobody can say that they did not fit.
  if (most === choice.ceiling) for (const { scored } of all) choice.wanted.add(scored.id);
  for (const { plan, scored } of all) {
    if (most - choice.ledger.total() < leastBlockTokens || choice.isGivenUp) return;
    if (isQuoted(choice, plan, scored)) continue;
    if (addWhole(choice, plan, scored, most) === 'taken') completeFile(choice, plan);
  }
}

/** A look at the best of what did not fit whole. */
export function fill(choice: Choice, waiting: readonly Queued[]): void {
  let tries = 0;
  for (const { plan, scored } of waiting) {
    if (tries >= SHRINK_TRIES || room(choice) < choice.options.tuning.leastBlockTokens) return;
    const isLimited = choice.limited.has(scored.id);
    if ((isLimited && !isTooLong(choice, plan, scored)) || isQuoted(choice, plan, scored)) continue;
    tries++;
    if (isLimited || addWhole(choice, plan, scored) !== 'taken') addShrunk(choice, plan, scored);
  }
}

// Longer by itself than a file may be quoted: cut to that, it is better than nothing of its file.
function isTooLong(choice: Choice, plan: FilePlan, scored: Scored): boolean {
  const [first, last] = rangeOf(scored, plan.source);
  return last - first + 1 > choice.options.linesPerFileMax && choice.ledger.picks(plan).length === 0;
}
