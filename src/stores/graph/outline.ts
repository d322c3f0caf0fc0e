import type { OutlineNode } from '../../ports/graph.ts';
import type { Connection } from '../sqlite/opening/connection.ts';
import { doneOf, formOf, tagsOf } from './node-columns.ts';
import { EDGE } from './schema.ts';

interface ListedRow {
  readonly key: number;
  readonly id: string;
  readonly name: string;
  readonly form: number;
  readonly kind: number;
  readonly is_done: number | null;
  readonly tags: string;
}

/** What a node owns, depth first as it is read. References are named and not opened: they are told where they live. */
export function readOutline(
  connection: Connection,
  id: string,
  { depth, nodesMax }: { readonly depth: number; readonly nodesMax: number },
): readonly OutlineNode[] {
  const outline: OutlineNode[] = [];
  const opened = new Set<number>();
  const open = (key: number, level: number): void => {
    if (level > depth || opened.has(key)) return;
    opened.add(key);
    for (const row of listed(connection, key, nodesMax - outline.length)) {
      if (outline.length >= nodesMax) return;
      const isReference = row.kind === EDGE.listed;
      outline.push({
        id: row.id,
        name: row.name,
        level,
        form: formOf(row.form),
        isReference,
        isDone: doneOf(row.is_done),
        tags: tagsOf(row.tags),
      });
      if (!isReference) open(row.key, level + 1);
    }
  };
  const root = connection.get<{ key: number }>('SELECT key FROM ids WHERE id = ?', id);
  if (root) open(root.key, 1);
  return outline;
}

function listed(connection: Connection, key: number, limit: number): readonly ListedRow[] {
  return connection.all<ListedRow>(
    `SELECT n.key, i.id, n.name, n.form, e.kind, n.is_done, n.tags FROM edges e JOIN nodes n ON n.key = e.target
     JOIN ids i ON i.key = e.target WHERE e.source = ? AND e.kind IN (${EDGE.child}, ${EDGE.listed})
     ORDER BY e.place LIMIT ?`,
    key,
    limit,
  );
}
