import type { GraphRelation, GraphRow, GraphStep, OutlineNode } from '../../model/graph.ts';
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

/** Who refers to nodes, and whose values they are, by node. */
export interface LinkingNodes {
  readonly refers: ReadonlyMap<string, readonly End[]>;
  readonly values: ReadonlyMap<string, readonly End[]>;
}

interface RowNeighbours extends LinkingNodes {
  /** The other end of a step; undefined where nobody may see it. */
  readonly endOf: (id: string) => End | undefined;
  /** What it speaks of, where that is more than its own row says. */
  readonly spoken?: readonly string[] | undefined;
}

/** What lies around a node, as its own row and those that link to it say. */
export function neighboursOfRow(row: GraphRow, said: RowNeighbours, options: NeighbourOptions): Neighbours {
  const ends = (ids: readonly string[]): readonly End[] => ids.flatMap((id) => said.endOf(id) ?? []);
  const owned = row.children.filter(({ isReference }) => !isReference);
  const listed = row.children.filter(({ isReference }) => isReference).map(({ id }) => id);
  const first = owned.slice(0, options.limitEach).map(({ id }) => id);
  const values = row.fields.flatMap(({ name, values: own }) =>
    own.flatMap(({ node }) => (node === null ? [] : ends([node]).map((end) => ({ ...end, field: name })))),
  );
  return joinSteps(
    row.id,
    {
      down: { ends: ends(first), total: owned.length },
      up: row.parent === null ? NO_WAY : { ends: ends([row.parent]) },
      refersTo: { ends: ends(said.spoken ?? [...listed, ...row.references]) },
      referredBy: { ends: said.refers.get(row.id) ?? [] },
      values: { ends: values },
      valueOf: { ends: said.values.get(row.id) ?? [] },
    },
    options,
  );
}

type OutlineRow = Pick<GraphRow, 'name' | 'form' | 'isDone' | 'tags' | 'children'>;

/** What a node owns, depth first as it is read; references are named and not opened. */
export function outlineOfRow(
  id: string,
  { depth, nodesMax }: { readonly depth: number; readonly nodesMax: number },
  rowOf: (id: string) => OutlineRow | undefined,
): readonly OutlineNode[] {
  const outline: OutlineNode[] = [];
  const opened = new Set<string>();
  const open = (owner: string, level: number): void => {
    if (level > depth || opened.has(owner)) return;
    opened.add(owner);
    for (const { id: child, isReference } of rowOf(owner)?.children ?? []) {
      if (outline.length >= nodesMax) return;
      const row = rowOf(child);
      if (row === undefined) continue;
      const { name, form, isDone, tags } = row;
      outline.push({ id: child, name, level, form, isReference, isDone, tags });
      if (!isReference) open(child, level + 1);
    }
  };
  open(id, 1);
  return outline;
}
