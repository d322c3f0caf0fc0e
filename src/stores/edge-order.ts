import type { Edge } from '../model/edge.ts';
import { byText } from '../model/terms.ts';

/** The order of edges: by source, target and kind. */
export function compareEdges(a: Edge, b: Edge): number {
  return byText(a.from, b.from) || byText(a.to, b.to) || byText(a.kind, b.kind);
}
