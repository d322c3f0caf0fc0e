// Vectors say how near a file or unit is to a question in meaning. This file scales their cosines to features of 0..1.
import { lazy } from '../model/memoize.ts';
import type { Question } from '../ports/signal-finder.ts';
import { cleanQuestion, splitForMeaning } from '../search/question-text.ts';
import { joinLists, pickGreatest } from '../search/top-k.ts';

const BEST_UNITS = 3;
// A vector covers only the first words of a task, so the meaning of a file counts half for tasks with many words.
const TRUST_BY_WORDS = { from: 20, to: 40, least: 0.5 } as const;

/** Nearness of files and units to the question by meaning, each scaled to 0..1 among its kind. */
export interface Meanings {
  file(path: string): number;
  unit(path: string, unit: number): number;
}

const NONE: Meanings = { file: () => 0, unit: () => 0 };

/** Scales nearness: 0 for the median of the files in `among`, `trust` for the nearest; units among all of `paths`. */
export async function meaningsOf(
  meaning: Question['meaning'],
  paths: readonly string[],
  { among = paths, trust = 1 }: { readonly among?: readonly string[]; readonly trust?: number } = {},
): Promise<Meanings> {
  if (meaning === null || paths.length === 0) return NONE;
  const units = await meaning.similarities(paths);
  if (units.size === 0) return NONE;
  const files = new Map([...units].map(([path, similarities]) => [path, averageBest(similarities)]));
  const scaleFile = createScale(Float64Array.from(among.flatMap((path) => files.get(path) ?? [])));
  // Made on demand, because only opened files need it.
  const scaleUnit = lazy(() => createScale(joinLists([...units.values()])));
  return {
    file: (path) => (files.has(path) ? trust * scaleFile(files.get(path)!) : 0),
    unit: (path, unit) => {
      const similarity = units.get(path)?.[unit];
      return similarity === undefined ? 0 : scaleUnit()(similarity);
    },
  };
}

export function trustInMeaning({ keywords, text }: Question['task']): number {
  const words = Math.min(keywords.length, splitForMeaning(cleanQuestion(text)).length);
  const { from, to, least } = TRUST_BY_WORDS;
  return 1 - (1 - least) * Math.min(1, Math.max(0, (words - from) / (to - from)));
}

/** Returns the unscaled nearness of the median of these files and of the nearest: mean cosines of their best units. */
export async function similaritySpan(
  { meaning }: Pick<Question, 'meaning'>,
  paths: readonly string[],
): Promise<{ median: number; most: number }> {
  const units =
    meaning === null || paths.length === 0 ? new Map<string, Float32Array>() : await meaning.similarities(paths);
  const sorted = Float64Array.from(units.values(), averageBest).sort();
  return { median: sorted[sorted.length >> 1] ?? 0, most: sorted.at(-1) ?? 0 };
}

function averageBest(similarities: Float32Array): number {
  const best = pickGreatest(similarities, BEST_UNITS);
  return best.reduce((sum, similarity) => sum + similarity, 0) / Math.max(1, best.length);
}

function createScale(values: Float64Array): (value: number) => number {
  const sorted = values.sort();
  const median = sorted[sorted.length >> 1] ?? 0;
  const span = (sorted.at(-1) ?? 0) - median;
  return (value) => (span <= 0 ? 0 : Math.min(1, Math.max(0, (value - median) / span)));
}
