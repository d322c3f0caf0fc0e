// A walk through a graph goes from node to node. This file finds the neighbours of a node by six kinds of steps.
import type { GraphRelation, GraphRow, GraphStep } from '../../model/graph.ts';
import type { Neighbour, NeighbourOptions, Neighbours } from '../../ports/graph.ts';

/** The node at the other end of a step; `field` is the name of a field that leads to or from it. */
export interface End {
  readonly id: string;
  readonly name: string;
  readonly modifiedMs: number | null;
  readonly field?: string | undefined;
}

type Way = 'down' | 'up' | 'refersTo' | 'referredBy' | 'values' | 'valueOf';

/** The ends of six kinds of steps from a node: to what it owns, to its owner, along references and fields both ways. */
interface Ways extends Readonly<Record<Way, readonly End[]>> {
  /** The number of nodes that it owns, of which `down` may hold a part. */
  readonly ownedTotal: number;
}

type NamedWay = readonly [way: Way, relation: GraphRelation, direction: GraphStep['direction']];

/** Lists the kinds of steps along these relations. `child` and `parent` are the two directions of one relation. */
export function waysOf(relations: readonly GraphRelation[]): readonly NamedWay[] {
  const has = (relation: GraphRelation) => relations.includes(relation);
  const ways: Readonly<Record<GraphRelation, readonly NamedWay[]>> = {
    child: [['down', 'child', 'out'], ...(has('parent') ? [] : [['up', 'child', 'in'] as const])],
    parent: [['up', 'parent', 'out'], ...(has('child') ? [] : [['down', 'parent', 'in'] as const])],
    references: [
      ['refersTo', 'references', 'out'],
      ['referredBy', 'references', 'in'],
    ],
    field: [
      ['values', 'field', 'out'],
      ['valueOf', 'field', 'in'],
    ],
  };
  return [...new Set(relations)].flatMap((relation) => ways[relation]);
}

/** Joins the nodes of all kinds of steps in the asked order; each kind gets a part of the limit. */
export function joinSteps(from: string, ways: Ways, { relations, limitEach }: NeighbourOptions): Neighbours {
  const each = waysOf(relations).map(([way, relation, direction]) => {
    const ends = new Map<string, Neighbour>();
    for (const { id, name, modifiedMs, field = null } of ways[way]) {
      if (id !== from) ends.set(`${id} ${field}`, { from, to: id, relation, direction, field, name, modifiedMs });
    }
    return { ends: [...ends.values()], total: Math.max(ends.size, way === 'down' ? ways.ownedTotal : 0) };
  });
  const lengths = divideLimit(
    each.map(({ ends }) => ends.length),
    limitEach,
  );
  return {
    ends: each.flatMap(({ ends }, index) => ends.slice(0, lengths[index])),
    total: each.reduce((sum, { total }) => sum + total, 0),
  };
}

// Short lists are kept whole, so that thousands of children do not displace the only reference; the longer ones divide
// the rest of the limit.
function divideLimit(lengths: readonly number[], limit: number): readonly number[] {
  const kept = [...lengths];
  const shortestFirst = [...lengths.keys()].sort((a, b) => lengths[a]! - lengths[b]!);
  let left = limit;
  for (const [position, index] of shortestFirst.entries()) {
    kept[index] = Math.min(lengths[index]!, Math.floor(left / (lengths.length - position)));
    left -= kept[index];
  }
  return kept;
}

/** The nodes that refer to a node, and those that have it as a field value, by node. */
export interface LinkingNodes {
  readonly refers: ReadonlyMap<string, readonly End[]>;
  readonly values: ReadonlyMap<string, readonly End[]>;
}

interface RowNeighbours extends LinkingNodes {
  /** Returns the node with an id; undefined if the graph has none. */
  readonly endOf: (id: string) => End | undefined;
  /** The nodes that the node and its lines refer to; by default those of its own row. */
  readonly references?: readonly string[] | undefined;
}

/** Finds the neighbours of a node from its row and from the nodes that link to it. */
export function neighboursOfRow(row: GraphRow, linking: RowNeighbours, options: NeighbourOptions): Neighbours {
  const ends = (ids: readonly string[]): readonly End[] => ids.flatMap((id) => linking.endOf(id) ?? []);
  const owned = row.children.filter(({ isReference }) => !isReference);
  const listed = row.children.filter(({ isReference }) => isReference).map(({ id }) => id);
  const first = owned.slice(0, options.limitEach).map(({ id }) => id);
  const values = row.fields.flatMap(({ name, values: own }) =>
    ends(own.flatMap(({ node }) => node ?? [])).map((end) => ({ ...end, field: name })),
  );
  return joinSteps(
    row.id,
    {
      down: ends(first),
      ownedTotal: owned.length,
      up: row.parent === null ? [] : ends([row.parent]),
      refersTo: ends(linking.references ?? [...listed, ...row.references]),
      referredBy: linking.refers.get(row.id) ?? [],
      values,
      valueOf: linking.values.get(row.id) ?? [],
    },
    options,
  );
}
