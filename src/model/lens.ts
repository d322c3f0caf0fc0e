import type { EdgeKind } from './edge.ts';
import type { Role } from './entity.ts';

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
