// These types describe the nodes of a knowledge graph and the relations between them, whatever program the graph comes
// from.
import { EDGE_KINDS, type Edge, type EdgeKind } from './edge.ts';

/** The relations between nodes of a knowledge graph. */
export const GRAPH_RELATIONS = ['child', 'parent', 'references', 'field'] as const satisfies readonly EdgeKind[];
export type GraphRelation = (typeof GRAPH_RELATIONS)[number];

/** A node as a person sees it: names and values in words, references resolved, nothing of how it was kept. */
export interface GraphNode {
  readonly id: string;
  /** Plain text on one line; empty only where nobody gave it one. */
  readonly name: string;
  readonly description: string | null;
  /** Its own tags first, then those they extend; without `#`. */
  readonly tags: readonly string[];
  readonly fields: readonly GraphField[];
  /** The node that owns it; null at the top. */
  readonly parent: string | null;
  readonly createdMs: number | null;
  readonly modifiedMs: number | null;
  /** Null where it is nothing one can do. */
  readonly isDone: boolean | null;
  /** What its text is, where it is more than a line of prose. */
  readonly form: GraphForm;
}

/** `day` is a page of a calendar; `code` keeps its line breaks. */
export type GraphForm = 'text' | 'code' | 'url' | 'day';

export interface GraphField {
  readonly name: string;
  readonly values: readonly GraphValue[];
}

export interface GraphValue {
  readonly text: string;
  /** The node that is the value; null for a plain text. */
  readonly node: string | null;
}

/** One step of a walk, as seen from the node that was asked about. */
export interface GraphStep {
  readonly from: string;
  readonly to: string;
  readonly relation: GraphRelation;
  /** `out` when `from` says it (its child, its field), `in` when `to` does. */
  readonly direction: 'out' | 'in';
  /** The name of the field; null for the other relations. */
  readonly field: string | null;
}

/** A node as a source tells it: with what it lists below itself and what it speaks of. */
export interface GraphRow extends GraphNode {
  /** In order: nodes it owns, and references. */
  readonly children: readonly { readonly id: string; readonly isReference: boolean }[];
  /** Nodes its name and description refer to inline. */
  readonly references: readonly string[];
}

/** A row without what is empty in it: most nodes are lines, and there may be half a million. */
export type LeanRow = Pick<GraphRow, 'id' | 'name'> & Partial<GraphRow>;

const EMPTY_ROW: Omit<GraphRow, 'id' | 'name'> = {
  ...{ description: null, tags: [], fields: [], parent: null, createdMs: null, modifiedMs: null },
  ...{ isDone: null, form: 'text', children: [], references: [] },
};

/** Drops the empty fields of a row. */
export function toLeanRow({ id, name, ...row }: GraphRow): LeanRow {
  const fields = Object.entries(row).filter(
    ([key, value]) =>
      value !== EMPTY_ROW[key as keyof typeof EMPTY_ROW] && !(Array.isArray(value) && value.length === 0),
  );
  return { id, name, ...Object.fromEntries(fields) };
}

/** Fills the empty fields of a row again. */
export function toWholeRow(row: LeanRow): GraphRow {
  return { ...EMPTY_ROW, ...row };
}

/** The document of a page or a tagged node, as nodes. */
export interface GraphPage {
  /** The node itself, then the lines it owns, in reading order. */
  readonly rows: readonly LeanRow[];
  /** Other documents its nodes lead to; `field` is the name of the field where the relation is one. */
  readonly edges: readonly { readonly to: string; readonly kind: GraphRelation; readonly field: string | null }[];
}

/** Returns the edges of the document at a path. */
export function edgesOfPage(from: string, { edges }: GraphPage): readonly Edge[] {
  return edges.map(({ to, kind, field }) => ({
    ...{ from, to, kind, weight: 0.8, because: field ?? EDGE_KINDS[kind].label },
  }));
}

/** Returns whether a node is only a line of an outline, without tags, fields or description. */
export function isPlainNode({ tags, fields, description, form }: GraphNode): boolean {
  return tags.length === 0 && fields.length === 0 && description === null && form !== 'day';
}

/** A line below a node. */
export interface OutlineNode {
  readonly id: string;
  readonly name: string;
  readonly level: number;
  readonly form: GraphForm;
  /** It stands here as a reference; another node owns it. */
  readonly isReference: boolean;
  readonly isDone: boolean | null;
  readonly tags: readonly string[];
}

/** Returns whether one of the tags is wanted; case and a leading `#` do not count. */
export function hasTag(tags: readonly string[], wanted: readonly string[]): boolean {
  if (wanted.length === 0 || tags.length === 0) return false;
  const plain = (tag: string) => tag.replace(/^#/, '').toLowerCase();
  const asked = new Set(wanted.map(plain));
  return tags.some((tag) => asked.has(plain(tag)));
}
