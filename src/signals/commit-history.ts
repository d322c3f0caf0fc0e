// These signals use past commits: files that similar commits touched, that changed together, or that change often.
import type { Candidate } from '../model/candidate.ts';
import { clipText } from '../model/visible-text.ts';
import type { Hit, Question, SignalFinder } from '../ports/signal-finder.ts';
import type { CommitRecord } from '../ports/store.ts';
import { countTogether, findSimilarCommits, rateFilesOfCommits } from '../search/past-commits.ts';
import { strengthOf } from './graph-edges.ts';

const FILES_MAX = 60;
const SUBJECT_MAX = 44;

export const historyMatch: SignalFinder = {
  kind: 'historyMatch',
  tier: 'semantic',
  weight: 0.3,
  applies: ({ task, commits }) => commits > 0 && task.keywords.length > 0,
  async find(question) {
    const { task, view } = question;
    const terms = task.keywords.map(({ stem, word, weight }) => ({ term: stem, word, weight }));
    const files = rateFilesOfCommits(await findSimilarCommits(terms, question), (path) => view.files.has(path));
    return files.slice(0, FILES_MAX).map(({ path, value, commits, commit }) => ({
      path,
      value,
      because: `${commits === 1 ? 'a similar commit' : `${commits} similar commits`} touched it: "${clipText(commit.message.split('\n', 1)[0]!, SUBJECT_MAX)}"`,
    }));
  },
};

const COMMITS_EACH = 40;
const COMMIT_FILES_MAX = 30;
const FILES_EACH = 8;
/** Files that changed together only once may have done so by chance. */
const TIMES_LEAST = 2;

export const changedWith: SignalFinder = {
  kind: 'changedWith',
  tier: 'structural',
  weight: 0.06,
  applies: ({ commits, lens }) => commits > 0 && lens.edges.includes('changed-with'),
  async expand(question, seeds) {
    const paths = seeds.map(({ path }) => path);
    const touching = await question.store.commitsTouching(paths, COMMITS_EACH);
    return seeds.flatMap((seed) => findChangedTogether(seed, touching.get(seed.path) ?? [], question));
  },
};

function findChangedTogether(seed: Candidate, touching: readonly CommitRecord[], { view }: Question): readonly Hit[] {
  const { times, commits } = countTogether(seed.path, touching, COMMIT_FILES_MAX);
  const strength = strengthOf(seed);
  return [...times]
    .filter(([path, count]) => count >= TIMES_LEAST && view.files.has(path))
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, FILES_EACH)
    .map(([path, count]) => ({
      path,
      value: (strength * count) / commits,
      because: `changed with ${seed.path} in ${count} commits`,
      distance: 1,
      via: [{ from: seed.path, kind: 'changed-with' as const }],
    }));
}

export const gitHotspot: SignalFinder = {
  kind: 'gitHotspot',
  tier: 'structural',
  weight: 0.05,
  applies: ({ commits }) => commits > 0,
  async measure({ store }, paths) {
    const histories = await store.fileHistory(paths);
    return histories
      .filter((history) => history.churn > 0)
      .map(({ path, churn, commitCount }) => {
        return { path, value: churn, because: `changed in ${commitCount} commit${commitCount === 1 ? '' : 's'}` };
      });
  },
};
