import type { LexicalResult } from '../ports/signal-finder.ts';
import type { Strategy } from '../ports/strategy.ts';

/** Files whose units are compared; vectors are made when they are asked for, so their number bounds the work. */
const FILES_MAX = 30;
const CHARACTERS_MAX = 2000;

/** Orders the units of the likeliest files by how near their meaning is to the question's. */
export const semantic: Strategy = {
  name: 'semantic',
  weight: 1.0,
  unavailable: ({ meaning }) => (meaning === null ? 'no embedder is configured' : null),
  async find({ task, lexical, meaning }, limit) {
    if (meaning === null) return [];
    const paths = likeliest(await lexical());
    const units = (
      await Promise.all(
        paths.map(async (path) => (await meaning.unitTexts(path)).map((text, unit) => ({ path, unit, text }))),
      )
    ).flat();
    const texts = units.map(({ text }) => text.slice(0, CHARACTERS_MAX));
    const [asked, ...vectors] = await meaning.embedder.embed([task.text, ...texts]);
    if (asked === undefined || vectors.length !== units.length)
      throw new Error(`${meaning.embedder.name} gave ${vectors.length} vectors for ${units.length} texts`);
    return units
      .map(({ path, unit }, index) => ({
        path,
        unit,
        score: Math.max(0, dot(asked, vectors[index]!)),
        because: 'near in meaning',
      }))
      .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.unit - b.unit))
      .slice(0, limit);
  },
};

function likeliest({ files, best }: LexicalResult): readonly string[] {
  const worth = (file: LexicalResult['files'][number]) =>
    file.units / (best.units || 1) + file.pathWords / (best.pathWords || 1);
  return files
    .toSorted((a, b) => worth(b) - worth(a) || (a.path < b.path ? -1 : 1))
    .slice(0, FILES_MAX)
    .map((file) => file.path);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * (b[i] ?? 0);
  return sum;
}
