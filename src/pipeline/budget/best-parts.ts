// Adds whole parts by their value for the tokens they cost, then shortened parts and neighbours of quoted ones.
import type { Scored } from '../../model/candidate.ts';
import { FUNCTION_KINDS } from '../../model/entity.ts';
import { contains, countLines, mergeRanges, overlaps } from '../../model/line-ranges.ts';
import { isAbove, worthOf } from '../aim.ts';
import { addShrunk, addWhole, type Choice, isQuoted, type PlannedPart, rankedParts, room } from './choice-state.ts';
import { byRank, charactersIn, type FilePlan, isRelated, rangeOf } from './file-plan.ts';

interface FileQueue {
  readonly plan: FilePlan;
  /** Sorted by value, best last. */
  readonly parts: { readonly scored: Scored; readonly worth: number }[];
  /** The number of quoted parts of the file; each lowers the value of the next. */
  taken: number;
}

/** The turn of a file whose best waiting part has this value; `place` is the rank of the file. */
interface Turn {
  readonly queue: FileQueue;
  readonly place: number;
  readonly worth: number;
}

/** Adds whole parts, always the most valuable one next; returns those that did not fit. */
export function addBestParts(choice: Choice): readonly PlannedPart[] {
  const { spread, leastBlockTokens } = choice.options.tuning;
  const queues = plansToQuote(choice).map(
    (plan): FileQueue => ({ plan, parts: partsByWorth(choice, plan), taken: choice.ledger.picks(plan).length }),
  );
  const waiting: PlannedPart[] = [];
  let limitedNeed = 0;
  // Of equal parts the one in the better file comes first.
  const turns = createPriorityQueue<Turn>((a, b) => a.worth > b.worth || (a.worth === b.worth && a.place < b.place));
  const enqueue = (queue: FileQueue, place: number): void => {
    const worth = queue.parts.at(-1)?.worth;
    if (worth !== undefined) turns.put({ queue, place, worth: worth * spread ** queue.taken });
  };
  for (const [place, queue] of queues.entries()) enqueue(queue, place);
  for (let best = turns.take(); best; best = turns.take()) {
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
      // A part that a limit keeps out is not replaced by a less needed one.
      if (verdict === 'limit' && !isRelated(scored)) {
        limitedNeed = Math.max(limitedNeed, need);
        choice.limited.add(scored.id);
      }
    }
    enqueue(queue, place);
  }
  return waiting;
}

/** Tries the best parts that did not fit once more, shortened if necessary. */
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

// A part longer than the limit of a file is cut to it, if nothing else of the file is quoted.
function isTooLong(choice: Choice, plan: FilePlan, scored: Scored): boolean {
  const [first, last] = rangeOf(scored, plan.source);
  return last - first + 1 > choice.options.linesPerFileMax && choice.ledger.picks(plan).length === 0;
}

/** Adds whole parts that the quoted ones use, once no better part can use the room. */
export function addNeighbours(choice: Choice, waiting: readonly PlannedPart[]): void {
  choice.isRelatedFree = true;
  const related = new Set(waiting.map(({ scored }) => scored).filter(isRelated));
  const all = rankedParts(choice, (plan) => [...plan.usable.filter((part) => related.has(part)), ...plan.neighbours]);
  const { neighbourShare, leastBlockTokens } = choice.options.tuning;
  const max = Math.min(choice.ceiling, Math.floor(choice.ledger.total() * (1 + neighbourShare)));
  // Neighbours that the aim keeps out do not count as too large.
  if (max === choice.ceiling) for (const { scored } of all) choice.wanted.add(scored.id);
  for (const { plan, scored } of all) {
    if (max - choice.ledger.total() < leastBlockTokens || choice.isGivenUp) return;
    if (isQuoted(choice, plan, scored)) continue;
    if (addWhole(choice, plan, scored, max) === 'taken') completeFile(choice, plan);
  }
}

export function firstFilesCount({ options: { tuning, budgetTokens } }: Choice): number {
  return Math.min(tuning.firstFiles, Math.floor(budgetTokens / tuning.firstFileTokens));
}

// Only the first files may be represented by a part below the floor.
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
      return { scored, worth: worth / Math.max(1, tokens / typicalTokens) ** costExponent };
    })
    .sort((a, b) => a.worth - b.worth || byRank(b.scored, a.scored));
}

// Quotes all pieces of a function once one is quoted, unless the function is very long.
export function completeFunction(choice: Choice, plan: FilePlan, scored: Scored): void {
  const { options } = choice;
  if (!options.dropsNoise || plan.hunks.length > 0) return;
  const piece = rangeOf(scored, plan.source);
  const around = plan.source.facts.symbols.find(
    ({ kind, startLine, endLine }) =>
      FUNCTION_KINDS.has(kind) &&
      overlaps([startLine, endLine], piece) &&
      !contains(piece, [startLine, endLine]) &&
      endLine - startLine < options.tuning.wholeFunctionLines,
  );
  if (!around) return;
  const startLine = Math.min(piece[0], around.startLine);
  const location = { ...scored.entity.location, startLine, endLine: Math.max(piece[1], around.endLine) };
  addWhole(choice, plan, { ...scored, entity: { ...scored.entity, location } });
}

// A file that is mostly quoted reads better, and costs less, as one block.
function completeFile(choice: Choice, plan: FilePlan): void {
  const { file, source } = plan;
  const { wholeFileWhen } = choice.options.tuning;
  if (!file || isQuoted(choice, plan, file)) return;
  const ranges = choice.ledger.picks(plan).flatMap((pick) => (pick.cut ? [] : [pick.range]));
  const quoted = countLines(mergeRanges([...ranges, ...source.facts.importLines]));
  if (quoted >= source.lines.length * wholeFileWhen) addWhole(choice, plan, file);
}

// The number of parts that are tried again in a shorter form; for further parts too little room is left.
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
