import type { NodeRead, SeenNode, WorkspaceReader } from './workspace-reader.ts';

/** A node that links to another, and how. */
export interface LinkingNode {
  readonly node: SeenNode;
  /** The field the link stands in; null when it stands in the text or below it. */
  readonly field: string | null;
}

/** Who links to a node. The search tells only that they do; the first of them are read to see where the link stands. */
export async function findLinkers(
  reader: WorkspaceReader,
  id: string,
  readMax: number,
): Promise<readonly LinkingNode[]> {
  const found = (await reader.search({ linksTo: [id] })).filter((node) => node.id !== id);
  return Promise.all(
    found.map(async (node, position): Promise<LinkingNode> => {
      const read = position < readMax ? await reader.read(node.id, 1) : null;
      return { node, field: read ? fieldWith(read, id) : null };
    }),
  );
}

function fieldWith({ node }: NodeRead, id: string): string | null {
  const field = node.fields.find(({ values }) => values.some((value) => value.isReference && value.id === id));
  return field?.name ?? null;
}

const VERIFIED_MAX = 3;

/**
 * The node that holds a node. The interface tells only the names on the way to it, so the holder is the one node of
 * that name on that way; null at the top, undefined where that cannot be told.
 */
export async function findParent(reader: WorkspaceReader, id: string): Promise<string | null | undefined> {
  const breadcrumb = await breadcrumbOf(reader, id);
  const name = breadcrumb?.at(-1);
  if (!breadcrumb || name === '') return undefined;
  if (name === undefined) return null;
  const found = await reader.search({ textContains: name });
  const way = breadcrumb.slice(0, -1).join('\n');
  const fitting = found.filter((node) => node.id !== id && node.name === name && node.breadcrumb?.join('\n') === way);
  if (fitting.length <= 1) return fitting[0]?.id;
  for (const candidate of fitting.slice(0, VERIFIED_MAX)) {
    const children = (await reader.read(candidate.id, 1))?.node.children ?? [];
    if (children.some((child) => child.id === id && !child.isReference)) return candidate.id;
  }
  return undefined;
}

async function breadcrumbOf(reader: WorkspaceReader, id: string): Promise<readonly string[] | null> {
  const known = reader.seen.get(id)?.breadcrumb;
  if (known) return known;
  const name = (await reader.read(id, 1))?.name;
  if (!name) return null;
  await reader.search({ textContains: name });
  return reader.seen.get(id)?.breadcrumb ?? null;
}
