import { statSync } from 'node:fs';
import { DEFAULTS } from './config/defaults.ts';
import type { Config } from './config/schema.ts';
import { coverageOf } from './engine/coverage.ts';
import { type LazyGraphs, lazyGraphs } from './engine/graphs/lazy-graphs.ts';
import { openParts, reopenEmpty } from './engine/open-parts.ts';
import type { RunContext } from './engine/run-pack.ts';
import { withRootPatterns } from './engine/show/root-patterns.ts';
import { type IndexOutcome, indexWorkspace } from './indexing/index-workspace.ts';
import { INDEX_META } from './indexing/parts.ts';
import { plan } from './indexing/plan.ts';
import { parseRefused } from './indexing/refused.ts';
import { scanSources } from './indexing/scan-sources.ts';
import { ContextError } from './model/errors.ts';
import type { Engine, EngineOptions, Status } from './ports/engine.ts';

export type {
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
  pack: async () => (await import('./engine/run-pack.ts')).runPack,
  query: async () => (await import('./engine/run-query.ts')).runQuery,
  show: async () => (await import('./engine/show/run-show.ts')).runShow,
  list: async () => (await import('./engine/show/run-list.ts')).runList,
  search: async () => (await import('./engine/show/run-search.ts')).runSearch,
  check: async () => (await import('./engine/show/run-check.ts')).runCheck,
  links: async () => (await import('./engine/show/run-links.ts')).runLinks,
};

/** The composition root: a root folder and a configuration become an engine. */
export async function createEngine(options: EngineOptions, config: Config): Promise<Engine> {
  const { root, onProgress, signal } = options;
  const now = options.now ?? Date.now;
  let parts = await openParts(root, config, now);
  const graphs = lazyGraphs(options, { graphs: config.graphs, redact: parts.redact, now });

  const refresh = async () => {
    parts = await withRootPatterns(parts);
    return indexWorkspace(parts, { ...DEFAULTS.indexing, signal, onProgress });
  };
  // The index is a cache: whatever is wrong with it, it is made again, once.
  const onSoundIndex = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ContextError) || error.code !== 'STORE_DAMAGED') throw error;
      parts = await reopenEmpty(parts);
      return work();
    }
  };
  const context = (indexed: IndexOutcome) => ({
    root,
    config,
    parts,
    graphs,
    embedder: options.embedder,
    notes: [...parts.notes, ...indexed.notes],
  });
  const answer = <Input, Answer>(
    load: () => Promise<(input: Input, run: RunContext) => Promise<Answer>>,
    input: Input,
  ) => onSoundIndex(async () => (await load())(input, context(await refresh())));

  return {
    root,
    index: async ({ full = false } = {}) => {
      if (full) parts = await reopenEmpty(parts);
      const report = await onSoundIndex(refresh);
      const { symbols } = await parts.store.counts();
      return { ...report, symbols, notes: [...parts.notes, ...report.notes] };
    },
    status: () => onSoundIndex(() => statusOf(root, parts, graphs)),
    pack: async (input) => {
      const started = performance.now();
      const { pack, text } = await answer(ANSWERS.pack, input);
      const ranked = new Set([...pack.files, ...pack.blocks].map(({ path }) => path));
      const edges = await parts.store.edges([...ranked], { direction: 'out' });
      const among = edges.filter((edge) => ranked.has(edge.to));
      return { pack, text, edges: among, milliseconds: performance.now() - started };
    },
    explain: async ({ target, ...input }) => {
      const { explanationOf } = await import('./engine/explanation.ts');
      return explanationOf(await answer(ANSWERS.pack, input), target ?? null);
    },
    query: (input) => answer(ANSWERS.query, input),
    show: (input) => answer(ANSWERS.show, input),
    list: (input) => answer(ANSWERS.list, input),
    search: (input) => answer(ANSWERS.search, input),
    check: (input) => answer(ANSWERS.check, input),
    links: (input) => answer(ANSWERS.links, input),
    importGraph: async (input) => (await graphs.load()).importGraph(input),
    close: async () => {
      await graphs.close();
      await parts.parser.close();
      await parts.store.close();
    },
  };
}

async function statusOf(
  root: string,
  parts: Awaited<ReturnType<typeof openParts>>,
  graphs: LazyGraphs,
): Promise<Status> {
  const { store, storePath } = parts;
  const [files, history, counts, indexedAt, refused, scan] = await Promise.all([
    store.files(),
    store.history(),
    store.counts(),
    store.meta(INDEX_META.indexedAtMs),
    store.meta(INDEX_META.refused),
    scanSources(parts),
  ]);
  const lastIndexedMs = indexedAt === null ? null : Number(indexedAt);
  const todo = plan([...files, ...parseRefused(refused).values()], scan.files, {
    indexedAtMs: lastIndexedMs,
    youngMs: 0,
  });
  return {
    root,
    store: { name: store.name, path: storePath, bytes: sizeOf(storePath) },
    coverage: coverageOf(files, history),
    symbols: counts.symbols,
    edges: counts.edges,
    lastIndexedMs,
    pending: { added: todo.add.length, changed: todo.change.length, removed: todo.remove.length },
    graphs: await (await graphs.load()).status(),
    notes: [...parts.notes, ...scan.notes],
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
