// This file computes the scores of units from posting lists, and brings them together with those of their files. It
// works on flat arrays, because a query meets thousands of units.
import { lazy } from '../model/memoize.ts';
import type { LexicalFile, UnitScore } from '../ports/signal-finder.ts';
import type { PostingList } from '../ports/store.ts';

/** The scores of all contents, each array by the number of the content. */
export interface ContentScores {
  readonly body: Float64Array;
  readonly title: Float64Array;
  readonly damped: Float64Array;
  readonly joined: Float64Array;
  readonly names: Float64Array;
  /** The share of the query that the content holds, by weight and rarity of words. */
  readonly covered: Float64Array;
}

interface ScoreTables {
  readonly contents: ContentScores;
  readonly paths: ReadonlyMap<string, number>;
  readonly table: ReturnType<typeof createUnitTable>;
  /** The words that reasons show for the terms. */
  readonly written: ReadonlyMap<string, string>;
}

/** Makes the scores of a file. Its units and matched words are computed on demand, because few files need them. */
export function createFile(
  path: string,
  content: number,
  { contents, paths, table, written }: ScoreTables,
): LexicalFile {
  const { best, bestThree } = table.best(content);
  const unitScores = lazy(() => table.units(content));
  const wordsFound = (inNames: boolean) => table.matched(content, inNames).map((term) => written.get(term) ?? term);
  const matched = lazy(() => wordsFound(false));
  return {
    path,
    body: contents.body[content] ?? 0,
    title: contents.title[content] ?? 0,
    damped: contents.damped[content] ?? 0,
    joined: contents.joined[content] ?? 0,
    covered: contents.covered[content] ?? 0,
    names: contents.names[content] ?? 0,
    units: bestThree,
    unit: best,
    pathWords: paths.get(path) ?? 0,
    get unitScores() {
      return unitScores();
    },
    get matched() {
      return matched();
    },
    get matchedNames() {
      return wordsFound(true);
    },
  };
}

// An occurrence in a name counts as much as three more in the body.
const NAME_COUNTS = 3;

interface UnitWeights extends Readonly<Record<'body' | 'title' | 'joined', number>> {
  /** The weight of the term times its rarity. */
  readonly rarityWeight: number;
  readonly score: (count: number, length: number) => number;
}

/** Adds up every posting list over the units of the wanted contents. */
export function createUnitTable(
  lists: readonly PostingList[],
  wanted: ReadonlySet<number>,
  weightsOf: (list: PostingList) => UnitWeights,
) {
  const { offsets, total } = assignOffsets(lists, wanted);
  const body = new Float64Array(total);
  const title = new Float64Array(total);
  const joined = new Float64Array(total);
  const names = new Float64Array(total);
  const covered = new Float64Array(total);
  const prepared = lists.map((list) => ({ list, weights: weightsOf(list) }));
  const possible = prepared.reduce((sum, { weights }) => sum + weights.rarityWeight, 0) || 1;
  for (const { list, weights } of prepared) {
    for (let i = 0; i < list.contents.length; i++) {
      const span = offsets.get(list.contents[i]!);
      if (span === undefined) continue;
      const index = span.from + list.units[i]!;
      const score = weights.score(list.body[i]! + NAME_COUNTS * list.name[i]!, list.unitLengths[i]!);
      body[index]! += weights.body * score;
      title[index]! += weights.title * score;
      joined[index]! += weights.joined * score;
      covered[index]! += weights.rarityWeight;
      if (list.name[i]! > 0) names[index]! += weights.body * score;
    }
  }
  return {
    best: (content: number) => sumBestThree(body, offsets.get(content)),
    /** Returns the units that hold any of the words, best first. */
    units: (content: number): readonly UnitScore[] => {
      const { from, count } = offsets.get(content) ?? { from: 0, count: 0 };
      const scores: UnitScore[] = [];
      for (let unit = 0; unit < count; unit++) {
        const index = from + unit;
        if (body[index]! + joined[index]! > 0)
          scores.push({
            unit,
            score: body[index]!,
            title: title[index]!,
            joined: joined[index]!,
            names: names[index]!,
            covered: covered[index]! / possible,
          });
      }
      return scores.sort((a, b) => b.score - a.score || a.unit - b.unit);
    },
    /** Returns the terms that the content, or a name it defines, holds, strongest first. */
    matched: (content: number, inNames: boolean) => findMatchedTerms(prepared, content, inNames),
  };
}

/** The place of the units of a content in the flat arrays. */
interface UnitSpan {
  readonly from: number;
  count: number;
}

function assignOffsets(lists: readonly PostingList[], wanted: ReadonlySet<number>) {
  const counts = new Map<number, number>([...wanted].map((content) => [content, 0]));
  for (const { contents, units } of lists) {
    for (let i = 0; i < contents.length; i++) {
      const previous = counts.get(contents[i]!);
      if (previous !== undefined && units[i]! >= previous) counts.set(contents[i]!, units[i]! + 1);
    }
  }
  const offsets = new Map<number, UnitSpan>();
  let total = 0;
  for (const [content, count] of counts) {
    offsets.set(content, { from: total, count });
    total += count;
  }
  return { offsets, total };
}

function sumBestThree(scores: Float64Array, span: UnitSpan | undefined): { best: number; bestThree: number } {
  let [first, second, third] = [0, 0, 0];
  if (span)
    for (let index = span.from; index < span.from + span.count; index++) {
      const score = scores[index]!;
      if (score > first) [first, second, third] = [score, first, second];
      else if (score > second) [second, third] = [score, second];
      else if (score > third) third = score;
    }
  return { best: first, bestThree: first + second + third };
}

function findMatchedTerms(
  prepared: readonly { readonly list: PostingList; readonly weights: UnitWeights }[],
  content: number,
  inNames: boolean,
): readonly string[] {
  const scores: { term: string; score: number }[] = [];
  for (const { list, weights } of prepared) {
    if (weights.body === 0) continue;
    let best = 0;
    for (let i = findFirst(list.contents, content); list.contents[i] === content; i++) {
      if (inNames && list.name[i] === 0) continue;
      const count = list.body[i]! + NAME_COUNTS * list.name[i]!;
      best = Math.max(best, weights.body * weights.score(count, list.unitLengths[i]!));
    }
    if (best > 0) scores.push({ term: list.term, score: best });
  }
  return scores.sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1)).map(({ term }) => term);
}

// Finds the first entry of a content by binary search, because the list is ordered by content.
function findFirst(contents: Uint32Array, content: number): number {
  let [low, high] = [0, contents.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (contents[middle]! < content) low = middle + 1;
    else high = middle;
  }
  return low;
}
