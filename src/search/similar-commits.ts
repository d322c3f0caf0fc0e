// Past commits with messages like the task changed the files that the task may need. This file finds these commits and
// rates the files they changed.
import type { Question } from '../ports/signal-finder.ts';
import type { CommitRecord } from '../ports/store.ts';
import { inverseFrequency, scoreCount } from './bm25.ts';
import type { LexicalTerm } from './lexical.ts';
import { createTopFilter } from './top-k.ts';

const COMMITS_MAX = 60;
const YEAR_MS = 365.25 * 24 * 3600 * 1000;
/** Old commits count less: after this many years a third as much. */
const AGE_YEARS = 6;

interface SimilarCommit {
  readonly commit: CommitRecord;
  /** From 0 to 1: the share of the query that the message holds, by weight and rarity of words. */
  readonly similarity: number;
}

/** Finds past commits with messages like the query, best first. */
export async function findSimilarCommits(
  terms: readonly LexicalTerm[],
  { store, words, commits: total }: Pick<Question, 'store' | 'words' | 'commits'>,
): Promise<readonly SimilarCommit[]> {
  const lists = words.messages;
  const weights = new Map(terms.map((term) => [term.term, term.weight]));
  let greatest = 0;
  for (const { commits } of lists) for (const commit of commits) if (commit > greatest) greatest = commit;
  const scores = new Float64Array(greatest + 1);
  let possible = 0;
  for (const list of lists) {
    const idf = (weights.get(list.term) ?? 0) * inverseFrequency(total, list.commits.length);
    possible += idf;
    for (let i = 0; i < list.commits.length; i++) {
      const count = list.counts[i]!;
      const commit = list.commits[i]!;
      scores[commit]! += idf * scoreCount(count, 1, 0);
    }
  }
  const best = pickBest(scores);
  const records = new Map((await store.commits(best)).map((commit) => [commit.id, commit]));
  return best.flatMap((id) => {
    const commit = records.get(id);
    return commit ? [{ commit, similarity: Math.min(1, scores[id]! / possible) }] : [];
  });
}

// Returns the numbers of the best commits, best first; of equal ones the newest.
function pickBest(scores: Float64Array): readonly number[] {
  const isBest = createTopFilter(scores, COMMITS_MAX);
  const ids: number[] = [];
  for (let id = 0; id < scores.length; id++) if (isBest(scores[id]!)) ids.push(id);
  return ids.sort((a, b) => scores[b]! - scores[a]! || b - a).slice(0, COMMITS_MAX);
}

/** When the best message holds less than this share of the query, all evidence is weakened. */
const SIMILAR_ENOUGH = 0.5;

/** Rates the files that the commits changed, each with its best commit. Age counts from the newest of them. */
export function rateFilesOfCommits(similar: readonly SimilarCommit[], isKnown: (path: string) => boolean) {
  const bestSimilarity = similar[0]?.similarity ?? 0;
  const trust = Math.min(1, bestSimilarity / SIMILAR_ENOUGH);
  const newest = similar.reduce((latest, { commit }) => Math.max(latest, commit.timeMs), 0);
  const files = new Map<string, { value: number; commits: number; best: SimilarCommit; share: number }>();
  for (const entry of similar) {
    const { commit, similarity } = entry;
    const paths = commit.paths.filter(isKnown);
    if (paths.length === 0 || bestSimilarity === 0) continue;
    const age = (newest - commit.timeMs) / YEAR_MS;
    const share = ((similarity / bestSimilarity) ** 2 * Math.exp(-age / AGE_YEARS)) / Math.sqrt(commit.paths.length);
    for (const path of paths) {
      const previous = files.get(path);
      if (!previous) files.set(path, { value: share, commits: 1, best: entry, share });
      else
        files.set(path, {
          value: previous.value + share,
          commits: previous.commits + 1,
          best: share > previous.share ? entry : previous.best,
          share: Math.max(share, previous.share),
        });
    }
  }
  const top = [...files.values()].reduce((max, file) => Math.max(max, file.value), 0);
  return [...files]
    .map(([path, file]) => ({
      path,
      value: (trust * file.value) / top,
      commits: file.commits,
      commit: file.best.commit,
    }))
    .sort((a, b) => b.value - a.value || (a.path < b.path ? -1 : 1));
}
