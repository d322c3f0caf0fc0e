import type { GraphRow } from '../../../src/model/graph.ts';

/** A row with only what matters to a test. */
export function row(id: string, more: Partial<GraphRow> = {}): GraphRow {
  return {
    id,
    name: id,
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
    ...more,
  };
}
