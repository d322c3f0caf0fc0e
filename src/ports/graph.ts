// Knowledge graphs: how one is read while a question is answered, and how an export of one is imported.
import type { GraphNode, GraphRelation, GraphRow, GraphStep, OutlineNode, OutlineOptions } from '../model/graph.ts';

/** The sources of nodes: the index or a live interface. */
export const GRAPH_BACKENDS = ['index', 'local-api'] as const;
export type GraphBackendName = (typeof GRAPH_BACKENDS)[number];

/** Reads the nodes of a knowledge graph. It never ranks or writes. */
export interface GraphBackend {
  readonly name: GraphBackendName;
  /** The time of its data; null for live data. */
  readonly asOfMs: number | null;
  /** Finds nodes by the words of a text, unordered; the core ranks them, by the rarities in `weights` if present. */
  find(text: string, limit: number): Promise<FoundNodes>;
  /** Reads the nodes that exist, without hidden ones (trash, nodes of the system). */
  nodes(ids: readonly string[]): Promise<ReadonlyMap<string, GraphNode>>;
  /**
   * One step from each node along these relations, both ways: its children and parent, what it refers to and what
   * refers to it, its field values and whose value it is. Ordered: relations as asked, then as the graph orders them.
   */
  neighbours(ids: readonly string[], options: NeighbourOptions): Promise<ReadonlyMap<string, Neighbours>>;
  /** The descendants of a node as an outline in reading order, without fields. */
  outline(id: string, options: OutlineOptions): Promise<readonly OutlineNode[]>;
}

export interface FoundNodes {
  readonly nodes: readonly FoundNode[];
  readonly weights?: ReadonlyMap<string, number> | undefined;
}

/** The parts of a search hit that the core ranks. */
export interface FoundNode extends Pick<GraphNode, 'id' | 'name' | 'description' | 'tags'> {
  readonly fields?: GraphNode['fields'] | undefined;
  readonly modifiedMs?: number | null | undefined;
}

export interface NeighbourOptions {
  readonly relations: readonly GraphRelation[];
  /** The maximum for each node; `total` holds the full number. */
  readonly limitEach: number;
}

export interface Neighbours {
  readonly ends: readonly Neighbour[];
  /** The number of all neighbours, of which `ends` may hold a part. */
  readonly total: number;
}

/** The other end of a step, with only the fields needed to choose among thousands. */
export interface Neighbour extends GraphStep {
  readonly name: string;
  readonly modifiedMs: number | null;
}

/** A kind of knowledge graph that can be imported; `GRAPH_SOURCES` lists them. */
export interface GraphSource {
  readonly name: string;
  /** The kind of path it imports, for messages: `an export (.json)`, `a folder with pages/`. */
  readonly takes: string;
  /** The present stamp of an export of this source; null if the path is not one. */
  stampOf(path: string): Promise<{ readonly stamp: string; readonly asOfMs: number } | null>;
  /** Whether a text has the form of an id of this source, which hardly any other text has. */
  isId(text: string): boolean;
  /** Reads an export, adds to `notes` meanwhile, and returns all visible nodes. */
  read(path: string, call: GraphReading): Promise<Iterable<GraphRow>>;
}

export interface GraphReading {
  readonly notes: string[];
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((nodes: number) => void) | undefined;
}

export interface GraphImportInput {
  readonly source: string;
  /** The file or folder, absolute. */
  readonly path: string;
  /** The name of the graph; without it, the default. */
  readonly workspace?: string | undefined;
  /** Whether it may replace a graph of another origin. */
  readonly isReplacing?: boolean | undefined;
}

export interface GraphImportAnswer {
  readonly workspace: string;
  readonly source: string;
  readonly path: string;
  readonly nodes: number;
  /** Documents that were added, changed and removed. */
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly notes: readonly string[];
  readonly asOfMs: number;
  readonly milliseconds: number;
}

/** An imported or configured graph, for lists. */
export interface GraphStatus {
  readonly workspace: string;
  readonly source: string;
  readonly path: string;
  /** Null before the first import. */
  readonly imported: { readonly nodes: number; readonly asOfMs: number; readonly importedAtMs: number } | null;
  readonly isConfigured: boolean;
}
