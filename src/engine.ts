// The engine of a workspace: it opens the index, keeps it up to date and answers the library, the command line and the
// servers. `engine/answers.ts` is the table of questions about what the workspace contains.
import { availableParallelism } from 'node:os';
import { DEFAULTS } from './config/defaults.ts';
import type { Config } from './config/schema.ts';
import {
  ANSWER_NAMES,
  type Answerer,
  type AnswerName,
  type AnswerOf,
  answerHere,
  type InputOf,
} from './engine/answers.ts';
import { createFreshIndex, type FreshIndex, type WatchOptions } from './engine/fresh/fresh-index.ts';
import { partialQuestionOf, type ReadyIndex } from './engine/fresh/partial-index.ts';
import type { NeighbourIndex, NeighbourWorkspace } from './engine/multi-root/open-neighbours.ts';
import type { EngineParts } from './engine/open/open-parts.ts';
import { IN_MEMORY } from './engine/open/open-store.ts';
import { statusOf } from './engine/status.ts';
import type { CallOptions, Engine, EngineOptions, EnginePoolOptions } from './ports/engine.ts';

/** Opens the engine of a root. Searches, `grep`, `uses`, `show`, `read` and `paths` also reach the `neighbours`. */
export async function createEngine(
  options: EngineOptions,
  config: Config,
  neighbours: readonly NeighbourWorkspace[] = [],
): Promise<Engine> {
  const index = await createFreshIndex(options, config);
  const neighbourIndexes = await openNeighbours(neighbours, options, config);
  return engineOn(index, { answerer: answerHere(options, config), config, options, neighbourIndexes });
}

// Loads the code for several workspaces when a call first needs it.
const multiRoot = () => import('./engine/multi-root/open-neighbours.ts');

async function openNeighbours(
  neighbours: readonly NeighbourWorkspace[],
  options: EngineOptions,
  config: Config,
): Promise<readonly NeighbourIndex[]> {
  return neighbours.length === 0 ? [] : (await multiRoot()).openNeighbours(neighbours, options, config);
}

/**
 * Opens the same engine for many callers: other threads answer, unless there would be only one, or they cannot see what
 * this thread has: an index in memory, the view of a ref, an embedder of the caller, neighbours.
 */
export async function createEnginePool(
  options: EnginePoolOptions & WatchOptions,
  config: Config,
  neighbours: readonly NeighbourWorkspace[] = [],
): Promise<Engine> {
  const index = await createFreshIndex(options, config);
  const workers = options.workers ?? Math.min(DEFAULTS.serving.workersMax, availableParallelism());
  const isShared = await index.look(async ({ storePath }) => storePath !== IN_MEMORY);
  const hasOwn = options.embedder !== undefined || options.ref !== undefined || neighbours.length > 0;
  const isPooled = workers > 1 && isShared && !hasOwn;
  const here = answerHere(options, config);
  const threads = isPooled && (await import('./engine/answer-threads/answer-in-threads.ts'));
  const answerer = threads ? inThreadsUnlessInMemory(threads.answerInThreads(options, config, workers), here) : here;
  const neighbourIndexes = await openNeighbours(neighbours, options, config);
  return engineOn(index, { answerer, config, options, neighbourIndexes });
}

// Other threads cannot see an index that had to be moved into memory.
function inThreadsUnlessInMemory(threads: Answerer, here: Answerer): Answerer {
  return {
    ...threads,
    answer: (name, input, basis) => (basis.parts.storePath === IN_MEMORY ? here : threads).answer(name, input, basis),
  };
}

interface EngineSetup {
  readonly answerer: Answerer;
  readonly config: Config;
  readonly options: EngineOptions;
  readonly neighbourIndexes: readonly NeighbourIndex[];
}

type Graphs = typeof import('./engine/graphs/graphs.ts');
type GraphsHere = Pick<EngineSetup, 'config'> & Pick<EngineOptions, 'root'>;

// Loads the graph module when a call first needs it.
function graphsOn(index: FreshIndex, here: GraphsHere) {
  return <T>(work: (graphs: Graphs, of: GraphsHere & Pick<EngineParts, 'store' | 'sources'>) => Promise<T>) =>
    index.look(async ({ store, sources }) =>
      work(await import('./engine/graphs/graphs.ts'), { ...here, store, sources }),
    );
}

interface QuestionParts extends Pick<EngineSetup, 'answerer' | 'neighbourIndexes'> {
  readonly running: Set<Promise<unknown>>;
  readonly closing: AbortSignal;
}

// If `isFresh` is false, answers on the index as it is.
function createAnswer(index: FreshIndex, { answerer, neighbourIndexes, running, closing }: QuestionParts) {
  return <Name extends AnswerName>(
    call: CallOptions,
    name: Name,
    input: InputOf<Name>,
    isFresh = true,
  ): Promise<AnswerOf<Name>> => {
    const signal = AbortSignal.any([closing, ...(call.signal ? [call.signal] : [])]);
    const question = call.first === true ? partialQuestionOf(name, input) : null;
    const run = async (ready: ReadyIndex) => {
      if (neighbourIndexes.length === 0) return answerer.answer(name, input, { ...ready, signal });
      return (await multiRoot()).onFreshIndexes(neighbourIndexes, { call, question }, (neighbours) =>
        answerer.answer(name, input, { ...ready, signal, neighbours }),
      );
    };
    const work = isFresh ? index.on(call, run, question) : index.look((parts) => run({ parts, notes: parts.notes }));
    running.add(work);
    // Lets the modules of an answer load while git and the disk are busy.
    setImmediate(() => answerer.prepare(name));
    return work.finally(() => running.delete(work));
  };
}

type Questions = { [Name in AnswerName]: (input: InputOf<Name>) => Promise<AnswerOf<Name>> };

function engineOn(index: FreshIndex, { answerer, config, options, neighbourIndexes }: EngineSetup): Engine {
  const { root } = options;
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  const indexes = [index, ...neighbourIndexes.map((neighbourIndex) => neighbourIndex.index)];
  index.shareWith((work) => answerer.withoutThreads(work));

  const answer = createAnswer(index, { answerer, neighbourIndexes, running, closing: closing.signal });
  const onGraphs = graphsOn(index, { root, config });
  const answersFor = (call: CallOptions) =>
    Object.fromEntries(
      ANSWER_NAMES.map((name) => [name, (input: never) => answer(call, name, input)]),
    ) as unknown as Questions;
  const engineFor = (call: CallOptions): Engine => ({
    ...answersFor(call),
    root,
    index: async ({ full = false } = {}) =>
      (await multiRoot()).joinReports(await Promise.all(indexes.map((one) => one.refresh(call, full)))),
    status: async () => {
      const status = await index.look((parts) => statusOf(root, parts));
      const graphsNow = await onGraphs(({ graphStatus }, of) => graphStatus(of));
      return { ...status, graphs: graphsNow, notes: [...status.notes, ...index.notes()] };
    },
    verify: async (input = {}) => {
      const { verifyIndex } = await import('./engine/verify/verify-index.ts');
      return index.look((parts) => verifyIndex(parts, input, call));
    },
    pack: async (input) => {
      const started = performance.now();
      return { ...(await answer(call, 'pack', input)), milliseconds: performance.now() - started };
    },
    // A question about graphs alone skips the refresh of files, unless a graph has changed.
    context: async (input) => {
      const isAlone = (input.sources ?? []).length === 0;
      const isCurrent = isAlone && (await onGraphs(({ areGraphsCurrent }, of) => areGraphsCurrent(of)));
      return answer(call, 'context', input, !isCurrent);
    },
    importGraph: (input) => {
      const refresh = () => index.refresh(call, false);
      const onProgress = (done: number) => call.onProgress?.({ stage: 'import', done, total: 0 });
      return onGraphs(({ importGraph }, of) => importGraph(input, { ...of, signal: call.signal, refresh, onProgress }));
    },
    goOn: async (how) => void (await Promise.all(indexes.map((one) => one.goOn(call, how)))),
    with: (more) => engineFor({ ...call, ...more }),
    close: async () => {
      const reason = new DOMException('The engine is closed.', 'AbortError');
      closing.abort(reason);
      await Promise.allSettled([...indexes.map((one) => one.stop(reason)), ...running]);
      await answerer.close();
      await Promise.all(indexes.map((one) => one.close()));
    },
  });
  return engineFor({ signal: options.signal, onProgress: options.onProgress });
}
