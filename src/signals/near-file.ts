import type { SignalFinder } from '../ports/signal-finder.ts';
import { nearnessTo } from '../search/nearness.ts';

/** A candidate in the folder one stands in, or in its package. */
export const nearFile: SignalFinder = {
  kind: 'nearFile',
  tier: 'structural',
  weight: 0.16,
  applies: ({ near }) => near !== null,
  async measure({ near, view }, paths) {
    if (near === null) return [];
    const nearness = nearnessTo(near, view);
    return paths.flatMap((path) => {
      const value = nearness(path);
      return value > 0 ? [{ path, value, because: value === 1 ? `in ${near}` : `in the package of ${near}` }] : [];
    });
  },
};
