// A walk through a graph goes from node to node. This file finds the neighbours of a node by six kinds of steps.
import type { GraphRelation, GraphRow, GraphStep } from '../../model/graph.ts';
import type { Neighbour, NeighbourOptions, Neighbours } from '../../ports/graph.ts';

/** The nodes one step away by one kind of step. */
export interface Way {
  readonly ends: readonly End[];
  /** The number of nodes, of which `ends` may hold a part; by default the number of `ends`. */
  readonly total?: number | undefined;
}

export interface End {
  readonly id: string;
  readonly name: string;
  readonly modifiedMs: number | null;
  readonly field?: string | undefined;
}

/** The six kinds of steps from a node: to what it owns, to its owner, and along references and fields both ways. */
type Ways = Readonly<Record<'down' | 'up' | 'refersTo' | 'referredBy' | 'values' | 'valueOf', Way>>;

type NamedWay = readonly [way: keyof Ways, relation: GraphRelation, direction: GraphStep['direction']];

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
    for (const { id, name, modifiedMs, field = null } of ways[way].ends) {
      if (id !== from) ends.set(`${id} ${field}`, { from, to: id, relation, direction, field, name, modifiedMs });
    }
    return { ends: [...ends.values()], total: Math.max(ends.size, ways[way].total ?? 0) };
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
  /** Returns the node at the end of a step; undefined if it is hidden. */
  readonly endOf: (id: string) => End | undefined;
  /** The nodes that it and its lines refer to; by default those of its own row. */
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
      down: { ends: ends(first), total: owned.length },
      up: { ends: row.parent === null ? [] : ends([row.parent]) },
      refersTo: { ends: ends(linking.references ?? [...listed, ...row.references]) },
      referredBy: { ends: linking.refers.get(row.id) ?? [] },
      values: { ends: values },
      valueOf: { ends: linking.values.get(row.id) ?? [] },
    },
    options,
  );
}
