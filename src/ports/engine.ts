import type { Budgeted } from '../model/budget.ts';
import type { Edge } from '../model/edge.ts';
import type { Block, Exclusion, Level, Pack, Spent } from '../model/pack.ts';
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
import type { Status, Verified, VerifyInput } from './status.ts';

/** What every surface asks of knap. A surface adds nothing to it but the way in and out. */
export interface Engine extends Lookups {
  readonly root: string;
  /** Brings the index up to date; `full` forgets it first. */
  index(options?: { full?: boolean }): Promise<IndexReport>;
  status(): Promise<Status>;
  /** Reads files again and tells where the index, as it is, differs from them. */
  verify(input?: VerifyInput): Promise<Verified>;
  pack(input: PackInput): Promise<PackAnswer>;
  explain(input: ExplainInput): Promise<Explanation>;
  query(input: QueryInput): Promise<QueryAnswer>;
  /** Documents, issues and sections with what belongs to them. */
  show(input: ShowInput): Promise<ShowAnswer>;
  list(input: ListInput): Promise<ListAnswer>;
  search(input: SearchInput): Promise<SearchAnswer>;
  check(input: CheckInput): Promise<CheckAnswer>;
  links(input: LinksInput): Promise<LinksAnswer>;
  /** Lines of a file as they are now, and what became of them since they were quoted. */
  read(input: ReadInput): Promise<ReadAnswer>;
  paths(input: PathsInput): Promise<PathsAnswer>;
  /** What a knowledge graph knows about a topic or a node. */
  context(input: ContextInput): Promise<ContextAnswer>;
  /** Makes a knowledge graph of this workspace what an export says; only differences are written. */
  importGraph(input: GraphImportInput): Promise<GraphImportAnswer>;
  /** Goes on with the index where answers did not wait for all of it; stopped by the call's signal, what is done stays. */
  goOn(options: GoOnOptions): Promise<void>;
  /** The same engine for one caller; what is said here holds for the calls made through it. */
  with(call: CallOptions): Engine;
  /** Ends the whole engine: what runs is stopped, and settles before everything is closed. */
  close(): Promise<void>;
}

/** How one call is answered; a surface passes on what its caller wants. */
export interface CallOptions {
  /** Stops the work of this call. What was indexed by then stays. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Waits at most this long for the index, then answers from what is there and says so; without it, to the end. */
  readonly indexWaitMs?: number | undefined;
  /**
   * Where there is much to index, a pack, an explanation or a query is answered once the likeliest files are; it says so, and the
   * rest follows. Without it every answer waits for everything.
   */
  readonly first?: boolean | undefined;
}

export interface GoOnOptions {
  /** Also right after the first answer of a workspace of which nothing was indexed before. */
  readonly afterFirst: boolean;
}

export interface EngineOptions {
  readonly root: string;
  /** Called while indexing; throttled by the caller. */
  readonly onProgress?: (progress: Progress) => void;
  /** Told when something has to be waited for, before the waiting. */
  readonly onWait?: ((reason: string) => void) | undefined;
  readonly now?: () => number;
  /** Compares by meaning instead of the configured one; null for not at all. Unless it is local it is given redacted texts only. */
  readonly embedder?: Embedder | null;
  readonly signal?: AbortSignal;
  /** Signals that are not looked for, to measure what each is worth. */
  readonly dropped?: readonly string[];
  /** Indexes the root as the view of a shared store that has a name (`org/name@main`); without it such a view is only read. */
  readonly changesNamedView?: boolean;
  /** Indexes this commit (a branch, a tag) from git's objects instead of the root's files, as the view of a shared store that is called so. */
  readonly ref?: string | undefined;
  /** Learns of changes from the system instead of looking at every file at every call. */
  readonly watch?: boolean;
}

export interface EnginePoolOptions extends EngineOptions {
  /** Threads that answer at the same time; as many as pay where it is not said. */
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
  /** Of the log, only lines this fresh (`30m`, `2h`, `7d`), where they carry times. */
  readonly since?: string | undefined;
  /** A git ref: the work tree against it. */
  readonly diff?: string | undefined;
  /** A unified diff. */
  readonly patch?: string | undefined;
  /** Files that must be in the pack. */
  readonly file?: readonly string[] | undefined;
  /** Symbols that must be in the pack. */
  readonly symbol?: readonly string[] | undefined;
  readonly budget?: number | undefined;
  /** How much is enough; a budget is only the most. */
  readonly aim?: string | undefined;
  readonly maxFiles?: number | undefined;
  readonly maxLines?: number | undefined;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  /** The folder one stands in, relative to the root: it and its package come before the like elsewhere. */
  readonly near?: string | undefined;
  /** Only what lies in this folder. */
  readonly under?: string | undefined;
  readonly focus?: readonly string[] | undefined;
  /** What you guess to find: names, pieces of paths, words; wrong ones cost nothing. */
  readonly expect?: readonly string[] | undefined;
  readonly lens?: string | undefined;
  /** How evidence becomes a score. */
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
  /** What the reader already has: block ids with the hashes they had. */
  readonly seen?: readonly { readonly id: string; readonly hash: string }[] | undefined;
  /** Also say why each candidate is in or out, and what each block costs. */
  readonly explain?: boolean | undefined;
}

export interface PackAnswer {
  readonly pack: Pack;
  /** The pack as its format prints it; costs at most the budget. */
  readonly text: string;
  /** Edges among the packed files, for drawing. */
  readonly edges: readonly Edge[];
  /** 0..1: how likely it is that nothing here matters to the task; null where the ranker cannot say. */
  readonly nothing: number | null;
  /** Null where it was not asked for. */
  readonly explained: PackExplained | null;
  readonly milliseconds: number;
}

/** Why a pack is as it is, by the very run that made it. */
export interface PackExplained {
  /** What is in the pack first, then the best of what is not. */
  readonly candidates: readonly ExplainedCandidate[];
  /** How many there are in all. */
  readonly candidatesTotal: number;
  readonly spent: Spent;
}

export interface ExplainInput extends PackInput {
  /** A path, or an entity id; without one the best and the first left out are explained. */
  readonly target?: string | undefined;
  /** All candidates, files and units, best first. */
  readonly every?: boolean | undefined;
}

export interface Explanation {
  readonly task: Task;
  /** 0..1: how likely it is that nothing here matters to the task; null where the ranker cannot say. */
  readonly nothing: number | null;
  readonly candidates: readonly ExplainedCandidate[];
}

export interface ExplainedCandidate {
  readonly id: string;
  readonly path: string;
  /** What it is: a file, a function, a region. */
  readonly kind: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly rank: number;
  readonly score: number;
  /** 0..1: how likely one needs it; null where the ranker cannot say. */
  readonly likelihood: number | null;
  /** What its parts (value × weight) come to. */
  readonly sum: number;
  /** How the score follows from the sum, where it is not the sum itself; else empty. */
  readonly from: string;
  readonly outcome: string;
  /** How much of it is printed; null where it is left out. */
  readonly level: Level | null;
  /** Why it is not quoted; null where it is. */
  readonly excludedBecause: Exclusion | null;
  readonly reasons: Pack['files'][number]['reasons'];
}

export interface QueryInput extends Budgeted {
  readonly query: string;
  readonly expect?: PackInput['expect'];
  readonly strategies?: readonly string[] | undefined;
  readonly types?: readonly string[] | undefined;
  readonly limit?: number | undefined;
  readonly minScore?: number | undefined;
  readonly format?: string | undefined;
  readonly tokenizer?: string | undefined;
  readonly groupByType?: boolean | undefined;
  /** Only what comes from these: code, markdown, conversations. */
  readonly sources?: readonly string[] | undefined;
  /** Whether the page lists where its results come from. */
  readonly includeSources?: boolean | undefined;
  readonly code?: boolean | undefined;
  /** Print how well each result answers. */
  readonly scores?: boolean | undefined;
  readonly imports?: boolean | undefined;
  readonly contextLines?: number | undefined;
  readonly near?: PackInput['near'];
  /** Only what lies in this folder. */
  readonly under?: PackInput['under'];
  readonly seen?: PackInput['seen'];
}

export interface QueryAnswer {
  readonly query: string;
  readonly context: string;
  readonly results: readonly QueryResult[];
  /** The lines of files that the page quotes; an excerpt has gaps. */
  readonly quoted: readonly Pick<Block, 'path' | 'lines' | 'hash'>[];
  readonly summary: QuerySummary;
  readonly tokenCount: number;
  /** What the page might have cost. */
  readonly budget: number;
  /** 0..1, absolute: how sure it is that anything here is what was asked. */
  readonly confidence: number;
  /** 0..1: how likely it is that nothing here answers; null where the ranker cannot say. */
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
  /** Of the whole file the lines belong to. */
  readonly hash: string;
  /** Why it was found, in clauses. */
  readonly because: string;
}

export interface QuerySummary {
  readonly entitiesIncluded: number;
  readonly entitiesExcluded: number;
  readonly filesRead: number;
  readonly truncated: boolean;
}
