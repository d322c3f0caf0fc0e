import type { Edge } from './edge.ts';

/** Order of texts by code unit: the same on every machine and in every store, whatever its own collation. */
export function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The order of edges: by source, target and kind. */
export function compareEdges(a: Edge, b: Edge): number {
  return byText(a.from, b.from) || byText(a.to, b.to) || byText(a.kind, b.kind);
}
