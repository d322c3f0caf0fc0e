// Decides how much of a ranking is worth quoting: it predicts how much a reader needs each unit, and sets the floor
// below which an aim leaves units out.
import { logOddsOf, type Scored } from '../model/candidate.ts';
import type { EntityId } from '../model/entity.ts';
import type { Floors } from '../ports/ranker.ts';

const KINDS = ['function', 'method', 'class', 'constant', 'region', 'type', 'interface'] as const;

/** Log-odds (`likelihood`, `file`), logarithms (`lines`, `place` in the file, `rank`, `score`), and values 0 or 1. */
export const NEED_FEATURES = [
  ...(['likelihood', 'lines', 'file', 'place', 'rank', 'score', 'related', 'holder', 'named', 'inBest'] as const),
  ...KINDS,
] as const;

// bench/packs/learn-need.ts learned these weights from tasks whose lines to change and to read are marked.
const NEED_BIAS = 1.3;
const NEED_WEIGHTS: Readonly<Record<(typeof NEED_FEATURES)[number], number>> = {
  ...{ likelihood: 0.42, lines: -0.41, file: 0.23, place: -0.24, rank: -0.21, score: 0.23 },
  ...{ related: 0.62, holder: -0.41, named: 0.36, inBest: -0.31 },
  ...{ function: 1.0, method: 0.82, class: 0.32, constant: 0.03, region: 0.05, type: 0.38, interface: -0.57 },
};

/** Lists the values of `NEED_FEATURES` for each unit with a likelihood; `namedKind` is the signal of named symbols. */
export function needRows(scored: readonly Scored[], namedKind: string): ReadonlyMap<EntityId, readonly number[]> {
  const files = new Map<string, number>();
  for (const { entity, path, likelihood } of scored) if (entity.container === null) files.set(path, likelihood ?? 0);
  const units = scored
    .filter(({ entity, likelihood }) => entity.container !== null && likelihood !== null)
    .sort((a, b) => b.likelihood! - a.likelihood! || b.score - a.score);
  const best = units[0]?.path;
  const places = new Map<string, number>();
  const rows = new Map<EntityId, readonly number[]>();
  for (const [rank, { id, path, entity, score, likelihood, signals }] of units.entries()) {
    const place = places.get(path) ?? 0;
    places.set(path, place + 1);
    const has = (kind: string) => Number(signals.some((signal) => signal.kind === kind));
    const { startLine, endLine } = entity.location;
    rows.set(id, [
      logOddsOf(likelihood!),
      Math.log2(endLine - startLine + 1),
      logOddsOf(files.get(path) ?? 0),
      Math.log1p(place),
      Math.log1p(rank),
      Math.log(Math.max(LEAST, score)),
      ...['related', 'holder', namedKind].map(has),
      Number(path === best),
      ...KINDS.map((kind) => Number(entity.kind === kind)),
    ]);
  }
  return rows;
}

/** Creates the prediction of how much of a unit's lines a reader needs, 0..1; of other candidates it is the score. */
export function createNeedOf(scored: readonly Scored[], namedKind: string): (candidate: Scored) => number {
  const weights = NEED_FEATURES.map((name) => NEED_WEIGHTS[name]);
  const needs = new Map<EntityId, number>();
  for (const [id, row] of needRows(scored, namedKind)) {
    const logOddsOfNeed = row.reduce((sum, value, index) => sum + value * weights[index]!, NEED_BIAS);
    needs.set(id, 1 / (1 + Math.exp(-logOddsOfNeed)));
  }
  return (candidate) => needs.get(candidate.id) ?? candidate.score;
}

// Smaller scores count as this one, because the logarithm of 0 is infinite.
const LEAST = 1e-5;

/** The limits that an aim sets on what is quoted. */
interface AimOptions {
  /** A unit stays out if it is needed less than this times the greatest need raised to `power`. */
  readonly leastShare: number;
  /** With 1 a unit stays out below a constant share of the greatest need, with less the share rises if needs are low. */
  readonly power: number;
  /** The least likelihood of a file without parts, and of a file that the next aim would add. */
  readonly leastFile: number;
}

/** Sets the floors of an aim, below which text costs a reader more than it helps; undefined without likelihoods. */
export function floorsOfAim(
  scored: readonly Scored[],
  needOf: (candidate: Scored) => number,
  { leastShare, power, leastFile }: AimOptions,
): Floors['likely'] {
  const units = scored.filter(({ likelihood, entity }) => likelihood !== null && entity.container !== null);
  if (units.length === 0) return undefined;
  const max = units.reduce((best, candidate) => Math.max(best, needOf(candidate)), 0);
  return { needOf, units: leastShare * max ** power, files: leastFile };
}

/** Whether a candidate reaches a floor: that of units by need, others by likelihood; without likelihoods by score. */
export function isAbove(candidate: Scored, floors: Floors, kind: 'units' | 'files' | 'alone'): boolean {
  const { likelihood, score } = candidate;
  if (!floors.likely || likelihood === null) return score >= floors[kind];
  return kind === 'units' ? floors.likely.needOf(candidate) >= floors.likely.units : likelihood >= floors.likely.files;
}

/** Returns how much a candidate is worth to a reader: its need, or without likelihoods its score. */
export function worthOf(candidate: Scored, { likely }: Floors): number {
  return likely ? likely.needOf(candidate) : candidate.score;
}

/** Lists the files that reach the floor, themselves or by a unit. */
export function worthPaths(scored: readonly Scored[], floors: Floors): ReadonlySet<string> {
  const isWorth = (candidate: Scored) =>
    isAbove(candidate, floors, candidate.entity.container === null ? 'files' : 'units');
  return new Set(scored.filter(isWorth).map(({ path }) => path));
}
