import type { Question } from '../ports/signal-finder.ts';
import type { CommitRecord } from '../ports/store.ts';
import { rarity, saturate } from './bm25.ts';
import type { LexicalTerm } from './lexical.ts';
import { isAmong } from './top-k.ts';

const COMMITS_MAX = 60;
const YEAR_MS = 365.25 * 24 * 3600 * 1000;
/** Old commits count less: after this many years a third. */
const AGE_YEARS = 6;

interface SimilarCommit {
  readonly commit: CommitRecord;
  /** 0..1: how much of the query, by weight and rarity of its words, the message holds. */
  readonly similarity: number;
}

/** Past commits whose messages resemble the query, best first. Age is counted from the newest of them. */
export async function similarCommits(
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
    const idf = (weights.get(list.term) ?? 0) * rarity(total, list.commits.length);
    possible += idf;
    for (let i = 0; i < list.commits.length; i++) {
      const count = list.counts[i]!;
      const commit = list.commits[i]!;
      scores[commit]! += idf * saturate(count, 1, 0);
    }
  }
  const best = bestOf(scores);
  const records = new Map((await store.commits(best)).map((commit) => [commit.id, commit]));
  return best.flatMap((id) => {
    const commit = records.get(id);
    return commit ? [{ commit, similarity: Math.min(1, scores[id]! / possible) }] : [];
  });
}

// Numbers of the best commits, best first and of equals the newest.
function bestOf(scores: Float64Array): readonly number[] {
  const isBest = isAmong(scores, COMMITS_MAX);
  const ids: number[] = [];
  for (let id = 0; id < scores.length; id++) if (isBest(scores[id]!)) ids.push(id);
  return ids.sort((a, b) => scores[b]! - scores[a]! || b - a).slice(0, COMMITS_MAX);
}

/** A message with half of the query gives full evidence; less weakens all of it. */
const SIMILAR_ENOUGH = 0.5;

/** Files that the commits touched, each with its share of evidence and its best commit. */
export function filesOfCommits(similar: readonly SimilarCommit[], isKnown: (path: string) => boolean) {
  const most = similar[0]?.similarity ?? 0;
  const trust = Math.min(1, most / SIMILAR_ENOUGH);
  const newest = similar.reduce((latest, { commit }) => Math.max(latest, commit.timeMs), 0);
  const files = new Map<string, { value: number; commits: number; loudest: SimilarCommit; share: number }>();
  for (const entry of similar) {
    const { commit, similarity } = entry;
    const paths = commit.paths.filter(isKnown);
    if (paths.length === 0 || most === 0) continue;
    const age = (newest - commit.timeMs) / YEAR_MS;
    const share = ((similarity / most) ** 2 * Math.exp(-age / AGE_YEARS)) / Math.sqrt(commit.paths.length);
    for (const path of paths) {
      const previous = files.get(path);
      if (!previous) files.set(path, { value: share, commits: 1, loudest: entry, share });
      else
        files.set(path, {
          value: previous.value + share,
          commits: previous.commits + 1,
          loudest: share > previous.share ? entry : previous.loudest,
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
      commit: file.loudest.commit,
    }))
    .sort((a, b) => b.value - a.value || (a.path < b.path ? -1 : 1));
}
