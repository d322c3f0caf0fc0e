/** The way from the root of a tree to one of its nodes. Loops and missing parents end it. */
export function branchTo<Node>(
  leaf: string | null,
  nodes: ReadonlyMap<string, Node>,
  parentOf: (node: Node) => string | null,
): readonly Node[] {
  const branch: Node[] = [];
  const seen = new Set<string>();
  for (let id = leaf; id !== null && !seen.has(id); ) {
    seen.add(id);
    const node = nodes.get(id);
    if (node === undefined) break;
    branch.push(node);
    id = parentOf(node);
  }
  return branch.reverse();
}
