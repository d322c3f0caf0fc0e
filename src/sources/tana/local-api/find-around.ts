import type { NodeSummary, ReadNode, WorkspaceReader } from './workspace-reader.ts';

/** A node that links to another node. */
export interface LinkingNode {
  readonly node: NodeSummary;
  /** The name of the field that contains the link; null if the link is in the text of the node or below it. */
  readonly field: string | null;
}

/** Finds the nodes that link to a node. A search does not say where the link is, so this reads the first `readMax` nodes to find its field. */
export async function findLinkers(
  reader: WorkspaceReader,
  id: string,
  readMax: number,
): Promise<readonly LinkingNode[]> {
  const found = (await reader.search({ linksTo: [id] })).filter((node) => node.id !== id);
  return Promise.all(
    found.map(async (node, position): Promise<LinkingNode> => {
      const read = position < readMax ? await reader.read(node.id, 1) : null;
      return { node, field: read ? fieldThatLinks(read, id) : null };
    }),
  );
}

function fieldThatLinks({ node }: ReadNode, id: string): string | null {
  const field = node.fields.find(({ values }) => values.some((value) => value.isReference && value.id === id));
  return field?.name ?? null;
}

const VERIFIED_MAX = 3;

/**
 * Finds the node above a node; null at the top, undefined if several nodes may be it. Tana returns only the names of the
 * nodes above, so this looks for a node with that name and the same names above it.
 */
export async function findParent(reader: WorkspaceReader, id: string): Promise<string | null | undefined> {
  const breadcrumb = await readBreadcrumb(reader, id);
  const name = breadcrumb?.at(-1);
  if (!breadcrumb || name === '') return undefined;
  if (name === undefined) return null;
  const found = await reader.search({ textContains: name });
  const above = breadcrumb.slice(0, -1).join('\n');
  const candidates = found.filter(
    (node) => node.id !== id && node.name === name && node.breadcrumb?.join('\n') === above,
  );
  if (candidates.length <= 1) return candidates[0]?.id;
  for (const candidate of candidates.slice(0, VERIFIED_MAX)) {
    const children = (await reader.read(candidate.id, 1))?.node.children ?? [];
    if (children.some((child) => child.id === id && !child.isReference)) return candidate.id;
  }
  return undefined;
}

async function readBreadcrumb(reader: WorkspaceReader, id: string): Promise<readonly string[] | null> {
  const before = reader.summaries.get(id)?.breadcrumb;
  if (before) return before;
  const name = (await reader.read(id, 1))?.name;
  if (!name) return null;
  await reader.search({ textContains: name });
  return reader.summaries.get(id)?.breadcrumb ?? null;
}
