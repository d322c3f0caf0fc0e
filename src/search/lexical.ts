// The lexical search scores files, and then the units of the best files, by the words of a query. It uses only term
// statistics, so that every store gives the same ranking.
import { CONVERSATIONS, isGraphSource } from '../model/entity.ts';
import { memoizePerObject } from '../model/memoize.ts';
import { byText } from '../model/terms.ts';
import type { LexicalFile, LexicalResult, LexicalScores, Question, View } from '../ports/signal-finder.ts';
import type { MessagePostings, PostingList, TermStatistics, Words } from '../ports/store.ts';
import { B_FILE, B_PATH, B_UNIT, inverseFrequency, scoreCount } from './bm25.ts';
import { createTopFilter, pickBestIndexes } from './top-k.ts';
import { type ContentScores, createFile, createUnitTable } from './unit-scores.ts';

/** How many contents, and for `path` how many files, each field alone brings into the result. */
export const CHOSEN_MAX = { body: 150, title: 40, joined: 30, names: 60, path: 60 } as const;

export interface LexicalTerm {
  readonly term: string;
  /** The word that reasons show. */
  readonly word: string;
  readonly weight: number;
  /** Whether it occurs in the title of the task. */
  readonly isTitle?: boolean;
  /** Whether the term joins two neighbouring words as one identifier, which has a score of its own. */
  readonly isJoined?: boolean;
}

type FieldWeights = Readonly<Record<'body' | 'title' | 'damped' | 'joined', number>>;

type LexicalInput = Pick<Question, 'words' | 'statistics' | 'view' | 'commits'>;

export function searchLexical(
  terms: readonly LexicalTerm[],
  { words, statistics, view, commits }: LexicalInput,
): LexicalResult {
  const weights = weighTerms(terms, words.messages, commits);
  // Other postings were fetched for other signals.
  const lists = words.postings.filter(({ term }) => weights.has(term));
  const { possibleScore, ...contents } = scoreContents(lists, weights, statistics, termCountsOf(view));
  const paths = scorePaths(words, weights, view);
  const chosen = chooseFiles(contents, paths, view);
  const table = createUnitTable(lists, new Set(chosen.map((path) => view.files.get(path)!.content)), (list) => {
    const weight = weights.get(list.term)!;
    const idf = inverseFrequency(statistics.units, list.contents.length + (list.beyond?.units ?? 0));
    const average = statistics.averageUnitLength || 1;
    return {
      ...weight,
      rarityWeight: weight.body * idf,
      score: (count, length) => idf * scoreCount(count, length / average, B_UNIT),
    };
  });
  const written = new Map(terms.map((term) => [term.term, term.word]));
  const tables = { contents, paths, table, written };
  const files = chosen.map((path) => createFile(path, view.files.get(path)!.content, tables));
  return { files, best: findBestScores(files), possible: possibleScore };
}

/** Scores all contents by words of equal weight; `termCounts` holds the number of terms of each content. */
export function scoreWords(
  terms: readonly string[],
  { words, statistics, termCounts }: Pick<LexicalInput, 'words' | 'statistics'> & { readonly termCounts: Uint32Array },
): ContentScores {
  const alike = terms.map((term) => ({ term, word: term, weight: 1 }));
  return scoreContents(words.postings, weighTerms(alike, [], 0), statistics, termCounts);
}

// Weighs each term in each field. `damped` lowers words that many commit messages hold.
function weighTerms(
  terms: readonly LexicalTerm[],
  messages: readonly MessagePostings[],
  commits: number,
): ReadonlyMap<string, FieldWeights> {
  const greatest = inverseFrequency(commits, 0) || 1;
  const damping = new Map(
    messages.map((list) => [list.term, inverseFrequency(commits, list.commits.length) / greatest]),
  );
  const weights = new Map<string, FieldWeights>();
  for (const { term, weight, isTitle, isJoined } of terms) {
    const previous = weights.get(term) ?? { body: 0, title: 0, damped: 0, joined: 0 };
    const title = isTitle ? 1 : previous.title;
    const own = { body: weight, title, damped: weight * (damping.get(term) ?? 1) };
    weights.set(term, isJoined ? { ...previous, joined: weight } : { ...previous, ...own });
  }
  return weights;
}

function scoreContents(
  lists: readonly PostingList[],
  weights: ReadonlyMap<string, FieldWeights>,
  statistics: TermStatistics,
  termCounts: Uint32Array,
): ContentScores & { readonly possibleScore: number } {
  const size = termCounts.length;
  const average = statistics.averageFileLength || 1;
  const [body, title, damped] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  const [joined, names, covered] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  let possible = 0;
  for (const list of lists) {
    const weight = weights.get(list.term)!;
    const sums = sumContents(list);
    const idf = inverseFrequency(statistics.files, sums.contents.length + (list.beyond?.files ?? 0));
    // Assumes that contents beyond the list have the term in names just as often.
    const named = sums.named * (1 + (list.beyond?.files ?? 0) / (sums.contents.length || 1));
    const nameIdf = weight.body * inverseFrequency(statistics.files, named);
    possible += weight.body * idf;
    for (let index = 0; index < sums.contents.length; index++) {
      const content = sums.contents[index]!;
      const share = termCounts[content]! / average;
      const score = idf * scoreCount(sums.body[index]!, share, B_FILE);
      body[content]! += weight.body * score;
      title[content]! += weight.title * score;
      damped[content]! += weight.damped * score;
      joined[content]! += weight.joined * score;
      covered[content]! += weight.body * idf;
      if (sums.name[index]! > 0) names[content]! += nameIdf * scoreCount(sums.name[index]!, share, B_UNIT);
    }
  }
  if (possible > 0) for (let content = 0; content < size; content++) covered[content]! /= possible;
  return { body, title, damped, joined, names, covered, possibleScore: possible };
}

// Returns the number of terms of each content, by the number of the content.
const termCountsOf = memoizePerObject((view: View): Uint32Array => {
  let size = 0;
  for (const content of view.byContent.keys()) size = Math.max(size, content + 1);
  const counts = new Uint32Array(size);
  for (const [content, files] of view.byContent) counts[content] = files[0]!.termCount;
  return counts;
});

// Sums a list, which is ordered by content, over the units of each. `named` counts contents with the term in a name.
function sumContents({ contents, body, name }: PostingList) {
  const createSums = () => new Uint32Array(contents.length);
  const sums = { contents: createSums(), body: createSums(), name: createSums() };
  let [count, named] = [0, 0];
  for (let index = 0; index < contents.length; count++) {
    const content = contents[index]!;
    let [bodies, names] = [0, 0];
    for (; index < contents.length && contents[index] === content; index++) {
      bodies += body[index]!;
      names += name[index]!;
    }
    sums.contents[count] = content;
    sums.body[count] = bodies;
    sums.name[count] = names;
    if (names > 0) named++;
  }
  return { ...sums, contents: sums.contents.subarray(0, count), named };
}

function scorePaths(
  { paths: byPath, allPaths }: Words,
  weights: ReadonlyMap<string, FieldWeights>,
  view: View,
): ReadonlyMap<string, number> {
  const scores = new Map<string, number>();
  const shares = lengthShares(view);
  for (const [term, all] of byPath) {
    const weight = weights.get(term)?.body ?? 0;
    if (weight === 0) continue;
    const paths = all.filter((path) => shares.has(path));
    const holding = allPaths?.holding.get(term) ?? paths.length;
    const idf = weight * inverseFrequency(allPaths?.files ?? view.files.size, holding);
    for (const path of paths)
      scores.set(path, (scores.get(path) ?? 0) + idf * scoreCount(1, shares.get(path)!, B_PATH));
  }
  return scores;
}

// Returns path lengths relative to six words, a usual length. It leaves out addresses of conversations and graph nodes.
const lengthShares = memoizePerObject((view: View): ReadonlyMap<string, number> => {
  const shares = new Map<string, number>();
  for (const { path, source } of view.files.values())
    if (source !== CONVERSATIONS && !isGraphSource(source)) shares.set(path, path.split(/[/._-]/).length / 6);
  return shares;
});

function chooseFiles(contents: ContentScores, paths: ReadonlyMap<string, number>, view: View): readonly string[] {
  const chosen = new Set<string>();
  const takeContents = (scores: Float64Array, limit: number) => {
    const ids = pickBestIndexes(scores, limit).filter((content) => view.byContent.has(content));
    // Content numbers depend on the order of indexing; paths do not.
    const nameOf = (content: number) => view.byContent.get(content)![0]!.path;
    ids.sort((a, b) => scores[b]! - scores[a]! || byText(nameOf(a), nameOf(b)));
    for (const content of ids.slice(0, limit)) for (const file of view.byContent.get(content)!) chosen.add(file.path);
  };
  for (const field of ['body', 'title', 'joined', 'names'] as const) takeContents(contents[field], CHOSEN_MAX[field]);
  const isBest = createTopFilter(Float64Array.from(paths.values()), CHOSEN_MAX.path);
  const best = [...paths].filter(([, score]) => isBest(score));
  const byPath = best.sort((a, b) => b[1] - a[1] || byText(a[0], b[0]));
  for (const [path] of byPath.slice(0, CHOSEN_MAX.path)) if (view.files.has(path)) chosen.add(path);
  return [...chosen].sort();
}

const NO_SCORES = { body: 0, title: 0, damped: 0, joined: 0, covered: 0, names: 0, pathWords: 0, units: 0, unit: 0 };
const FIELDS = Object.keys(NO_SCORES) as (keyof LexicalScores)[];

function findBestScores(files: readonly LexicalFile[]): LexicalScores {
  const best = { ...NO_SCORES };
  for (const file of files) for (const field of FIELDS) best[field] = Math.max(best[field], file[field]);
  return best;
}
