// Past commits tell which files a task may need: those that commits with messages like the task changed, and those that
// commits changed together.
import { byText } from '../model/terms.ts';
import type { Question } from '../ports/signal-finder.ts';
import type { CommitRecord } from '../ports/store.ts';
import { inverseFrequency, scoreCount } from './bm25.ts';
import type { LexicalTerm } from './lexical.ts';
import { pickBestIndexes } from './top-k.ts';

const COMMITS_MAX = 60;
const YEAR_MS = 365.25 * 24 * 3600 * 1000;
/** Old commits count less: after this many years about a third as much. */
const AGE_YEARS = 6;

interface SimilarCommit {
  readonly commit: CommitRecord;
  /** From 0 to 1: how much of the query the message holds, by weight, rarity and number of its words. */
  readonly similarity: number;
}

/** Finds past commits with messages like the query, best first. */
export async function findSimilarCommits(
  terms: readonly LexicalTerm[],
  { store, words, commits: total }: Pick<Question, 'store' | 'words' | 'commits'>,
): Promise<readonly SimilarCommit[]> {
  const weights = new Map(terms.map((term) => [term.term, term.weight]));
  let greatest = 0;
  for (const { commits } of words.messages) for (const commit of commits) if (commit > greatest) greatest = commit;
  const scores = new Float64Array(greatest + 1);
  let possible = 0;
  for (const list of words.messages) {
    const idf = (weights.get(list.term) ?? 0) * inverseFrequency(total, list.commits.length);
    possible += idf;
    for (let i = 0; i < list.commits.length; i++) scores[list.commits[i]!]! += idf * scoreCount(list.counts[i]!, 1, 0);
  }
  // Of equal commits those with the greatest numbers come first.
  const best = pickBestIndexes(scores, COMMITS_MAX)
    .sort((a, b) => scores[b]! - scores[a]! || b - a)
    .slice(0, COMMITS_MAX);
  const records = new Map((await store.commits(best)).map((commit) => [commit.id, commit]));
  return best.flatMap((id) => {
    const commit = records.get(id);
    return commit ? [{ commit, similarity: Math.min(1, scores[id]! / possible) }] : [];
  });
}

/** When the best commit is less similar than this, all evidence is weakened. */
const SIMILAR_ENOUGH = 0.5;

/** Rates the known files that the commits changed, each with its best commit. Age counts from the newest of them. */
export function rateFilesOfCommits(similar: readonly SimilarCommit[], isKnown: (path: string) => boolean) {
  const bestSimilarity = similar[0]?.similarity ?? 0;
  const trust = Math.min(1, bestSimilarity / SIMILAR_ENOUGH);
  const newest = similar.reduce((latest, { commit }) => Math.max(latest, commit.timeMs), 0);
  const files = new Map<string, { value: number; commits: number; commit: CommitRecord; greatest: number }>();
  for (const { commit, similarity } of similar) {
    if (bestSimilarity === 0) break;
    const age = (newest - commit.timeMs) / YEAR_MS;
    const share = ((similarity / bestSimilarity) ** 2 * Math.exp(-age / AGE_YEARS)) / Math.sqrt(commit.paths.length);
    for (const path of commit.paths.filter(isKnown)) {
      const file = files.get(path) ?? { value: 0, commits: 0, commit, greatest: 0 };
      files.set(path, file);
      file.value += share;
      file.commits++;
      if (share > file.greatest) Object.assign(file, { commit, greatest: share });
    }
  }
  const top = [...files.values()].reduce((max, file) => Math.max(max, file.value), 0);
  return [...files]
    .map(([path, { value, commits, commit }]) => ({ path, value: (trust * value) / top, commits, commit }))
    .sort((a, b) => b.value - a.value || byText(a.path, b.path));
}

/** Counts how often each other file changed with a file; commits of more than `filesMax` files show no connection. */
export function countTogether(
  path: string,
  commits: readonly CommitRecord[],
  filesMax: number,
): { readonly times: ReadonlyMap<string, number>; readonly commits: number } {
  const small = commits.filter(({ paths }) => paths.length <= filesMax);
  const times = new Map<string, number>();
  for (const { paths } of small)
    for (const other of paths) if (other !== path) times.set(other, (times.get(other) ?? 0) + 1);
  return { times, commits: small.length };
}
