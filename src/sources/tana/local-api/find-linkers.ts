import type { SeenNode } from './seen-nodes.ts';
import type { NodeRead, WorkspaceReader } from './workspace-reader.ts';

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
