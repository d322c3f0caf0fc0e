// These types describe the nodes of a knowledge graph and the relations between them, whatever program the graph comes
// from.
import { EDGE_KINDS, type Edge, type EdgeKind } from './edge.ts';

export const GRAPH_RELATIONS = ['child', 'parent', 'references', 'field'] as const satisfies readonly EdgeKind[];
export type GraphRelation = (typeof GRAPH_RELATIONS)[number];

/** A node as a person sees it, with names and values in words and with resolved references. */
export interface GraphNode {
  readonly id: string;
  /** Plain text, on one line unless it is code; empty for a node without a name. */
  readonly name: string;
  readonly description: string | null;
  /** Its own tags first, then those they extend; without `#`. */
  readonly tags: readonly string[];
  readonly fields: readonly GraphField[];
  /** The node that owns it; null at the top, or if unknown. */
  readonly parent: string | null;
  readonly createdMs: number | null;
  readonly modifiedMs: number | null;
  /** Null for a node that is not a task. */
  readonly isDone: boolean | null;
  /** The kind of its text. */
  readonly form: GraphForm;
}

/** `day` is a page of a calendar; `code` keeps its line breaks. */
export type GraphForm = 'text' | 'code' | 'url' | 'day';

/** Returns the form of a plain text: `url` if it is nothing but an address. */
export const formOfText = (text: string): GraphForm => (/^https?:\/\/\S+$/.test(text) ? 'url' : 'text');

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
  /** `out` if `from` states the relation (its child, its field), `in` if `to` does. */
  readonly direction: 'out' | 'in';
  /** The name of the field; null for the other relations. */
  readonly field: string | null;
}

/** A node as a source reads it, with its children and the nodes it mentions. */
export interface GraphRow extends GraphNode {
  /** In order: nodes it owns, and references. */
  readonly children: readonly { readonly id: string; readonly isReference: boolean }[];
  /** Nodes that its name and description refer to. */
  readonly references: readonly string[];
}

/** A row without its empty fields: most nodes are lines, and there may be half a million. */
export type LeanRow = Pick<GraphRow, 'id' | 'name'> & Partial<GraphRow>;

const EMPTY_ROW: Omit<GraphRow, 'id' | 'name'> = {
  description: null,
  tags: [],
  fields: [],
  parent: null,
  createdMs: null,
  modifiedMs: null,
  isDone: null,
  form: 'text',
  children: [],
  references: [],
};

export function toLeanRow(row: GraphRow): LeanRow {
  const lean: Record<string, unknown> = {};
  // A loop, because an import calls this for every row.
  for (const key of Object.keys(row)) {
    const value = row[key as keyof GraphRow];
    const isEmpty = value === EMPTY_ROW[key as keyof typeof EMPTY_ROW] || (Array.isArray(value) && value.length === 0);
    if (!isEmpty) lean[key] = value;
  }
  return lean as LeanRow;
}

export const toWholeRow = (row: LeanRow): GraphRow => ({ ...EMPTY_ROW, ...row });

/** The document of a page or a tagged node, as nodes. */
export interface GraphPage {
  /** The node itself, then the lines it owns, in reading order. */
  readonly rows: readonly LeanRow[];
  /** Edges to other documents; `field` is the name of the field, and null for other relations. */
  readonly edges: readonly { readonly to: string; readonly kind: GraphRelation; readonly field: string | null }[];
}

export function edgesOfPage(from: string, { edges }: GraphPage): readonly Edge[] {
  return edges.map(({ to, kind, field }) => {
    const because = field ?? EDGE_KINDS[kind].label;
    return { from, to, kind, weight: 0.8, because };
  });
}

/** Returns whether a node is only a line of an outline: no day, and without tags, fields or description. */
export function isPlainNode({ tags, fields, description, form }: GraphNode): boolean {
  return tags.length === 0 && fields.length === 0 && description === null && form !== 'day';
}

export interface OutlineNode extends Pick<GraphNode, 'id' | 'name' | 'form' | 'isDone' | 'tags'> {
  readonly level: number;
  /** Whether it stands here as a reference, because another node owns it. */
  readonly isReference: boolean;
}

export interface OutlineOptions {
  readonly depth: number;
  readonly nodesMax: number;
}

/** Lists the lines below a node in reading order, without those below a reference or a child that `opens` refuses. */
export function listOutline(
  id: string,
  rowOf: (id: string) => GraphRow | undefined,
  { depth, nodesMax }: OutlineOptions,
  opens: (id: string) => boolean = () => true,
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
      if (!isReference && opens(child)) open(child, level + 1);
    }
  };
  open(id, 1);
  return outline;
}

/** Returns whether one of the tags is wanted; case and a leading `#` do not count. */
export function hasTag(tags: readonly string[], wanted: readonly string[]): boolean {
  if (wanted.length === 0 || tags.length === 0) return false;
  const plain = (tag: string) => tag.replace(/^#/, '').toLowerCase();
  const asked = new Set(wanted.map(plain));
  return tags.some((tag) => asked.has(plain(tag)));
}
