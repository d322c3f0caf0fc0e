// The engine as surfaces, operations and library users see it, with the inputs and answers of `pack`, `explain` and
// `query`.
import type { TokenLimit } from '../model/budget.ts';
import type { Edge } from '../model/edge.ts';
import type { Block, Exclusion, Level, Pack, TokensByPiece } from '../model/pack.ts';
import type { Task } from '../model/task.ts';
import type { ContextAnswer, ContextInput } from './context.ts';
import type { Embedder } from './embedder.ts';
import type { GraphImportAnswer, GraphImportInput } from './graph.ts';
import type {
  CheckAnswer,
  CheckInput,
  LinksAnswer,
  LinksInput,
  ListAnswer,
  ListInput,
  SearchAnswer,
  SearchInput,
  ShowAnswer,
  ShowInput,
} from './knowledge.ts';
import type { Lookups, PathsAnswer, PathsInput, ReadAnswer, ReadInput } from './lookup.ts';
import type { Status, VerifyInput, VerifyReport } from './status.ts';

export interface Engine extends Lookups {
  readonly root: string;
  /** Brings the index up to date; `full` empties it first. */
  index(options?: { full?: boolean }): Promise<IndexReport>;
  status(): Promise<Status>;
  /** Reads files again and reports where the index differs from them. */
  verify(input?: VerifyInput): Promise<VerifyReport>;
  pack(input: PackInput): Promise<PackAnswer>;
  explain(input: ExplainInput): Promise<Explanation>;
  query(input: QueryInput): Promise<QueryAnswer>;
  /** Shows documents, sections and code, with related documents. */
  show(input: ShowInput): Promise<ShowAnswer>;
  list(input: ListInput): Promise<ListAnswer>;
  search(input: SearchInput): Promise<SearchAnswer>;
  check(input: CheckInput): Promise<CheckAnswer>;
  links(input: LinksInput): Promise<LinksAnswer>;
  /** Reads lines of a file as they are now, and reports how they changed since they were quoted. */
  read(input: ReadInput): Promise<ReadAnswer>;
  paths(input: PathsInput): Promise<PathsAnswer>;
  /** Reads the nodes about a topic, or around a node, from a knowledge graph. */
  context(input: ContextInput): Promise<ContextAnswer>;
  /** Imports an export or a folder as a knowledge graph of this workspace; writes only differences. */
  importGraph(input: GraphImportInput): Promise<GraphImportAnswer>;
  /** Indexes the files that answers did not wait for; an abort by the call's signal keeps what is done. */
  goOn(options: GoOnOptions): Promise<void>;
  /** The same engine for one caller; the options apply to the calls made through it. */
  with(call: CallOptions): Engine;
  /** Stops running calls, waits until they settle, and closes the store. */
  close(): Promise<void>;
}

/** Options of one call, which a surface passes on from its caller. */
export interface CallOptions {
  /** Stops the work of this call, and keeps what is indexed by then. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Waits at most this long for the index, then answers from the indexed part with a note. */
  readonly indexWaitMs?: number | undefined;
  /**
   * If there is much to index, answers once the files are indexed that the question most likely needs, with a note;
   * by default it waits for all files.
   */
  readonly first?: boolean | undefined;
}

export interface GoOnOptions {
  /** Whether to continue also if the index was empty before the answer. */
  readonly afterFirst: boolean;
}

export interface EngineOptions {
  readonly root: string;
  /** Called often while indexing; the callback itself must throttle. */
  readonly onProgress?: (progress: Progress) => void;
  /** Called with a reason before the engine waits for something or rebuilds its index. */
  readonly onWait?: ((reason: string) => void) | undefined;
  readonly now?: () => number;
  /** Replaces the configured embedder; null for none. */
  readonly embedder?: Embedder | null;
  readonly signal?: AbortSignal;
  /** Names of signals to leave out, to measure the value of each. */
  readonly dropped?: readonly string[];
  /** Indexes the root as a named view of a shared store (`org/name@main`); by default such a view is only read. */
  readonly changesNamedView?: boolean;
  /** Indexes this branch, tag or commit from git instead of the files, as the view of that name in a shared store. */
  readonly ref?: string | undefined;
  /** Gets changes from the system instead of checking every file at every call. */
  readonly watch?: boolean;
}

export interface EnginePoolOptions extends EngineOptions {
  /** Number of threads that answer; by default as many as are useful on this machine. */
  readonly workers?: number;
}

export interface Progress {
  readonly stage: 'scan' | 'parse' | 'link' | 'embed' | 'history' | 'import' | 'replay' | 'fetch';
  readonly done: number;
  readonly total: number;
}

export interface IndexReport {
  readonly files: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly symbols: number;
  readonly commits: number;
  readonly milliseconds: number;
  readonly notes: readonly string[];
}

export interface PackInput {
  readonly task: string;
  /** A log or a stack trace. */
  readonly error?: string | undefined;
  /** Uses only log lines of this period (`30m`, `2h`, `7d`), if they carry times. */
  readonly since?: string | undefined;
  /** A git ref, a range (`a..b`, `a...b`) or `staged`: the task includes this diff. */
  readonly diff?: string | undefined;
  /** A unified diff. */
  readonly patch?: string | undefined;
  /** Files and symbols that come before all others but pins. */
  readonly file?: readonly string[] | undefined;
  readonly symbol?: readonly string[] | undefined;
  readonly budget?: number | undefined;
  /** A name of how much is enough; a budget only sets the maximum. */
  readonly aim?: string | undefined;
  readonly maxFiles?: number | undefined;
  readonly maxLines?: number | undefined;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  /** The present folder, relative to the root: it and its package rank before equal matches in other folders. */
  readonly near?: string | undefined;
  /** Limits the answer to this folder. */
  readonly under?: string | undefined;
  readonly focus?: readonly string[] | undefined;
  /** Guesses of what the answer holds: names, parts of paths, words. */
  readonly expect?: readonly string[] | undefined;
  readonly lens?: string | undefined;
  readonly ranker?: string | undefined;
  readonly sources?: readonly string[] | undefined;
  /** Ids or paths that are quoted first, in this order. */
  readonly pin?: readonly string[] | undefined;
  /** Ids, paths or patterns of paths that never appear. */
  readonly drop?: readonly string[] | undefined;
  readonly format?: string | undefined;
  readonly tokenizer?: string | undefined;
  readonly truncator?: string | undefined;
  readonly contextLines?: number | undefined;
  readonly imports?: boolean | undefined;
  /** Blocks that the reader already has, with their hashes. */
  readonly seen?: readonly { readonly id: string; readonly hash: string }[] | undefined;
  /** Adds why the first candidates are in or out, and the cost of each block. */
  readonly explain?: boolean | undefined;
}

export interface PackAnswer {
  readonly pack: Pack;
  /** The pack as its format prints it; costs at most the budget. */
  readonly text: string;
  /** Edges among the packed files, for drawing. */
  readonly edges: readonly Edge[];
  /** 0..1: how likely it is that nothing here matters to the task; null if the ranker cannot say. */
  readonly nothing: number | null;
  /** Null unless the caller set `explain`. */
  readonly explained: PackExplained | null;
  readonly milliseconds: number;
}

export interface PackExplained {
  /** The first candidates: those in the pack, then those that were left out. */
  readonly candidates: readonly ExplainedCandidate[];
  readonly candidatesTotal: number;
  readonly spent: TokensByPiece;
}

export interface ExplainInput extends PackInput {
  /** A path or an entity id; without it, explains the best files in the pack and the best left out. */
  readonly target?: string | undefined;
  /** Explains all candidates, files and units, unless there is a target. */
  readonly every?: boolean | undefined;
}

export interface Explanation {
  readonly task: Task;
  /** 0..1: how likely it is that nothing here matters to the task; null if the ranker cannot say. */
  readonly nothing: number | null;
  readonly candidates: readonly ExplainedCandidate[];
}

export interface ExplainedCandidate {
  readonly id: string;
  readonly path: string;
  /** The kind of entity: a file, a function, a region. */
  readonly kind: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly rank: number;
  readonly score: number;
  /** 0..1: how likely the reader needs it; null if the ranker cannot say. */
  readonly likelihood: number | null;
  /** The sum of value × weight over its own reasons, without those that another candidate passed on. */
  readonly sum: number;
  /** How the score came about if it differs from the sum; else empty. */
  readonly from: string;
  readonly outcome: string;
  /** How much of it is printed; null if it is left out. */
  readonly level: Level | null;
  /** Why it is not quoted; null if it is. */
  readonly excludedBecause: Exclusion | null;
  readonly reasons: Pack['files'][number]['reasons'];
}

export interface QueryInput
  extends TokenLimit,
    Pick<PackInput, 'expect' | 'format' | 'tokenizer' | 'imports' | 'contextLines' | 'near' | 'under' | 'seen'> {
  readonly query: string;
  readonly strategies?: readonly string[] | undefined;
  readonly types?: readonly string[] | undefined;
  readonly limit?: number | undefined;
  readonly minScore?: number | undefined;
  readonly groupByType?: boolean | undefined;
  /** Limits the answer to these sources: code, markdown, conversations. */
  readonly sources?: readonly string[] | undefined;
  /** Whether the page lists where its results come from. */
  readonly includeSources?: boolean | undefined;
  readonly code?: boolean | undefined;
  /** Whether the page prints how well each result answers. */
  readonly scores?: boolean | undefined;
}

export interface QueryAnswer {
  readonly query: string;
  readonly context: string;
  readonly results: readonly QueryResult[];
  /** The lines of files that the page quotes; an excerpt has gaps. */
  readonly quoted: readonly Pick<Block, 'path' | 'lines' | 'hash'>[];
  readonly summary: QuerySummary;
  readonly tokenCount: number;
  /** The greatest allowed cost of the page. */
  readonly budget: number;
  /** 0..1: the share of the question's words in the path and text of the best result's file. */
  readonly confidence: number;
  /** 0..1: how likely it is that nothing here answers; null if the ranker cannot say. */
  readonly nothing: number | null;
  readonly notes: readonly string[];
}

export interface QueryResult {
  readonly entity: {
    readonly id: string;
    readonly name: string;
    readonly type: string;
    readonly qualifiedName: string;
  };
  readonly score: number;
  readonly location: { readonly path: string; readonly startLine: number; readonly endLine: number };
  readonly codePreview: string;
  /** Hash of the whole file. */
  readonly hash: string;
  /** Why it is a result, in clauses. */
  readonly because: string;
}

export interface QuerySummary {
  readonly entitiesIncluded: number;
  readonly entitiesExcluded: number;
  /** The number of files with results. */
  readonly filesRead: number;
  readonly truncated: boolean;
}
