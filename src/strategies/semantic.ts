import type { Strategy } from '../ports/strategy.ts';

/** Search by meaning. It needs an embedder and vectors in the index; this build ships none, and says so. */
export const semantic: Strategy = {
  name: 'semantic',
  weight: 1.0,
  unavailable: () => 'no embedder is configured',
  async find() {
    return [];
  },
};
