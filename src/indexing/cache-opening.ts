import type { Opening, Store } from '../ports/store.ts';

/** Wraps a store for one run: caches its opening until the run itself changes the store. */
export function cacheOpening(store: Store, known?: Opening): Store {
  let kept: Promise<Opening> | null = known === undefined ? null : Promise.resolve(known);
  const forget = () => {
    kept = null;
  };
  return {
    ...store,
    opening: () => {
      kept ??= store.opening();
      return kept;
    },
    apply: (change) => {
      forget();
      // A read during the write may have cached the earlier state.
      return store.apply(change).finally(forget);
    },
  };
}
