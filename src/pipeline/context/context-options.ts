import { type GraphNode, type GraphRelation, hasTag } from '../../model/graph.ts';

/** How far a context reaches and how much of it is looked at. */
export interface ContextLimits {
  /** Hits asked of the search for a topic. */
  readonly hitsMax: number;
  /** What share of the best hit's score another must have to join. */
  readonly hitShare: number;
  /** Nodes of an answer, at the most. */
  readonly nodesMax: number;
  /** Nodes a walk from one source may open, lines of outlines included. */
  readonly openedMax: number;
  /** A node with more neighbours than this is sampled. */
  readonly hubFrom: number;
  /** Neighbours of one node that are looked at for that. */
  readonly toldMax: number;
  /** Nodes opened to choose among the neighbours of one level. */
  readonly weighedMax: number;
  readonly outline: {
    readonly depth: number;
    /** Nodes read of one outline at the most. */
    readonly readMax: number;
    readonly lineCharactersMax: number;
  };
  /** Names told when nothing was found. */
  readonly closeMax: number;
  readonly fields: { readonly valuesMax: number; readonly valueCharactersMax: number };
}

/** What makes one neighbour more promising than another, before anything is scored. */
export interface PromiseWeights {
  readonly words: number;
  readonly recency: number;
  readonly boosted: number;
  /** For what stands on its own: it has tags or fields. */
  readonly standing: number;
}

/** How nodes are looked at: the part of a lens that a graph knows. */
export interface GraphView {
  readonly relations: readonly GraphRelation[];
  readonly depth: number;
  readonly boostTags: readonly string[];
  /** Fields shown first. */
  readonly fields: readonly string[];
  readonly excludeTags: readonly string[];
  /** Nodes last touched before this are left out; null for all. */
  readonly oldestMs: number | null;
}

/** Why a node is left out; null when it is not. */
export function refusalOf(
  node: GraphNode,
  { excludeTags, oldestMs }: Pick<GraphView, 'excludeTags' | 'oldestMs'>,
): 'tag' | 'age' | null {
  if (hasTag(node.tags, excludeTags)) return 'tag';
  const touchedMs = touchedAt(node);
  return oldestMs !== null && touchedMs !== null && touchedMs < oldestMs ? 'age' : null;
}

/** When a node was last touched, as far as anybody knows. */
export function touchedAt(node: Pick<GraphNode, 'modifiedMs' | 'createdMs'>): number | null {
  return node.modifiedMs ?? node.createdMs;
}
