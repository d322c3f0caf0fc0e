import type { Opening, Store } from '../ports/store.ts';

/** The same store for one run: what every question begins with is asked again only when the run itself changed something. */
export function keepOpening(store: Store, known?: Opening): Store {
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
      // What was asked while it was being written may be of the moment before.
      return store.apply(change).finally(forget);
    },
  };
}
