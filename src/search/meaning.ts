import type { Meaning, View } from '../ports/signal-finder.ts';
import type { Store } from '../ports/store.ts';
import { cosines } from './unit-vectors.ts';

/** Compares a question's vector with those of the store; each content is read and compared once. */
export function createMeaning(vector: Float32Array, { store, view }: { store: Store; view: View }): Meaning {
  const wide = Float64Array.from(vector);
  const known = new Map<number, Float32Array | null>();
  return {
    similarities: async (paths) => {
      const files = paths.flatMap((path) => view.files.get(path) ?? []);
      const wanted = [...new Set(files.map((file) => file.content))].filter((content) => !known.has(content));
      const vectors = wanted.length === 0 ? new Map() : await store.vectors(wanted);
      for (const content of wanted) {
        const units = vectors.get(content);
        known.set(content, units ? cosines(units, wide) : null);
      }
      const found = new Map<string, Float32Array>();
      for (const { path, content } of files) {
        const similarities = known.get(content);
        if (similarities) found.set(path, similarities);
      }
      return found;
    },
  };
}
