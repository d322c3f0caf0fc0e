import type { GraphRelation, GraphStep } from '../../model/graph.ts';
import type { Neighbour, NeighbourOptions, Neighbours } from '../../ports/graph.ts';
import type { Connection } from '../sqlite/opening/connection.ts';
import { EDGE } from './schema.ts';

type Direction = GraphStep['direction'];

/** One way of stepping: which edges, read from which end. */
interface StepWay {
  readonly relation: GraphRelation;
  readonly direction: Direction;
  readonly kinds: readonly number[];
  /** Read along the edges or against them. */
  readonly isAlong: boolean;
}

/**
 * The ways a set of relations is followed, in order. `child` and `parent` are one kind of edge said from two sides: with
 * both asked for, each end is told once, under the word that fits.
 */
function waysOf(relations: readonly GraphRelation[]): readonly StepWay[] {
  const has = (relation: GraphRelation) => relations.includes(relation);
  const ways: Readonly<Record<GraphRelation, readonly StepWay[]>> = {
    child: [down('child', 'out'), ...(has('parent') ? [] : [up('child', 'in')])],
    parent: [up('parent', 'out'), ...(has('child') ? [] : [down('parent', 'in')])],
    references: bothWays('references', [EDGE.listed, EDGE.inline]),
    field: bothWays('field', [EDGE.field]),
  };
  return [...new Set(relations)].flatMap((relation) => ways[relation]);
}

const down = (relation: GraphRelation, direction: Direction): StepWay => ({
  ...{ relation, direction, kinds: [EDGE.child], isAlong: true },
});
const up = (relation: GraphRelation, direction: Direction): StepWay => ({
  ...{ relation, direction, kinds: [], isAlong: false },
});
const bothWays = (relation: GraphRelation, kinds: readonly number[]): readonly StepWay[] => [
  { relation, direction: 'out', kinds, isAlong: true },
  { relation, direction: 'in', kinds, isAlong: false },
];

/**
 * One step from each node. Every way is one short look-up that stops at the limit, so that a node with a hundred
 * thousand children costs no more than one with a few hundred.
 */
export function readNeighbours(
  connection: Connection,
  ids: readonly string[],
  { relations, limitEach }: NeighbourOptions,
): ReadonlyMap<string, Neighbours> {
  const ways = waysOf(relations);
  const found = new Map<string, Neighbours>();
  for (const id of new Set(ids)) {
    const key = connection.get<{ key: number }>(
      'SELECT n.key FROM ids i JOIN nodes n ON n.key = i.key WHERE i.id = ?',
      id,
    )?.key;
    if (key === undefined) continue;
    const each = ways.map((way) => stepsOf(connection, { key, id, way, limit: limitEach }));
    found.set(id, { ends: sharedOut(each, limitEach), total: each.reduce((sum, { total }) => sum + total, 0) });
  }
  return found;
}

interface Steps {
  readonly ends: readonly Neighbour[];
  readonly total: number;
}

function stepsOf(
  connection: Connection,
  { key, id, way, limit }: { key: number; id: string; way: StepWay; limit: number },
): Steps {
  const told = way.kinds.length === 0 ? parentOf(connection, key) : along(connection, key, way, limit);
  const known = new Set<string>();
  const ends: Neighbour[] = [];
  for (const [to, name, modifiedMs, field] of told) {
    // A node may be mentioned twice in one text, or be two values of one field.
    const once = `${to} ${field ?? ''}`;
    if (known.has(once)) continue;
    known.add(once);
    ends.push({ from: id, to, relation: way.relation, direction: way.direction, field, name, modifiedMs });
  }
  const isCut = told.length >= limit && way.kinds.length > 0;
  return { ends, total: isCut ? countOf(connection, key, way) : ends.length };
}

type EndRow = [id: string, name: string, modified: number | null, field: string | null];

function parentOf(connection: Connection, key: number): readonly EndRow[] {
  return connection.lists<EndRow>(
    `SELECT i.id, p.name, p.modified, NULL FROM nodes n JOIN nodes p ON p.key = n.parent JOIN ids i ON i.key = p.key
     WHERE n.key = ?`,
    key,
  );
}

function along(connection: Connection, key: number, { kinds, isAlong }: StepWay, limit: number): readonly EndRow[] {
  const [near, far] = isAlong ? ['source', 'target'] : ['target', 'source'];
  // Field edges are few a node; of the others the index gives the order for nothing.
  const order = isAlong ? 'e.kind, e.place' : 'e.kind, e.source';
  const rows = connection.lists<EndRow>(
    `SELECT i.id, n.name, n.modified, e.field FROM edges e JOIN nodes n ON n.key = e.${far}
     JOIN ids i ON i.key = e.${far} WHERE e.${near} = ? AND e.kind IN (${kinds.join(', ')}) ORDER BY ${order} LIMIT ?`,
    key,
    limit,
  );
  // Who points here has no place of its own, and keys tell only who was imported first.
  return isAlong ? rows : rows.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

function countOf(connection: Connection, key: number, { kinds, isAlong }: StepWay): number {
  const [near, far] = isAlong ? ['source', 'target'] : ['target', 'source'];
  return connection.get<{ count: number }>(
    `SELECT count(DISTINCT ${far}) AS count FROM edges WHERE ${near} = ? AND kind IN (${kinds.join(', ')})`,
    key,
  )!.count;
}

// Ten thousand children must not hide the one reference: every way gets its share, and what one leaves the others take.
function sharedOut(each: readonly Steps[], limit: number): readonly Neighbour[] {
  let room = limit;
  const shares = new Map<Steps, number>();
  const waiting = each.toSorted((a, b) => a.ends.length - b.ends.length);
  waiting.forEach((steps, index) => {
    const share = Math.min(steps.ends.length, Math.floor(room / (waiting.length - index)));
    shares.set(steps, share);
    room -= share;
  });
  return each.flatMap((steps) => steps.ends.slice(0, shares.get(steps)));
}
