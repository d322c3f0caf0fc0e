// The question `context` about a knowledge graph, and its answer.
import type { TokenLimit } from '../model/budget.ts';
import type { GraphStep } from '../model/graph.ts';
import type { GraphBackendName } from './graph.ts';

/** A question to a knowledge graph. */
export interface ContextInput extends TokenLimit {
  /** Topics or node ids; with several, nodes near all of them score more than those near to one. */
  readonly seeds: readonly string[];
  /** Whether the seeds are ids or topics; by default each is tried as an id first. */
  readonly seedsAre?: 'ids' | 'topics' | undefined;
  readonly depth?: number | undefined;
  readonly lens?: string | undefined;
  readonly format?: string | undefined;
  readonly includeFields?: boolean | undefined;
  readonly workspace?: string | undefined;
  readonly excludeTag?: readonly string[] | undefined;
  /** Leaves out nodes last changed longer ago than this (`12h`, `90d`). */
  readonly maxAge?: string | undefined;
  /** Reads only imported graphs, without a live interface. */
  readonly offline?: boolean | undefined;
  /** A backend to use instead of choosing one. */
  readonly backend?: GraphBackendName | undefined;
  /** Other sources to search beside the graph: code, markdown, conversations. */
  readonly sources?: readonly string[] | undefined;
  readonly tokenizer?: string | undefined;
  /** Puts the text of nodes inside boundaries that this text cannot forge. */
  readonly fenced?: boolean | undefined;
}

export interface ContextAnswer {
  readonly document: ContextDocument;
  /** The document as its format prints it; costs at most the limit. */
  readonly text: string;
  /** Nodes that did not fit even into the list, best first. */
  readonly unlisted: readonly OverflowNode[];
  /** Why there are no nodes, with close matches; null if there are some. */
  readonly nothingFound: string | null;
  /** The notes that the caller should always see. */
  readonly warnings: readonly string[];
  readonly milliseconds: number;
}

/** The answer: how it was made, nodes with the most relevant first, and the list of nodes that did not fit. */
export interface ContextDocument {
  readonly meta: ContextMeta;
  readonly nodes: readonly ContextNode[];
  readonly overflow: readonly OverflowNode[];
}

export interface ContextMeta {
  readonly query: string;
  readonly workspace: string;
  readonly lens: string;
  readonly tokens: {
    readonly budget: number;
    readonly used: number;
    /** 0..1. */
    readonly utilization: number;
    readonly nodesIncluded: number;
    readonly nodesSummarized: number;
  };
  /** ISO 8601. */
  readonly assembledAt: string;
  readonly backend: GraphBackendName;
  /** Why this backend answered, in a clause. */
  readonly backendReason: string;
  /** The time of the data, ISO 8601; null for live data. */
  readonly dataFrom: string | null;
  /** Whether each seed was read as an id or a topic, and the node it led to. */
  readonly seeds: readonly { readonly text: string; readonly as: 'id' | 'topic'; readonly node: string | null }[];
  readonly depth: { readonly asked: number; readonly used: number };
  readonly embeddingsAvailable: boolean;
  /** The numbers of nodes that are neither printed nor listed, by reason. */
  readonly excluded: {
    /** Lines in the outline of another node. */
    readonly within: number;
    readonly tag: number;
    readonly age: number;
    /** Candidates that were not chosen. */
    readonly sampled: number;
    /** Did not fit even into the list. */
    readonly unlisted: number;
  };
  readonly notes: readonly string[];
}

export interface ContextNode {
  readonly id: string;
  readonly name: string;
  /** Markdown. */
  readonly content: string;
  readonly tags: readonly string[];
  readonly fields?: Readonly<Record<string, string | readonly string[]>>;
  /** 0..1; 1 for a source. */
  readonly score: number;
  readonly components: ScoreComponents;
  readonly distance: number;
  /** The steps from the nearest source; empty for a source, and for a node that no step led to. */
  readonly path: readonly GraphStep[];
  /** Its relation to the seed, in a clause: `child of Tasks, which is a child of Atlas`. */
  readonly because: string;
  /** Its place in its source: `tana:main/ID`, or a path with lines for code and documents. */
  readonly source: string;
  /** Hash of the quoted file; nodes of a graph have none. */
  readonly hash?: string;
  readonly isStale?: boolean;
  /** Which part of the node is printed, if not all. */
  readonly note?: string;
}

/** The weighted parts of a score; they add up to it. */
export interface ScoreComponents {
  readonly graphDistance: number;
  /** Absent without embeddings. */
  readonly semanticSim?: number;
  readonly recency: number;
  /** What the lens adds for a tag. */
  readonly boost: number;
  /** What a match adds: it lifts a seed to 1, and another search hit to its search score. */
  readonly seed: number;
}

export interface OverflowNode {
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly score: number;
}
