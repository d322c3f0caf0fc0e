import type { Question } from '../ports/signal-finder.ts';

const BEST_UNITS = 3;

/** How near files and their units are to the question by meaning, each 0..1 beside the others of its kind. */
export interface Meanings {
  file(path: string): number;
  unit(path: string, unit: number): number;
}

const NONE: Meanings = { file: () => 0, unit: () => 0 };

/** Nearness to the question beyond the ordinary: 0 for the median of these files, 1 for the nearest. */
export async function meaningsOf({ meaning }: Question, paths: readonly string[]): Promise<Meanings> {
  if (meaning === null || paths.length === 0) return NONE;
  const units = await meaning.similarities(paths);
  if (units.size === 0) return NONE;
  const files = new Map([...units].map(([path, similarities]) => [path, meanOfBest(similarities)]));
  const scaleFile = scaled([...files.values()]);
  const scaleUnit = scaled([...units.values()].flatMap((similarities) => [...similarities]));
  return {
    file: (path) => (files.has(path) ? scaleFile(files.get(path)!) : 0),
    unit: (path, unit) => {
      const similarity = units.get(path)?.[unit];
      return similarity === undefined ? 0 : scaleUnit(similarity);
    },
  };
}

function meanOfBest(similarities: Float32Array): number {
  const best = similarities.toSorted().subarray(-BEST_UNITS);
  return best.reduce((sum, similarity) => sum + similarity, 0) / Math.max(1, best.length);
}

function scaled(values: readonly number[]): (value: number) => number {
  const sorted = Float64Array.from(values).sort();
  const median = sorted[sorted.length >> 1] ?? 0;
  const span = (sorted.at(-1) ?? 0) - median;
  return (value) => (span <= 0 ? 0 : Math.min(1, Math.max(0, (value - median) / span)));
}
