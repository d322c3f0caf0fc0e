// The library opens engines, whose input types list the names that knap knows and which refuse unknown fields, and the
// assembler. It exports the types of both.
import { refuseUnknownFields } from './config/did-you-mean.ts';
import { loadConfig } from './config/load.ts';
import { findRoot } from './config/workspace-folders.ts';
import type { SourceName } from './engine/file-filters.ts';
import { createEngine, createEnginePool } from './engine.ts';
import type { FormatName } from './formats/index.ts';
import type { PackAim } from './model/budget.ts';
import type { EntityKind, LIFTABLE_ROLES } from './model/entity.ts';
import type { ContextInput as AnyContextInput } from './ports/context.ts';
import type {
  Engine as AnyEngine,
  ExplainInput as AnyExplainInput,
  PackInput as AnyPackInput,
  QueryInput as AnyQueryInput,
  EngineOptions,
  EnginePoolOptions,
} from './ports/engine.ts';
import type { ShowInput as AnyShowInput } from './ports/knowledge.ts';
import type { RankerName } from './rankers/index.ts';
import type { GraphSourceName } from './sources/graph-sources.ts';
import type { StrategyName } from './strategies/index.ts';
import type { TokenizerName } from './tokenizers/index.ts';
import type { TruncatorName } from './truncators/index.ts';

/**
 * Opens the engine of a workspace with the same configuration as the command line.
 *
 *     const engine = await openEngine({ root: '.' });
 *     const { text } = await engine.pack({ task: 'fix the login redirect', budget: 8000 });
 *     await engine.close();
 */
export async function openEngine({ beside = [], ...options }: OpenEngineOptions): Promise<Engine> {
  checkOpening(options);
  const [first, ...others] = await Promise.all([options.root, ...beside].map(configured));
  // A configured workspace name belongs to the first workspace; the others get their own names.
  const unnamed = others.map(({ root, config }) => ({ root, config: { ...config, workspace: undefined } }));
  return refusingUnknown(await createEngine({ ...options, root: first!.root }, first!.config, unnamed));
}

export interface OpenEngineOptions extends EngineOptions {
  /**
   * Folders of further workspaces. Packs, searches, `grep`, `uses`, `show`, `read` and `paths` reach them; paths are
   * relative to the first workspace.
   */
  readonly beside?: readonly string[];
}

async function configured(folder: string) {
  // Throws if the folder does not exist, so that a mistyped path creates nothing.
  const root = findRoot(process.cwd(), folder);
  return { root, config: (await loadConfig({ root, env: process.env })).config };
}

/**
 * Opens an engine for many callers at once: other threads answer, unless there would be only one, or they could not see
 * the same index or embedder.
 *
 *     const engine = await openEnginePool({ root: '.', workers: 2, watch: true });
 *     const answers = await Promise.all(tasks.map((task) => engine.pack({ task })));
 */
export async function openEnginePool(options: EnginePoolOptions): Promise<Engine> {
  checkOpening(options);
  const { root, config } = await configured(options.root);
  return refusingUnknown(await createEnginePool({ ...options, root }, config));
}

/**
 * Options whose values come from a list, so that an unknown name does not compile. Lenses are left out, because users
 * may define some.
 */
interface ListedOptions {
  readonly format: FormatName;
  readonly tokenizer: TokenizerName;
  readonly truncator: TruncatorName;
  readonly ranker: RankerName;
  readonly aim: PackAim;
  readonly include: readonly (keyof typeof LIFTABLE_ROLES)[];
  readonly sources: readonly (SourceName | GraphSourceName)[];
  readonly strategies: readonly StrategyName[];
  readonly types: readonly EntityKind[];
}

/** An input whose listed options are names instead of any string. */
type WithNames<Input> = {
  readonly [Key in keyof Input]: Key extends keyof ListedOptions ? ListedOptions[Key] | undefined : Input[Key];
};

export type PackInput = WithNames<AnyPackInput>;
export type ExplainInput = WithNames<AnyExplainInput>;
export type QueryInput = WithNames<AnyQueryInput>;
export type ShowInput = WithNames<AnyShowInput>;
export type ContextInput = WithNames<AnyContextInput>;

/** Everything knap does for a workspace: the engine port with listed names. */
export type Engine = {
  [Method in keyof AnyEngine]: AnyEngine[Method] extends (...given: infer Given) => infer Answer
    ? (...given: { [Index in keyof Given]: WithNames<Given[Index]> }) => Method extends 'with' ? Engine : Answer
    : AnyEngine[Method];
};

type MethodName = Exclude<keyof AnyEngine, 'root' | 'status' | 'close'>;
type FieldOf<Method extends MethodName> = keyof NonNullable<Parameters<AnyEngine[Method]>[0]> & string;
type WordIn<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | WordIn<Rest> : Text;
/** Compiles only if the words of a text are exactly the given fields. */
type Exactly<Field extends string, Text extends string> = [Field, WordIn<Text>] extends [WordIn<Text>, Field]
  ? Text
  : never;

const PACK =
  'task error since diff patch file symbol budget aim maxFiles maxLines include exclude near under focus expect lens ranker sources pin drop format tokenizer truncator contextLines imports seen explain';
/** The fields of each engine method's input. */
const FIELDS = {
  index: 'full',
  verify: 'all sample',
  pack: PACK,
  explain: `${PACK} target every`,
  query:
    'query budget maxTokens expect strategies types limit minScore format tokenizer groupByType sources includeSources code scores imports contextLines near under seen',
  show: 'targets context references brief view section withBlockers format tokenizer fenced budget maxTokens',
  list: 'isIdentified ready status priorityMin priorityMax type label labelAny nameContains under sort reverse limit',
  search: 'query limit under minScore',
  check: 'fix paths',
  links: 'target to orphans',
  read: 'path lines hash wantsColors',
  paths: 'prefix limit',
  grep: 'pattern regex ignoreCase word under limit',
  uses: 'symbol under limit',
  words: 'task',
  missed: 'since files except unsure',
  context:
    'seeds seedsAre depth lens format includeFields workspace excludeTag maxAge offline backend sources tokenizer fenced budget maxTokens',
  importGraph: 'source path workspace isReplacing',
  goOn: 'afterFirst',
  with: 'signal onProgress indexWaitMs first',
} as const;
FIELDS satisfies { readonly [Method in MethodName]: Exactly<FieldOf<Method>, (typeof FIELDS)[Method]> };

const OPENING = 'root onProgress onWait now embedder signal dropped changesNamedView ref watch workers';
OPENING satisfies Exactly<keyof EnginePoolOptions, typeof OPENING>;

const checkOpening = (options: object): void => refuseUnknownFields('The engine', options, OPENING.split(' '));

/** Wraps an engine so that it refuses unknown input fields instead of ignoring them. */
function refusingUnknown(engine: Engine): Engine {
  const checked = Object.entries(FIELDS).map(([name, fields]) => {
    const method = engine[name as MethodName] as (input?: unknown) => unknown;
    const ask = async (input?: unknown) => {
      refuseUnknownFields(name, input, fields.split(' '));
      return method(input);
    };
    return [name, ask];
  });
  return {
    ...engine,
    ...Object.fromEntries(checked),
    with(call) {
      refuseUnknownFields('with', call, FIELDS.with.split(' '));
      return refusingUnknown(engine.with(call));
    },
  };
}

export type { AssemblerOptions, FormatOptions } from './engine/assembler.ts';
export { type Assembler, assemble, createAssembler, format } from './engine/assembler.ts';
export { ContextError } from './model/errors.ts';
export type { Block, Coverage, Pack, RankedFile, Reference, Usage } from './model/pack.ts';
export type { Task } from './model/task.ts';
export type { AssembledContext, ContextBlock, ContextSource, ContextSummary } from './pipeline/assemble-results.ts';
export type { ResultEntity, SearchResult } from './pipeline/results/search-result.ts';
export type {
  ContextAnswer,
  ContextDocument,
  ContextMeta,
  ContextNode,
  OverflowNode,
} from './ports/context.ts';
export type { Embedder } from './ports/embedder.ts';
export type {
  CallOptions,
  EngineOptions,
  EnginePoolOptions,
  Explanation,
  IndexReport,
  PackAnswer,
  Progress,
  QueryAnswer,
} from './ports/engine.ts';
export type { GraphImportAnswer, GraphImportInput, GraphStatus } from './ports/graph.ts';
export type {
  CheckAnswer,
  CheckInput,
  LinksAnswer,
  LinksInput,
  ListAnswer,
  ListInput,
  SearchAnswer,
  SearchInput,
  ShowAnswer,
  ShowPage,
} from './ports/knowledge.ts';
export type { Status, VerifyInput, VerifyReport } from './ports/status.ts';
export type { TruncateInput, TruncateResult, Truncator } from './ports/truncator.ts';
