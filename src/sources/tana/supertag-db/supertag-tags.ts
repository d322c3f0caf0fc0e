import type { SupertagWorld } from './supertag-fields.ts';

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
