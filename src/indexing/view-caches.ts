// Caches the large opening of a store, and tables made from its files, until they change.
import { memoizePerObject } from '../model/memoize.ts';
import type { FileRecord, Opening, Store } from '../ports/store.ts';

/** Wraps a store, and caches its opening until a change is made through the wrapper. */
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

/** Caches a function of the files of a view: a store returns the same list of files until the view changes. */
export function perView<Value>(make: (files: readonly FileRecord[]) => Value) {
  return memoizePerObject(make);
}

export const pathsOf = perView((files) => files.map((file) => file.path));

export const filesByPath: (files: readonly FileRecord[]) => ReadonlyMap<string, FileRecord> = perView(
  (files) => new Map(files.map((file) => [file.path, file])),
);
