import type { GraphRelation, GraphStep } from '../../model/graph.ts';
import type { Neighbour, NeighbourOptions, Neighbours } from '../../ports/graph.ts';

/** What lies one step away by one way of stepping, in the graph's order. */
export interface Way {
  readonly ends: readonly End[];
  /** How many there are, where more than were told. */
  readonly total?: number | undefined;
}

export interface End {
  readonly id: string;
  readonly name: string;
  readonly modifiedMs: number | null;
  readonly field?: string | undefined;
}

/** The six ways from a node: what it owns, what owns it, and references and fields both ways. */
export interface Ways {
  readonly down: Way;
  readonly up: Way;
  readonly refersTo: Way;
  readonly referredBy: Way;
  readonly values: Way;
  readonly valueOf: Way;
}

export const NO_WAY: Way = { ends: [] };

type SaidWay = readonly [way: keyof Ways, relation: GraphRelation, direction: GraphStep['direction']];

/** Which ways a set of relations needs, and what each is called. Owning is one kind of edge said from two sides. */
export function saidWays(relations: readonly GraphRelation[]): readonly SaidWay[] {
  const has = (relation: GraphRelation) => relations.includes(relation);
  const said: Readonly<Record<GraphRelation, readonly SaidWay[]>> = {
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
  return [...new Set(relations)].flatMap((relation) => said[relation]);
}

/** The ways as one answer: as asked, nobody twice by one way, and every way with its share of the room. */
export function joinSteps(from: string, ways: Ways, { relations, limitEach }: NeighbourOptions): Neighbours {
  const each = saidWays(relations).map(([way, relation, direction]) => {
    const ends = new Map<string, Neighbour>();
    for (const { id, name, modifiedMs, field = null } of ways[way].ends) {
      if (id !== from) ends.set(`${id} ${field}`, { from, to: id, relation, direction, field, name, modifiedMs });
    }
    return { ends: [...ends.values()], total: Math.max(ends.size, ways[way].total ?? 0) };
  });
  const shares = sharesOf(
    each.map(({ ends }) => ends.length),
    limitEach,
  );
  return {
    ends: each.flatMap(({ ends }, index) => ends.slice(0, shares[index])),
    total: each.reduce((sum, { total }) => sum + total, 0),
  };
}

// Thousands of children must not hide the one reference: what a short list leaves, the longer ones share.
function sharesOf(lengths: readonly number[], room: number): readonly number[] {
  const shares = new Array<number>(lengths.length).fill(0);
  const order = lengths.map((length, index) => ({ length, index })).sort((a, b) => a.length - b.length);
  let left = room;
  order.forEach(({ length, index }, position) => {
    const share = Math.min(length, Math.floor(left / (order.length - position)));
    shares[index] = share;
    left -= share;
  });
  return shares;
}
