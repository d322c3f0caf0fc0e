import { GRAPH_FORMS, type GraphField, type GraphForm, type GraphNode } from '../../model/graph.ts';
import { decoding } from '../sqlite/opening/failures.ts';

/** What is read of a node wherever one is read whole. */
export const NODE_COLUMNS = `n.key, i.id, n.name, n.description, n.tags, n.fields, p.id AS parent, n.created, n.modified,
  n.is_done, n.form FROM nodes n JOIN ids i ON i.key = n.key LEFT JOIN ids p ON p.key = n.parent`;

export interface NodeColumns {
  readonly key: number;
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly tags: string;
  readonly fields: string;
  readonly parent: string | null;
  readonly created: number | null;
  readonly modified: number | null;
  readonly is_done: number | null;
  readonly form: number;
}

export function nodeOf(row: NodeColumns): GraphNode {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    tags: tagsOf(row.tags),
    fields: fieldsOf(row.fields),
    parent: row.parent,
    createdMs: row.created,
    modifiedMs: row.modified,
    isDone: doneOf(row.is_done),
    form: formOf(row.form),
  };
}

// Most nodes have neither tags nor fields: an empty text costs less than an empty list.
export const listText = (list: readonly unknown[]): string => (list.length === 0 ? '' : JSON.stringify(list));
export const tagsOf = (text: string): readonly string[] => parsed<string>(text);
export const fieldsOf = (text: string): readonly GraphField[] => parsed<GraphField>(text);
export const doneOf = (value: number | null): boolean | null => (value === null ? null : value === 1);
export const formOf = (value: number): GraphForm => GRAPH_FORMS[value] ?? GRAPH_FORMS[0];

function parsed<Item>(text: string): readonly Item[] {
  return text === '' ? [] : decoding(() => JSON.parse(text) as readonly Item[]);
}
