// Tables made from the files of a view are expensive in a large workspace. This file keeps each with the list it was
// made from, for all questions until the view changes.
import type { FileRecord } from '../ports/store.ts';

/** Caches a function of the files of a view: a store returns the same list of files until the view changes. */
export function perView<Value>(make: (files: readonly FileRecord[]) => Value): (files: readonly FileRecord[]) => Value {
  const cache = new WeakMap<readonly FileRecord[], { readonly value: Value }>();
  return (files) => {
    const cached = cache.get(files);
    if (cached) return cached.value;
    const value = make(files);
    cache.set(files, { value });
    return value;
  };
}

/** The paths of a view; returns the same list for the same view. */
export const pathsOf = perView((files) => files.map((file) => file.path));

/** The files of a view by their paths. */
export const filesByPath = perView(
  (files): ReadonlyMap<string, FileRecord> => new Map(files.map((file) => [file.path, file])),
);
