import type { SignalFinder } from '../ports/signal-finder.ts';

/** A candidate that changes often. */
export const gitHotspot: SignalFinder = {
  kind: 'gitHotspot',
  tier: 'structural',
  weight: 0.05,
  applies: ({ commits }) => commits > 0,
  async measure({ store }, paths) {
    const histories = await store.fileHistory(paths);
    return histories
      .filter((history) => history.churn > 0)
      .map(({ path, churn, commitCount }) => ({
        path,
        value: churn,
        because: `changed in ${commitCount} ${commitCount === 1 ? 'commit' : 'commits'}`,
      }));
  },
};
