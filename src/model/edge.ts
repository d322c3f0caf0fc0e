// Edges connect the files and nodes of a workspace; a lens says which of them a walk follows.
import type { Role } from './entity.ts';

/** The kinds of edges, each with its name in both directions. */
export const EDGE_KINDS = {
  contains: { label: 'contains', inverse: 'contained in' },
  imports: { label: 'imports', inverse: 'imported by' },
  calls: { label: 'calls', inverse: 'called from' },
  tests: { label: 'tests', inverse: 'tested by' },
  references: { label: 'references', inverse: 'referenced by' },
  framework: { label: 'belongs with', inverse: 'belongs with' },
  'changed-with': { label: 'changed with', inverse: 'changed with' },
  parent: { label: 'parent', inverse: 'parent of' },
  child: { label: 'child', inverse: 'child of' },
  field: { label: 'field', inverse: 'field of' },
  blocks: { label: 'blocks', inverse: 'blocked by' },
  'context-for': { label: 'context for', inverse: 'has context' },
} as const satisfies Record<string, { label: string; inverse: string }>;
export type EdgeKind = keyof typeof EDGE_KINDS;

/** An edge between files or nodes of the view, by path. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
  /** 0..1: how sure the link is. */
  readonly weight: number;
  /** The reason for the edge, for a reader: the specifier, the rule, the shared stem. */
  readonly because: string;
}

/** Says which edges a walk follows, how far it goes, and which files and nodes rank higher. Users may add lenses. */
export interface Lens {
  readonly name: string;
  readonly description: string;
  readonly edges: readonly EdgeKind[];
  /** The most steps of a walk. */
  readonly depthMax: number;
  /** Roles of files that keep their full score under this lens. */
  readonly liftRoles: readonly Role[];
  /** Nodes with these tags rank higher. */
  readonly boostTags: readonly string[];
  /** The fields of a node that are shown first. */
  readonly fields: readonly string[];
}
