import type { Candidate } from '../model/candidate.ts';
import type { Hit, Question, SignalFinder } from '../ports/signal-finder.ts';
import type { CommitRecord } from '../ports/store.ts';

const COMMITS_EACH = 40;
/** A commit that touches more says nothing about what belongs together. */
const FILES_MAX = 30;
const PARTNERS_EACH = 8;
/** Together once may be chance. */
const TIMES_LEAST = 2;

/** A file that past commits changed together with a candidate. */
export const changedWith: SignalFinder = {
  kind: 'changedWith',
  tier: 'structural',
  weight: 0.06,
  applies: ({ commits, lens }) => commits > 0 && lens.edges.includes('changed-with'),
  async expand(question, seeds) {
    const touching = await question.store.commitsTouching(
      seeds.map((seed) => seed.path),
      COMMITS_EACH,
    );
    return seeds.flatMap((seed) => partnersOf(seed, touching.get(seed.path) ?? [], question));
  },
};

function partnersOf(seed: Candidate, commits: readonly CommitRecord[], { view }: Question): readonly Hit[] {
  const times = new Map<string, number>();
  const small = commits.flatMap(({ paths }) => (paths.length <= FILES_MAX ? [paths] : []));
  for (const paths of small) for (const path of paths) times.set(path, (times.get(path) ?? 0) + 1);
  const strength = Math.min(1, Math.max(0, ...seed.signals.map((signal) => signal.value)));
  return [...times]
    .filter(([path, count]) => path !== seed.path && count >= TIMES_LEAST && view.files.has(path))
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, PARTNERS_EACH)
    .map(([path, count]) => ({
      path,
      value: (strength * count) / small.length,
      because: `changed with ${seed.path} in ${count} commits`,
      distance: 1,
      via: [{ from: seed.path, kind: 'changed-with' as const }],
    }));
}
