import type { EdgeKind } from './edge.ts';

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
export const GRAPH_FORMS = ['text', 'code', 'url', 'day'] as const;
export type GraphForm = (typeof GRAPH_FORMS)[number];

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
