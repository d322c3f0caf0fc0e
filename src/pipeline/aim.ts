import type { Scored } from '../model/candidate.ts';
import type { EntityId } from '../model/entity.ts';
import type { Floors } from '../ports/ranker.ts';

/** What share of its lines a reader needs, by how likely it is, how it stands among the others and what it is. */
interface NeedModel {
  readonly bias: number;
  readonly weights: Readonly<Record<NeedFeature, number>>;
}

const KINDS = ['function', 'method', 'class', 'constant', 'region', 'type', 'interface'] as const;

/** `file` and `likelihood` are log-odds; `place` is its place among the units of its file, `rank` that among all. */
export const NEED_FEATURES = [
  ...(['likelihood', 'lines', 'file', 'place', 'rank', 'score', 'related', 'holder', 'named', 'inBest'] as const),
  ...KINDS,
] as const;
type NeedFeature = (typeof NEED_FEATURES)[number];

/** Values for `NEED_FEATURES` of every unit whose likelihood is known; `namedKind` is the signal of what the task names. */
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
      logOdds(likelihood!),
      Math.log2(endLine - startLine + 1),
      logOdds(files.get(path) ?? 0),
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

/** 0..1 for every unit: the share of its lines that a reader is expected to need. What nobody rated keeps its score. */
export function needsOf(
  scored: readonly Scored[],
  { bias, weights }: NeedModel,
  namedKind: string,
): (one: Scored) => number {
  const ordered = NEED_FEATURES.map((name) => weights[name]);
  const needs = new Map<EntityId, number>();
  for (const [id, row] of needRows(scored, namedKind)) {
    const odds = row.reduce((sum, value, at) => sum + value * ordered[at]!, bias);
    needs.set(id, 1 / (1 + Math.exp(-odds)));
  }
  return (one) => needs.get(one.id) ?? one.score;
}

const LEAST = 1e-5;

function logOdds(likelihood: number): number {
  const inside = Math.min(0.999, Math.max(0.001, likelihood));
  return Math.log(inside / (1 - inside));
}

/** Where an aim ends. */
interface AimOptions {
  /** Units that a reader needs less than this share of the most needed one stay out, as far as that one is certain. */
  readonly leastShare: number;
  /** 1: a share of the most needed, however little that is; the less, the nearer to it a unit must be where all are unlikely. */
  readonly power: number;
  /** A file without parts, and one that the next aim would add, counts from this likelihood on. */
  readonly leastFile: number;
}

/** Where more would cost a reader more than it helps; undefined where nobody can say how likely anything is. */
export function aimAt(
  scored: readonly Scored[],
  needOf: (one: Scored) => number,
  { leastShare, power, leastFile }: AimOptions,
): Floors['likely'] {
  const units = scored.filter(({ likelihood, entity }) => likelihood !== null && entity.container !== null);
  if (units.length === 0) return undefined;
  const most = units.reduce((best, one) => Math.max(best, needOf(one)), 0);
  return { needOf, units: leastShare * most ** power, files: leastFile };
}

/** Whether it is worth a reader's time, by how much of it is needed or, where nobody knows, by its score. */
export function isAbove(one: Scored, floors: Floors, kind: 'units' | 'files' | 'alone'): boolean {
  const { likelihood, score } = one;
  if (!floors.likely || likelihood === null) return score >= floors[kind];
  return kind === 'units' ? floors.likely.needOf(one) >= floors.likely.units : likelihood >= floors.likely.files;
}

/** What it is worth beside others, before its length counts. */
export function worthOf(one: Scored, { likely }: Floors): number {
  return likely ? likely.needOf(one) : one.score;
}

/** Files that are worth it, or something in them. */
export function worthPaths(scored: readonly Scored[], floors: Floors): ReadonlySet<string> {
  const isWorth = (one: Scored) => isAbove(one, floors, one.entity.container === null ? 'files' : 'units');
  return new Set(scored.filter(isWorth).map(({ path }) => path));
}
