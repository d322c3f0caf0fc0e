import type { Config } from './config/schema.ts';
import { breathing } from './engine/breathing.ts';
import { createFreshIndex } from './engine/fresh-index.ts';
import { lazyGraphs } from './engine/graphs/lazy-graphs.ts';
import { createReadBackendResolver, type ResolveReadBackend } from './engine/graphs/read-backend.ts';
import type { EngineParts } from './engine/open-parts.ts';
import type { RunContext } from './engine/run-pack.ts';
import { statusOf } from './engine/status.ts';
import type { CallOptions, Engine, EngineOptions } from './ports/engine.ts';
import { createRedact } from './reading/redaction/redact.ts';

export type { ContextAnswer, ContextDocument, ContextInput, ContextNode } from './ports/context.ts';
export type {
  CallOptions,
  Engine,
  EngineOptions,
  ExplainedCandidate,
  ExplainInput,
  Explanation,
  IndexReport,
  PackAnswer,
  PackInput,
  Progress,
  QueryAnswer,
  QueryInput,
  QueryResult,
  QuerySummary,
  Status,
} from './ports/engine.ts';
export type { GraphImportAnswer, GraphImportInput, GraphStatus } from './ports/graph.ts';
export type {
  CheckAnswer,
  CheckFinding,
  CheckInput,
  LinkEnd,
  LinksAnswer,
  LinksInput,
  ListAnswer,
  ListedDocument,
  ListInput,
  SearchAnswer,
  SearchInput,
  ShowAnswer,
  ShowInput,
} from './ports/knowledge.ts';
export type { ShowPage } from './ports/show-page.ts';

// What answers is loaded when it is asked for: a page of a document needs no ranking, a pack no linter.
const ANSWERS = {
  pack: async () => (await import('./engine/answer-pack.ts')).answerPack,
  explain: async () => (await import('./engine/explanation.ts')).explain,
  context: async () => (await import('./engine/run-context.ts')).runContext,
  query: async () => (await import('./engine/run-query.ts')).runQuery,
  show: async () => (await import('./engine/show/run-show.ts')).runShow,
  list: async () => (await import('./engine/show/run-list.ts')).runList,
  search: async () => (await import('./engine/show/run-search.ts')).runSearch,
  check: async () => (await import('./engine/show/run-check.ts')).runCheck,
  links: async () => (await import('./engine/show/run-links.ts')).runLinks,
};

/** The composition root: a root folder and a configuration become an engine. */
export async function createEngine(options: EngineOptions, config: Config): Promise<Engine> {
  const { root, now = Date.now, embedder, dropped } = options;
  const index = await createFreshIndex(options, config);
  const redact = createRedact();
  const graphs = lazyGraphs(options, { graphs: config.graphs, redact, now });
  const resolveReadBackend = createReadBackendResolver({ graphs, tana: config, redact, now });
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();

  const answer = <Input, Answer>(
    call: CallOptions,
    load: () => Promise<(input: Input, run: RunContext) => Promise<Answer>>,
    input: Input,
    isFresh = true,
  ): Promise<Answer> => {
    const signal = AbortSignal.any([closing.signal, ...(call.signal ? [call.signal] : [])]);
    const run = async (parts: EngineParts, notes: readonly string[]) => {
      const context = { root, config, graphs, embedder, dropped, notes };
      const resolve: ResolveReadBackend = (asked) => resolveReadBackend({ ...asked, signal });
      return (await load())(input, { ...context, resolveReadBackend: resolve, parts: breathing(parts, signal) });
    };
    const work = isFresh ? index.on(call, run) : index.look((parts) => run(parts, parts.notes));
    running.add(work);
    return work.finally(() => running.delete(work));
  };
  const engineFor = (call: CallOptions): Engine => ({
    root,
    index: async ({ full = false } = {}) => index.refresh(call, full),
    status: async () => ({
      ...(await index.look((parts) => statusOf(root, parts))),
      graphs: await (await graphs.load()).status(),
    }),
    pack: async (input) => {
      const started = performance.now();
      return { ...(await answer(call, ANSWERS.pack, input)), milliseconds: performance.now() - started };
    },
    explain: (input) => answer(call, ANSWERS.explain, input),
    query: (input) => answer(call, ANSWERS.query, input),
    show: (input) => answer(call, ANSWERS.show, input),
    list: (input) => answer(call, ANSWERS.list, input),
    search: (input) => answer(call, ANSWERS.search, input),
    check: (input) => answer(call, ANSWERS.check, input),
    links: (input) => answer(call, ANSWERS.links, input),
    // A graph is asked without reading the files beside it, unless they are asked too.
    context: (input) => answer(call, ANSWERS.context, input, (input.sources ?? []).length > 0),
    importGraph: async (input) => (await graphs.load()).importGraph(input),
    with: (more) => engineFor({ ...call, ...more }),
    close: async () => {
      const reason = new DOMException('The engine is closed.', 'AbortError');
      closing.abort(reason);
      const closed = index.stop(reason);
      await Promise.allSettled([closed, ...running]);
      await graphs.close();
      await index.close();
    },
  });
  return engineFor({ signal: options.signal, onProgress: options.onProgress });
}
