import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Random, randomFrom } from '../../model/random.ts';
import { type Mutation, mutationsOf } from './sites.ts';

/** What must not break unnoticed, and where it is written. */
export const AREAS: Readonly<Record<string, readonly string[]>> = {
  budget: ['src/pipeline/budget'],
  formats: ['src/formats'],
  relate: ['src/pipeline/relate'],
  freshness: ['src/engine/fresh', 'src/engine/fresh-texts.ts', 'src/indexing/plan.ts', 'src/indexing/index-files.ts'],
  redaction: ['src/reading/redaction'],
  tiers: [
    'src/pipeline/score',
    'src/rankers/likelihood.ts',
    'src/rankers/signal-ranker.ts',
    'src/rankers/measure-features.ts',
  ],
  stores: ['src/stores/sqlite', 'src/stores/bytes', 'src/stores/graph'],
  way: [
    'src/pipeline/assemble.ts',
    'src/pipeline/rank.ts',
    'src/pipeline/discover/discover.ts',
    'src/pipeline/enrich',
    'src/pipeline/format.ts',
    'src/rankers/fused-ranker.ts',
  ],
};

/** So many mutations of an area, drawn by a seed; no two at one place. */
export function drawMutations(
  root: string,
  area: string,
  { seed, count }: { seed: number; count: number },
): readonly Mutation[] {
  const random = randomFrom(seed);
  const all = (AREAS[area] ?? [])
    .flatMap((place) => filesAt(root, place))
    .flatMap((path) => mutationsOf(path, readFileSync(join(root, path), 'utf8')));
  const drawn = new Map<string, Mutation>();
  while (drawn.size < count && drawn.size < all.length) {
    const one = drawOne(random, all);
    drawn.set(`${one.path} ${one.start} ${one.by}`, one);
  }
  return [...drawn.values()];
}

const drawOne = (random: Random, all: readonly Mutation[]): Mutation => random.pick(all);

function filesAt(root: string, place: string): readonly string[] {
  if (statSync(join(root, place)).isFile()) return [place];
  return readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${place}/${file}`)
    .sort();
}
