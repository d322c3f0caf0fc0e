import type { FileRecord } from '../ports/store.ts';

/** The same function with a memory: a store hands out the same list of files for as long as nothing changes. */
export function perView<Value>(make: (files: readonly FileRecord[]) => Value): (files: readonly FileRecord[]) => Value {
  const made = new WeakMap<readonly FileRecord[], { readonly value: Value }>();
  return (files) => {
    const known = made.get(files);
    if (known) return known.value;
    const value = make(files);
    made.set(files, { value });
    return value;
  };
}

/** The paths of a view, always the same list for the same view. */
export const pathsOf = perView((files) => files.map((file) => file.path));

/** The files of a view by their paths. */
export const filesByPath = perView(
  (files): ReadonlyMap<string, FileRecord> => new Map(files.map((file) => [file.path, file])),
);
