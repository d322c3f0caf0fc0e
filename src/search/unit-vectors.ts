// Units may have vectors of their meaning. This file rounds vectors to bytes for the store and compares them with the
// vector of a question.
import type { UnitVectors } from '../ports/embedder.ts';
import type { Meaning, View } from '../ports/signal-finder.ts';
import type { Store } from '../ports/store.ts';

const BYTE_MAX = 127;

export function createVectors(units: number, dimensions: number): UnitVectors {
  return { scales: new Float32Array(units), rows: new Int8Array(units * dimensions) };
}

/** Rounds a vector to bytes. Its scale gives it length one, so that products with it are cosines. */
export function setVector({ scales, rows }: UnitVectors, unit: number, vector: Float32Array): void {
  let largest = 0;
  for (let k = 0; k < vector.length; k += 1) largest = Math.max(largest, Math.abs(vector[k]!));
  if (largest === 0) return;
  const factor = BYTE_MAX / largest;
  const start = unit * vector.length;
  let squares = 0;
  for (let k = 0; k < vector.length; k += 1) {
    const value = Math.round(vector[k]! * factor);
    rows[start + k] = value;
    squares += value * value;
  }
  scales[unit] = 1 / Math.sqrt(squares);
}

/** Returns the cosine of each unit with a vector of length one, which comes in 64-bit floats to save conversions. */
export function computeCosines({ scales, rows }: UnitVectors, vector: Float64Array): Float32Array {
  const all = new Float32Array(scales.length);
  const dimensions = vector.length;
  const even = dimensions - (dimensions % 4);
  let index = 0;
  for (let unit = 0; unit < all.length; unit += 1) {
    // Four sums are faster than one, because an addition then does not wait for the previous one.
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let k = 0; k < even; k += 4, index += 4) {
      a += vector[k]! * rows[index]!;
      b += vector[k + 1]! * rows[index + 1]!;
      c += vector[k + 2]! * rows[index + 2]!;
      d += vector[k + 3]! * rows[index + 3]!;
    }
    for (let k = even; k < dimensions; k += 1, index += 1) a += vector[k]! * rows[index]!;
    all[unit] = (a + b + c + d) * scales[unit]!;
  }
  return all;
}

/** Creates the comparison of a vector with those in the store. It remembers the cosines of each content. */
export function createMeaning(vector: Float32Array, { store, view }: { store: Store; view: View }): Meaning {
  const wide = Float64Array.from(vector);
  const byContent = new Map<number, Float32Array | null>();
  return {
    similarities: async (paths) => {
      const files = paths.flatMap((path) => view.files.get(path) ?? []);
      const wanted = [...new Set(files.map((file) => file.content))].filter((content) => !byContent.has(content));
      const vectors = wanted.length === 0 ? new Map() : await store.vectors(wanted);
      for (const content of wanted) {
        const units = vectors.get(content);
        byContent.set(content, units ? computeCosines(units, wide) : null);
      }
      const byPath = new Map<string, Float32Array>();
      for (const { path, content } of files) {
        const similarities = byContent.get(content);
        if (similarities) byPath.set(path, similarities);
      }
      return byPath;
    },
  };
}
