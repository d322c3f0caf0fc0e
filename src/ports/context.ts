// The question `context` about a knowledge graph, and its answer.
import type { TokenLimit } from '../model/budget.ts';
import type { GraphStep } from '../model/graph.ts';
import type { GraphBackendName } from './graph.ts';

export interface ContextInput extends TokenLimit {
  /** Topics or node ids. */
  readonly seeds: readonly string[];
  /** By default each seed is tried as an id, then as a topic. */
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
  /** The document as its format prints it. It costs at most the limit; a limit of 0 prints the meta alone. */
  readonly text: string;
  /** Nodes that did not fit even into the list. */
  readonly unlisted: readonly OverflowNode[];
  /** Why there are no nodes, with close matches; null if there are some. */
  readonly nothingFound: string | null;
  /** The notes that the caller should always see. */
  readonly warnings: readonly string[];
  readonly milliseconds: number;
}

/** The answer: how it was made, its nodes, and the list of nodes that did not fit. */
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
  /** Whether each seed was read as an id or a topic, and the node it led to; null if it led to none. */
  readonly seeds: readonly { readonly text: string; readonly as: 'id' | 'topic'; readonly node: string | null }[];
  readonly depth: { readonly asked: number; readonly used: number };
  readonly embeddingsAvailable: boolean;
  /** The numbers of nodes that are neither printed nor listed, by reason. */
  readonly excluded: {
    /** Nodes that do not stand on their own: lines and headings of other outlines, and nodes that say nothing. */
    readonly within: number;
    readonly tag: number;
    readonly age: number;
    /** Nodes that were found but not taken, because there were too many. */
    readonly sampled: number;
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
  /** 0..1; 1 for the node of a seed. */
  readonly score: number;
  readonly components: ScoreComponents;
  readonly distance: number;
  /** The steps from the node of the nearest seed; empty for that node itself, and where no step led. */
  readonly path: readonly GraphStep[];
  /** Why it is in the answer: `child of Tasks, which is a child of Atlas`. */
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
  /** Absent without embeddings, and for code and documents. */
  readonly semanticSim?: number;
  readonly recency: number;
  /** What the lens adds for a tag. */
  readonly boost: number;
  /** What lifts the node of a seed to 1, and a search hit to its search score. */
  readonly seed: number;
}

export interface OverflowNode {
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly score: number;
}
