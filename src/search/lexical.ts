import { CONVERSATIONS } from '../model/entity.ts';
import type { LexicalFile, LexicalResult, LexicalScores, View } from '../ports/signal-finder.ts';
import type { PostingList, Store, TermStatistics } from '../ports/store.ts';

// BM25's constants; b says how much length counts against a field.
const K1 = 1.2;
const B_FILE = 0.75;
const B_UNIT = 0.5;
const B_PATH = 0.3;
const BEST_UNITS = 3;
/** How many files may enter by each field alone. */
const ENTER = { body: 150, names: 60, path: 60 } as const;

export interface LexicalTerm {
  readonly term: string;
  /** As the asker wrote it. */
  readonly word: string;
  readonly weight: number;
}

/**
 * Scores files and their units by the words of a query, from the store's term statistics alone, so that every store
 * ranks alike. Files are scored first; units only in the files that can matter.
 */
export async function searchLexical(terms: readonly LexicalTerm[], store: Store, view: View): Promise<LexicalResult> {
  const wanted = terms.map((term) => term.term);
  const [lists, byPath, statistics] = await Promise.all([
    store.postings(wanted),
    store.pathsWith(wanted),
    store.statistics(),
  ]);
  const weights = new Map(terms.map((term) => [term.term, term.weight]));
  const contents = scoreContents(lists, weights, statistics, view);
  const paths = scorePaths(byPath, weights, view);
  const chosen = chooseFiles(contents, paths, view);
  const details = scoreUnits(lists, weights, statistics, new Set(chosen.map((path) => view.files.get(path)!.content)));
  const written = new Map(terms.map((term) => [term.term, term.word]));
  const files = chosen.map((path) =>
    lexicalFile(path, view.files.get(path)!.content, { contents, paths, details, written }),
  );
  return { files, best: bestOf(files) };
}

interface ContentScores {
  readonly body: Float64Array;
  readonly names: Float64Array;
}

interface Details {
  readonly units: ReadonlyMap<number, ReadonlyMap<number, number>>;
  /** Of each content: the terms found in it and in the names it defines, with their best score. */
  readonly matched: ReadonlyMap<number, ReadonlyMap<string, number>>;
  readonly named: ReadonlyMap<number, ReadonlyMap<string, number>>;
}

interface ScoredTables {
  readonly contents: ContentScores;
  readonly paths: ReadonlyMap<string, number>;
  readonly details: Details;
  readonly written: ReadonlyMap<string, string>;
}

function scoreContents(
  lists: readonly PostingList[],
  weights: ReadonlyMap<string, number>,
  statistics: TermStatistics,
  view: View,
): ContentScores {
  let size = 0;
  for (const content of view.byContent.keys()) size = Math.max(size, content + 1);
  const body = new Float64Array(size);
  const names = new Float64Array(size);
  const lengthShare = new Float64Array(size);
  for (const [content, files] of view.byContent)
    lengthShare[content] = (files[0]?.termCount ?? 0) / (statistics.averageFileLength || 1);
  for (const list of lists) {
    const weight = weights.get(list.term) ?? 0;
    const sums = sumByContent(list);
    const idf = weight * rarity(statistics.files, sums.length);
    const nameIdf = weight * rarity(statistics.files, sums.filter((sum) => sum.name > 0).length);
    for (const { content, count, name } of sums) {
      body[content]! += idf * saturate(count, lengthShare[content]!, B_FILE);
      if (name > 0) names[content]! += nameIdf * saturate(name, lengthShare[content]!, B_UNIT);
    }
  }
  return { body, names };
}

interface ContentSum {
  readonly content: number;
  count: number;
  name: number;
}

// The lists are ordered by content, so one walk sums the units of each.
function sumByContent(list: PostingList): readonly ContentSum[] {
  const sums: ContentSum[] = [];
  let last: ContentSum | null = null;
  for (let i = 0; i < list.contents.length; i++) {
    const content = list.contents[i]!;
    if (last === null || last.content !== content) {
      last = { content, count: 0, name: 0 };
      sums.push(last);
    }
    last.count += list.body[i]!;
    last.name += list.name[i]!;
  }
  return sums;
}

function scorePaths(
  byPath: ReadonlyMap<string, readonly string[]>,
  weights: ReadonlyMap<string, number>,
  view: View,
): ReadonlyMap<string, number> {
  const scores = new Map<string, number>();
  for (const [term, all] of byPath) {
    // The address of a conversation is no words about it: its client's name and a number.
    const paths = all.filter((path) => view.files.get(path)?.source !== CONVERSATIONS);
    const idf = (weights.get(term) ?? 0) * rarity(view.files.size, paths.length);
    for (const path of paths) {
      // Deep paths have more words; six is an ordinary depth.
      const share = path.split(/[/._-]/).length / 6;
      scores.set(path, (scores.get(path) ?? 0) + idf * saturate(1, share, B_PATH));
    }
  }
  return scores;
}

function chooseFiles(contents: ContentScores, paths: ReadonlyMap<string, number>, view: View): readonly string[] {
  const chosen = new Set<string>();
  const takeContents = (scores: Float64Array, limit: number) => {
    const ids = [...scores.keys()].filter((content) => scores[content]! > 0 && view.byContent.has(content));
    // Content numbers depend on the order of indexing; paths do not.
    const nameOf = (content: number) => view.byContent.get(content)![0]!.path;
    ids.sort((a, b) => scores[b]! - scores[a]! || (nameOf(a) < nameOf(b) ? -1 : 1));
    for (const content of ids.slice(0, limit)) for (const file of view.byContent.get(content)!) chosen.add(file.path);
  };
  takeContents(contents.body, ENTER.body);
  takeContents(contents.names, ENTER.names);
  const byPath = [...paths].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  for (const [path] of byPath.slice(0, ENTER.path)) if (view.files.has(path)) chosen.add(path);
  return [...chosen].sort();
}

function scoreUnits(
  lists: readonly PostingList[],
  weights: ReadonlyMap<string, number>,
  statistics: TermStatistics,
  wanted: ReadonlySet<number>,
): Details {
  const units = new Map<number, Map<number, number>>([...wanted].map((content) => [content, new Map()]));
  const matched = new Map<number, Map<string, number>>([...wanted].map((content) => [content, new Map()]));
  const named = new Map<number, Map<string, number>>([...wanted].map((content) => [content, new Map()]));
  for (const list of lists) {
    const idf = (weights.get(list.term) ?? 0) * rarity(statistics.units, list.contents.length);
    for (let i = 0; i < list.contents.length; i++) {
      const content = list.contents[i]!;
      const scores = units.get(content);
      if (!scores) continue;
      const unit = list.units[i]!;
      // A name says more than a body: it counts as three more occurrences.
      const count = list.body[i]! + 3 * list.name[i]!;
      const score = idf * saturate(count, list.unitLengths[i]! / (statistics.averageUnitLength || 1), B_UNIT);
      scores.set(unit, (scores.get(unit) ?? 0) + score);
      raise(matched.get(content)!, list.term, score);
      if (list.name[i]! > 0) raise(named.get(content)!, list.term, score);
    }
  }
  return { units, matched, named };
}

function raise(scores: Map<string, number>, term: string, score: number): void {
  scores.set(term, Math.max(scores.get(term) ?? 0, score));
}

function lexicalFile(path: string, content: number, { contents, paths, details, written }: ScoredTables): LexicalFile {
  const wordsOf = (terms: ReadonlyMap<string, number> | undefined) =>
    [...(terms ?? [])].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([term]) => written.get(term) ?? term);
  const unitScores = [...(details.units.get(content) ?? [])]
    .map(([unit, score]) => ({ unit, score }))
    .sort((a, b) => b.score - a.score || a.unit - b.unit);
  return {
    path,
    body: contents.body[content] ?? 0,
    names: contents.names[content] ?? 0,
    units: unitScores.slice(0, BEST_UNITS).reduce((sum, unit) => sum + unit.score, 0),
    unit: unitScores[0]?.score ?? 0,
    pathWords: paths.get(path) ?? 0,
    unitScores,
    matched: wordsOf(details.matched.get(content)),
    matchedNames: wordsOf(details.named.get(content)),
  };
}

function bestOf(files: readonly LexicalFile[]): LexicalScores {
  const best = (field: keyof LexicalScores) => files.reduce((most, file) => Math.max(most, file[field]), 0);
  return {
    body: best('body'),
    names: best('names'),
    pathWords: best('pathWords'),
    units: best('units'),
    unit: best('unit'),
  };
}

/** How much a term tells that stands in `count` of `total` places. */
export function rarity(total: number, count: number): number {
  return Math.log(1 + (total - count + 0.5) / (count + 0.5));
}

function saturate(count: number, lengthShare: number, b: number): number {
  return (count * (K1 + 1)) / (count + K1 * (1 - b + b * lengthShare));
}
