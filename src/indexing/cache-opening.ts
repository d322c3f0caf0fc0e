// Every question begins with the store's opening, which is large. This wrapper reads it once for a run and again only
// after a change.
import type { Opening, Store } from '../ports/store.ts';

/** Wraps a store for one run: caches its opening until the run itself changes the store. */
export function cacheOpening(store: Store, initial?: Opening): Store {
  let cached: Promise<Opening> | null = initial === undefined ? null : Promise.resolve(initial);
  const forget = () => {
    cached = null;
  };
  return {
    ...store,
    opening: (only) => {
      if (only !== undefined) return store.opening(only);
      cached ??= store.opening();
      return cached;
    },
    apply: (change) => {
      forget();
      // A read during the write may have cached the earlier state.
      return store.apply(change).finally(forget);
    },
  };
}
