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
