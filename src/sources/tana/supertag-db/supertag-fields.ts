import type { GraphField, GraphValue } from '../../../model/graph.ts';
import { plainText } from '../export/plain-text.ts';
import type { SupertagDatabase } from './open-database.ts';
import type { SupertagRows } from './supertag-rows.ts';

/** The database as one question sees it. */
export interface SupertagWorld extends SupertagDatabase {
  readonly rows: SupertagRows;
}

interface ValueColumns {
  readonly tuple_id: string;
  readonly field_name: string;
  readonly value_node_id: string;
  readonly value_text: string;
}

/** The fields of a node with all their values, in order. */
export function fieldsOf({ connection, rows }: SupertagWorld, id: string): readonly GraphField[] {
  const columns = connection.all<ValueColumns>(
    `SELECT tuple_id, field_name, value_node_id, value_text FROM field_values WHERE parent_id = ?
     ORDER BY min(rowid) OVER (PARTITION BY tuple_id), value_order, rowid`,
    id,
  );
  rows.load(columns.flatMap(({ tuple_id, value_node_id }) => [tuple_id, value_node_id]));
  const fields = new Map<string, GraphValue[]>();
  for (const column of columns) {
    const { text: name } = plainText(column.field_name, rows.nameOf);
    const values = fields.get(name) ?? [];
    values.push(...valuesOf(rows, column));
    fields.set(name, values);
  }
  return [...fields].flatMap(([name, values]) => (values.length > 0 ? [{ name, values }] : []));
}

// A value the field owns is a text, or nothing but references; any other is a node of its own.
function valuesOf(rows: SupertagRows, column: ValueColumns): readonly GraphValue[] {
  const node = rows.get(column.value_node_id);
  if (node && node.owner !== column.tuple_id && rows.isVisible(node.id))
    return [{ text: rows.nameOf(node.id), node: node.id }];
  const { text: written, references, isOnlyReferences } = plainText(node?.name ?? column.value_text, rows.nameOf);
  if (isOnlyReferences) return references.map((id) => ({ text: rows.nameOf(id), node: id }));
  const text = written || column.value_text;
  return text === '' ? [] : [{ text, node: null }];
}

const HOLDERS_MAX = 5000;

/** Whose value a node is, as it stands or inside of a text. */
export function holdersOf(
  { connection, rows }: SupertagWorld,
  id: string,
): readonly { readonly id: string; readonly field: string }[] {
  const held = connection.all<{ parent_id: string; field_name: string }>(
    `SELECT parent_id, field_name FROM field_values WHERE value_node_id = ?1
     OR value_node_id IN (SELECT from_node FROM "references" WHERE to_node = ?1) ORDER BY rowid LIMIT ?2`,
    id,
    HOLDERS_MAX,
  );
  rows.load(held.map(({ parent_id }) => parent_id));
  return held.flatMap(({ parent_id, field_name }) =>
    rows.isVisible(parent_id) ? [{ id: parent_id, field: plainText(field_name, rows.nameOf).text }] : [],
  );
}

/** The tags of a node, then those they extend. */
export function tagsOf(world: SupertagWorld, id: string): readonly string[] {
  const { connection } = world;
  const own = connection.all<{ tag_id: string; tag_name: string }>(
    'SELECT tag_id, tag_name FROM tag_applications WHERE data_node_id = ? ORDER BY rowid',
    id,
  );
  const names = new Map(own.map(({ tag_id, tag_name }) => [tag_id, tag_name.trim()]));
  if (!world.has('supertag_parents')) return distinct(names.values());
  // Grows while it is walked; a tag that extends itself is met once.
  for (const tagId of names.keys()) {
    const extended = connection.all<{ parent_tag_id: string }>(
      'SELECT parent_tag_id FROM supertag_parents WHERE child_tag_id = ? ORDER BY rowid',
      tagId,
    );
    for (const { parent_tag_id } of extended)
      if (!names.has(parent_tag_id)) names.set(parent_tag_id, nameOfTag(world, parent_tag_id));
  }
  return distinct(names.values());
}

function nameOfTag({ connection, has }: SupertagWorld, tagId: string): string {
  const named = has('supertags')
    ? connection.get<{ tag_name: string }>('SELECT tag_name FROM supertags WHERE tag_id = ? LIMIT 1', tagId)?.tag_name
    : undefined;
  // Also a definition: its row is no content, but its name is the tag's.
  const name = named ?? connection.get<{ name: string | null }>('SELECT name FROM nodes WHERE id = ?', tagId)?.name;
  return name?.trim() ?? '';
}

const distinct = (names: Iterable<string>): readonly string[] => [...new Set(names)].filter(Boolean);
