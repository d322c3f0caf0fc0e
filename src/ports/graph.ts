import type { GraphNode, GraphRelation, GraphRow, GraphStep, OutlineNode } from '../model/graph.ts';

/** Where nodes can be read from. */
export const GRAPH_BACKENDS = ['index', 'local-api'] as const;
export type GraphBackendName = (typeof GRAPH_BACKENDS)[number];

/** Reads one workspace of nodes. It finds and reads; it never ranks a walk and never writes. */
export interface GraphBackend {
  readonly name: GraphBackendName;
  /** When what it tells was true; null when it is live. */
  readonly asOfMs: number | null;
  /** Nodes whose words may answer a text, in no order: the core ranks them. `weights` say how rare a term is, where that is known. */
  find(text: string, limit: number): Promise<FoundNodes>;
  /** Those that exist; hidden ones (trash, the system's own) do not. */
  nodes(ids: readonly string[]): Promise<ReadonlyMap<string, GraphNode>>;
  /**
   * One step from each node along these relations, both ways: its children and parent, what it refers to and what
   * refers to it, its field values and whose value it is. Ordered: relations as asked, then as the graph orders them.
   */
  neighbours(ids: readonly string[], options: NeighbourOptions): Promise<ReadonlyMap<string, Neighbours>>;
  /** What a node owns, as an outline in reading order; fields are not part of it. */
  outline(id: string, options: { readonly depth: number; readonly nodesMax: number }): Promise<readonly OutlineNode[]>;
  close(): Promise<void>;
}

export interface FoundNodes {
  readonly nodes: readonly FoundNode[];
  readonly weights?: ReadonlyMap<string, number> | undefined;
}

/** What is ranked of a node that a search has found. */
export interface FoundNode extends Pick<GraphNode, 'id' | 'name' | 'description' | 'tags'> {
  readonly fields?: GraphNode['fields'] | undefined;
  readonly modifiedMs?: number | null | undefined;
}

export interface NeighbourOptions {
  readonly relations: readonly GraphRelation[];
  /** At most this many are told of each node; `total` says how many there are. */
  readonly limitEach: number;
}

export interface Neighbours {
  readonly ends: readonly Neighbour[];
  /** How many there are, where more than were told. */
  readonly total: number;
}

/** The other end of a step, with just enough to choose among thousands. */
export interface Neighbour extends GraphStep {
  readonly name: string;
  readonly modifiedMs: number | null;
}

/** What an import did. */
export interface GraphImportReport {
  readonly nodes: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly notes: readonly string[];
}

export interface GraphOrigin {
  /** The source's name: `tana`, `logseq`. */
  readonly source: string;
  /** The file or folder it was read from. */
  readonly path: string;
  /** Changes when that does: sizes and times, as the source makes it. */
  readonly stamp: string;
  readonly importedAtMs: number;
  /** When what was imported was true: the time of the export. */
  readonly asOfMs: number;
}

/** A kind of knowledge graph that can be imported: one folder, one line in its table. */
export interface GraphSource {
  readonly name: string;
  /** What a path must be, for a message: `an export (.json)`, `a folder with pages/`. */
  readonly takes: string;
  /** Whether a path looks like one of its own, and how it looks now; null when it does not. */
  stampOf(path: string): Promise<{ readonly stamp: string; readonly asOfMs: number } | null>;
  /** Whether a text is written as ids of this source are, and as hardly anything else is. */
  isId(text: string): boolean;
  /** All visible nodes, in batches; `notes` grow while they are read. */
  read(path: string, call: GraphReading): AsyncIterable<readonly GraphRow[]>;
}

export interface GraphReading {
  readonly notes: string[];
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((nodes: number) => void) | undefined;
}

/** What an import is asked to do. */
export interface GraphImportInput {
  /** The source's name. */
  readonly source: string;
  /** The file or folder, absolute. */
  readonly path: string;
  /** The name the graph goes by; without one, the default. */
  readonly workspace?: string | undefined;
  /** It may take the place of a graph that came from elsewhere. */
  readonly isReplacing?: boolean | undefined;
}

export interface GraphImportAnswer extends GraphImportReport {
  readonly workspace: string;
  readonly source: string;
  readonly path: string;
  readonly asOfMs: number;
  readonly milliseconds: number;
}

/** A graph that is imported or configured, for a list of them. */
export interface GraphStatus {
  readonly workspace: string;
  readonly source: string;
  readonly path: string;
  /** Null before the first import. */
  readonly imported: { readonly nodes: number; readonly asOfMs: number; readonly importedAtMs: number } | null;
  readonly isConfigured: boolean;
}
