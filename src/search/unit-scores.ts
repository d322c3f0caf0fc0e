import type { LexicalFile, UnitScore } from '../ports/signal-finder.ts';
import type { PostingList } from '../ports/store.ts';

/** Scores of all contents, each list by the content's number. */
export interface ContentScores {
  readonly body: Float64Array;
  readonly title: Float64Array;
  readonly damped: Float64Array;
  readonly joined: Float64Array;
  readonly names: Float64Array;
  /** Share of the query, by weight and rarity of its words, that the content holds. */
  readonly covered: Float64Array;
}

interface ScoredTables {
  readonly contents: ContentScores;
  readonly paths: ReadonlyMap<string, number>;
  readonly table: UnitTable;
  /** Terms as the asker wrote them. */
  readonly written: ReadonlyMap<string, string>;
}

/** The lexical scores of a file. Unit scores and matched words are computed once, on demand, since few files are opened. */
export class ScoredFile implements LexicalFile {
  readonly path: string;
  readonly body: number;
  readonly title: number;
  readonly damped: number;
  readonly joined: number;
  readonly covered: number;
  readonly names: number;
  readonly units: number;
  readonly unit: number;
  readonly pathWords: number;
  readonly #content: number;
  readonly #tables: ScoredTables;
  #unitScores: readonly UnitScore[] | null = null;
  #matched: readonly string[] | null = null;

  constructor(path: string, content: number, tables: ScoredTables) {
    const { contents, paths, table } = tables;
    const best = table.best(content);
    this.path = path;
    this.body = contents.body[content] ?? 0;
    this.title = contents.title[content] ?? 0;
    this.damped = contents.damped[content] ?? 0;
    this.joined = contents.joined[content] ?? 0;
    this.covered = contents.covered[content] ?? 0;
    this.names = contents.names[content] ?? 0;
    this.units = best.three;
    this.unit = best.one;
    this.pathWords = paths.get(path) ?? 0;
    this.#content = content;
    this.#tables = tables;
  }

  get unitScores(): readonly UnitScore[] {
    this.#unitScores ??= this.#tables.table.units(this.#content);
    return this.#unitScores;
  }

  get matched(): readonly string[] {
    this.#matched ??= this.#wordsFound(false);
    return this.#matched;
  }

  get matchedNames(): readonly string[] {
    return this.#wordsFound(true);
  }

  #wordsFound(inNames: boolean): readonly string[] {
    const { table, written } = this.#tables;
    return table.matched(this.#content, inNames).map((term) => written.get(term) ?? term);
  }
}

// An occurrence in a name counts as three more.
const NAME_COUNTS = 3;

/** How one term counts in units. */
interface UnitWeights {
  readonly body: number;
  readonly title: number;
  readonly joined: number;
  /** Weight by rarity. */
  readonly tells: number;
  readonly score: (count: number, length: number) => number;
}

/** Scores of the units of some contents. */
interface UnitTable {
  /** The best unit and the sum of the three best. */
  best(content: number): { readonly one: number; readonly three: number };
  /** Units that any word was found in, best first. */
  units(content: number): readonly UnitScore[];
  /** Terms found in the content, or in names it defines, strongest first. */
  matched(content: number, inNames: boolean): readonly string[];
}

/** Adds up every list over the units of the wanted contents; flat arrays, because there are thousands of units. */
export function createUnitTable(
  lists: readonly PostingList[],
  wanted: ReadonlySet<number>,
  weightsOf: (list: PostingList) => UnitWeights,
): UnitTable {
  const { offsets, total } = layOut(lists, wanted);
  const body = new Float64Array(total);
  const title = new Float64Array(total);
  const joined = new Float64Array(total);
  const names = new Float64Array(total);
  const covered = new Float64Array(total);
  const prepared = lists.map((list) => ({ list, weights: weightsOf(list) }));
  const possible = prepared.reduce((sum, { weights }) => sum + weights.tells, 0) || 1;
  for (const { list, weights } of prepared) {
    for (let i = 0; i < list.contents.length; i++) {
      const span = offsets.get(list.contents[i]!);
      if (span === undefined) continue;
      const index = span.from + list.units[i]!;
      const score = weights.score(list.body[i]! + NAME_COUNTS * list.name[i]!, list.unitLengths[i]!);
      body[index]! += weights.body * score;
      title[index]! += weights.title * score;
      joined[index]! += weights.joined * score;
      covered[index]! += weights.tells;
      if (list.name[i]! > 0) names[index]! += weights.body * score;
    }
  }
  return {
    best: (content) => bestThree(body, offsets.get(content)),
    units: (content) => {
      const { from, count } = offsets.get(content) ?? { from: 0, count: 0 };
      const found: UnitScore[] = [];
      for (let unit = 0; unit < count; unit++) {
        const index = from + unit;
        if (body[index]! + joined[index]! > 0)
          found.push({
            unit,
            score: body[index]!,
            title: title[index]!,
            joined: joined[index]!,
            names: names[index]!,
            covered: covered[index]! / possible,
          });
      }
      return found.sort((a, b) => b.score - a.score || a.unit - b.unit);
    },
    matched: (content, inNames) => matchedTerms(prepared, content, inNames),
  };
}

interface UnitSpan {
  readonly from: number;
  count: number;
}

function layOut(lists: readonly PostingList[], wanted: ReadonlySet<number>) {
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

function bestThree(scores: Float64Array, span: UnitSpan | undefined): { one: number; three: number } {
  let [first, second, third] = [0, 0, 0];
  if (span)
    for (let index = span.from; index < span.from + span.count; index++) {
      const score = scores[index]!;
      if (score > first) [first, second, third] = [score, first, second];
      else if (score > second) [second, third] = [score, second];
      else if (score > third) third = score;
    }
  return { one: first, three: first + second + third };
}

function matchedTerms(
  prepared: readonly { readonly list: PostingList; readonly weights: UnitWeights }[],
  content: number,
  inNames: boolean,
): readonly string[] {
  const found: { term: string; score: number }[] = [];
  for (const { list, weights } of prepared) {
    if (weights.body === 0) continue;
    let best = 0;
    for (let i = firstAt(list.contents, content); list.contents[i] === content; i++) {
      if (inNames && list.name[i] === 0) continue;
      const count = list.body[i]! + NAME_COUNTS * list.name[i]!;
      best = Math.max(best, weights.body * weights.score(count, list.unitLengths[i]!));
    }
    if (best > 0) found.push({ term: list.term, score: best });
  }
  return found.sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1)).map(({ term }) => term);
}

// Ordered by content: found by halving.
function firstAt(contents: Uint32Array, content: number): number {
  let [low, high] = [0, contents.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (contents[middle]! < content) low = middle + 1;
    else high = middle;
  }
  return low;
}
