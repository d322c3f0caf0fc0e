import type { WorkspaceReader } from './workspace-reader.ts';

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
