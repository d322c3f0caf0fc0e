// Edges connect the files and nodes of a workspace; a lens says which of them a walk follows.
import type { Role } from './entity.ts';

/** Directed, typed relations between the things of a workspace. */
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

/** An edge between files of the view, by path. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
  /** 0..1: how sure the link is. */
  readonly weight: number;
  /** What made the edge, for a reader: the specifier, the rule, the shared stem. */
  readonly because: string;
}

/** Which relations are followed, how far, and what is lifted. Data: users may add their own. */
export interface Lens {
  readonly name: string;
  readonly description: string;
  /** The edges that are followed, and no others. */
  readonly edges: readonly EdgeKind[];
  /** Steps at the most, whatever else is asked for. */
  readonly depthMax: number;
  /** Roles of files that keep their full score under this lens. */
  readonly liftRoles: readonly Role[];
  /** Tags whose bearers are lifted, where a source has tags. */
  readonly boostTags: readonly string[];
  /** Fields shown first, where a source has fields. */
  readonly fields: readonly string[];
}
