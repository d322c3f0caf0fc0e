import type { Budgeted } from '../model/budget.ts';
import type { GraphStep } from '../model/graph.ts';
import type { GraphBackendName } from './graph.ts';

/** What is asked of a knowledge graph. */
export interface ContextInput extends Budgeted {
  /** Topics or node ids; several make one answer about what lies near to all of them. */
  readonly seeds: readonly string[];
  /** Ends any doubt what the seeds are; without it an id is tried first. */
  readonly seedsAre?: 'ids' | 'topics' | undefined;
  readonly depth?: number | undefined;
  readonly lens?: string | undefined;
  readonly format?: string | undefined;
  readonly includeFields?: boolean | undefined;
  readonly workspace?: string | undefined;
  readonly excludeTag?: readonly string[] | undefined;
  /** Nodes last touched longer ago than this (`12h`, `90d`) are left out. */
  readonly maxAge?: string | undefined;
  /** Never asks a live interface. */
  readonly offline?: boolean | undefined;
  /** A backend to use instead of choosing one. */
  readonly backend?: GraphBackendName | undefined;
  /** Other sources to search beside the graph: code, markdown, conversations. */
  readonly sources?: readonly string[] | undefined;
  readonly tokenizer?: string | undefined;
  /** What nodes say stands inside boundaries it cannot forge. */
  readonly fenced?: boolean | undefined;
}

export interface ContextAnswer {
  readonly document: ContextDocument;
  /** The document as its format prints it; costs at most the limit. */
  readonly text: string;
  /** What did not fit and is not even listed, best first. */
  readonly unlisted: readonly OverflowNode[];
  /** Why there are no nodes, with close matches; null when something was found. */
  readonly nothingFound: string | null;
  /** Those of the notes the asker should see in any case. */
  readonly warnings: readonly string[];
  readonly milliseconds: number;
}

/** The document: how it was made, nodes with the highest relevance first, and what did not fit. */
export interface ContextDocument {
  readonly meta: ContextMeta;
  readonly nodes: readonly ContextNode[];
  readonly overflow: readonly OverflowNode[];
}

export interface ContextMeta {
  readonly query: string;
  readonly workspace: string;
  readonly lens: string;
  readonly tokens: ContextUsage;
  /** ISO 8601. */
  readonly assembledAt: string;
  readonly backend: GraphBackendName;
  /** Why this backend answered, in a clause. */
  readonly backendReason: string;
  /** When what it told was true, ISO 8601; null when it was live. */
  readonly dataFrom: string | null;
  /** Whether each seed was taken for an id or a topic, and the node it led to. */
  readonly seeds: readonly { readonly text: string; readonly as: 'id' | 'topic'; readonly node: string | null }[];
  readonly depth: { readonly asked: number; readonly used: number };
  readonly embeddingsAvailable: boolean;
  /** How many nodes were met, and what became of those that are neither printed nor listed. */
  readonly excluded: ContextExcluded;
  readonly notes: readonly string[];
}

interface ContextExcluded {
  /** Lines of the outline of another node. */
  readonly within: number;
  readonly tag: number;
  readonly age: number;
  /** Met or known of, and not chosen. */
  readonly sampled: number;
  /** Not even listed: the limit was too small. */
  readonly unlisted: number;
}

interface ContextUsage {
  readonly budget: number;
  readonly used: number;
  /** 0..1. */
  readonly utilization: number;
  readonly nodesIncluded: number;
  readonly nodesSummarized: number;
}

export interface ContextNode {
  readonly id: string;
  readonly name: string;
  /** Markdown. */
  readonly content: string;
  readonly tags: readonly string[];
  readonly fields?: Readonly<Record<string, string | readonly string[]>>;
  /** 0..1; 1 for the source. */
  readonly score: number;
  readonly components: ScoreComponents;
  readonly distance: number;
  /** The steps from the nearest source; empty for a source. */
  readonly path: readonly GraphStep[];
  /** How it hangs together with what was asked for, in a clause: `child of Tasks, which is a child of Atlas`. */
  readonly because: string;
  /** Where it lies in the source it came from: `tana:main/ID`, or a path with lines for code and documents. */
  readonly source: string;
  /** Of the file whose lines are quoted; nodes of a graph have none. */
  readonly hash?: string;
  readonly isStale?: boolean;
  /** What is printed of it, where that is not simply all. */
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
  /** What being found adds: it lifts a source to 1, and another hit of the search to its search score. */
  readonly seed: number;
}

export interface OverflowNode {
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly score: number;
}
