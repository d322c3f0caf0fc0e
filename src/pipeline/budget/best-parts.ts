// Adds whole parts by their value for the tokens they cost, then shortened parts and neighbours of quoted ones.
import type { Scored } from '../../model/candidate.ts';
import { contains, countLines, linesOf, mergeRanges } from '../../model/line-ranges.ts';
import { isAbove, worthOf } from '../aim.ts';
import { addShrunk, addWhole, type Choice, isQuoted, type PlannedPart, rankedParts, room } from './choice-state.ts';
import { byRank, charactersIn, type FilePlan, isRelated, rangeOf, shortFunctionsAt } from './file-plan.ts';

interface FileQueue {
  readonly plan: FilePlan;
  /** Sorted by their worth for their cost, best last. */
  readonly parts: { readonly scored: Scored; readonly worthForCost: number }[];
  /** The number of parts taken so far; each lowers the value of the next. */
  taken: number;
}

/** The turn of a file: what its best waiting part is worth, less for each part taken; `place` is the file's rank. */
interface Turn {
  readonly queue: FileQueue;
  readonly place: number;
  readonly worthForCost: number;
}

/** Adds whole parts, the one worth most for its cost next; returns those that were tried in vain. */
export function addBestParts(choice: Choice): readonly PlannedPart[] {
  const { spread, leastBlockTokens } = choice.options.tuning;
  const queues = plansToQuote(choice).map(
    (plan): FileQueue => ({ plan, parts: partsByWorth(choice, plan), taken: choice.ledger.picks(plan).length }),
  );
  const waiting: PlannedPart[] = [];
  let limitedWorth = 0;
  // Of equal parts the one in the better file comes first.
  const turns = createPriorityQueue<Turn>(
    (a, b) => a.worthForCost > b.worthForCost || (a.worthForCost === b.worthForCost && a.place < b.place),
  );
  const enqueue = (queue: FileQueue, place: number): void => {
    const next = queue.parts.at(-1);
    if (next) turns.put({ queue, place, worthForCost: next.worthForCost * spread ** queue.taken });
  };
  for (const [place, queue] of queues.entries()) enqueue(queue, place);
  for (let best = turns.take(); best; best = turns.take()) {
    const { queue, place } = best;
    const { scored } = queue.parts.pop()!;
    if (!isQuoted(choice, queue.plan, scored)) {
      if (room(choice) < leastBlockTokens) return waiting;
      const worth = worthOf(scored, choice.options.floors);
      const verdict = worth < limitedWorth ? 'limit' : addWhole(choice, queue.plan, scored);
      if (verdict === 'taken') {
        queue.taken++;
        completeFunction(choice, queue.plan, scored);
        completeFile(choice, queue.plan);
      } else waiting.push({ plan: queue.plan, scored });
      // A part that a limit keeps out is not replaced by one of less worth.
      if (verdict === 'limit' && !isRelated(scored)) {
        limitedWorth = Math.max(limitedWorth, worth);
        choice.limited.add(scored.id);
      }
    }
    enqueue(queue, place);
  }
  return waiting;
}

/** Tries the first of the parts that did not fit once more, shortened if necessary. */
export function fillWithShortened(choice: Choice, waiting: readonly PlannedPart[]): void {
  let tries = 0;
  for (const { plan, scored } of waiting) {
    if (tries >= SHRINK_TRIES || room(choice) < choice.options.tuning.leastBlockTokens) return;
    const isLimited = choice.limited.has(scored.id);
    if ((isLimited && !isTooLong(choice, plan, scored)) || isQuoted(choice, plan, scored)) continue;
    tries++;
    if (isLimited || addWhole(choice, plan, scored) !== 'taken') addShrunk(choice, plan, scored);
  }
}

// Whether a part is longer than the limit of its file; it is cut to that if nothing else of the file is quoted.
function isTooLong(choice: Choice, plan: FilePlan, scored: Scored): boolean {
  const [first, last] = rangeOf(scored, plan.source);
  return last - first + 1 > choice.options.linesPerFileMax && choice.ledger.picks(plan).length === 0;
}

/** Adds whole parts with the signal `related`, in room that no better part can use. */
export function addNeighbours(choice: Choice, waiting: readonly PlannedPart[]): void {
  choice.isRelatedFree = true;
  const related = new Set(waiting.map(({ scored }) => scored).filter(isRelated));
  const all = rankedParts(choice, (plan) => [...plan.usable.filter((part) => related.has(part)), ...plan.neighbours]);
  const { neighbourShare, leastBlockTokens } = choice.options.tuning;
  const max = Math.min(choice.ceiling, Math.floor(choice.ledger.total() * (1 + neighbourShare)));
  // Neighbours that only their share keeps out do not count as too large.
  if (max === choice.ceiling) for (const { scored } of all) choice.wanted.add(scored.id);
  for (const { plan, scored } of all) {
    if (max - choice.ledger.total() < leastBlockTokens || choice.isGivenUp) return;
    if (isQuoted(choice, plan, scored)) continue;
    if (addWhole(choice, plan, scored, max) === 'taken') completeFile(choice, plan);
  }
}

/** Counts the best files that get a part before parts compete by value: fewer on a small page. */
export function firstFilesCount({ options: { tuning, budgetTokens } }: Choice): number {
  return Math.min(tuning.firstFiles, Math.floor(budgetTokens / tuning.firstFileTokens));
}

// Leaves out files whose best part is below the floor, except the first ones; a file without parts stays.
export function plansToQuote(choice: Choice): readonly FilePlan[] {
  return choice.plans.filter((plan, index) => {
    const best = plan.usable[0];
    return index < firstFilesCount(choice) || best === plan.file || best === undefined || isAboveFloor(choice, best);
  });
}

function isAboveFloor({ options: { floors } }: Choice, scored: Scored): boolean {
  return scored.isPinned || isAbove(scored, floors, 'units');
}

function partsByWorth(choice: Choice, plan: FilePlan): FileQueue['parts'] {
  const { typicalTokens, costExponent } = choice.options.tuning;
  return plan.usable
    .map((scored) => {
      const tokens = choice.pricer.about(charactersIn(plan, rangeOf(scored, plan.source)));
      const worth = worthOf(scored, choice.options.floors);
      return { scored, worthForCost: worth / Math.max(1, tokens / typicalTokens) ** costExponent };
    })
    .sort((a, b) => a.worthForCost - b.worthForCost || byRank(b.scored, a.scored));
}

// Quotes the whole function around a quoted piece if it fits, unless the function is very long.
export function completeFunction(choice: Choice, plan: FilePlan, scored: Scored): void {
  const { options } = choice;
  if (!options.dropsNoise || plan.hunks.length > 0) return;
  const piece = rangeOf(scored, plan.source);
  const longest = options.tuning.wholeFunctionLines;
  const around = shortFunctionsAt(piece, plan.source, longest).find((one) => !contains(piece, linesOf(one)));
  if (!around) return;
  const startLine = Math.min(piece[0], around.startLine);
  const location = { ...scored.entity.location, startLine, endLine: Math.max(piece[1], around.endLine) };
  addWhole(choice, plan, { ...scored, entity: { ...scored.entity, location } });
}

// A file that is mostly quoted reads better as one block.
function completeFile(choice: Choice, plan: FilePlan): void {
  const { file, source } = plan;
  const { wholeFileWhen } = choice.options.tuning;
  if (!file || isQuoted(choice, plan, file)) return;
  const ranges = choice.ledger.picks(plan).flatMap((pick) => (pick.cut ? [] : [pick.range]));
  const quoted = countLines(mergeRanges([...ranges, ...source.facts.importLines]));
  if (quoted >= source.lines.length * wholeFileWhen) addWhole(choice, plan, file);
}

// The most parts that are tried again; for further ones too little room is mostly left.
const SHRINK_TRIES = 12;

interface PriorityQueue<Thing> {
  put(thing: Thing): void;
  take(): Thing | undefined;
}

function createPriorityQueue<Thing>(isBefore: (a: Thing, b: Thing) => boolean): PriorityQueue<Thing> {
  const heap: Thing[] = [];
  const swap = (a: number, b: number): void => {
    [heap[a], heap[b]] = [heap[b]!, heap[a]!];
  };
  const better = (a: number, b: number): number => (b < heap.length && isBefore(heap[b]!, heap[a]!) ? b : a);
  return {
    put(thing) {
      heap.push(thing);
      for (let index = heap.length - 1; index > 0; ) {
        const parent = (index - 1) >> 1;
        if (!isBefore(heap[index]!, heap[parent]!)) return;
        swap(index, parent);
        index = parent;
      }
    },
    take() {
      const best = heap[0];
      const last = heap.pop();
      if (heap.length === 0 || last === undefined) return best;
      heap[0] = last;
      for (let index = 0; ; ) {
        const next = better(better(index, 2 * index + 1), 2 * index + 2);
        if (next === index) return best;
        swap(index, next);
        index = next;
      }
    },
  };
}
