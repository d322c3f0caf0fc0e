import { loadConfig } from './config/load.ts';
import { findRoot } from './config/workspace-folders.ts';
import { createEngine, createEnginePool } from './engine.ts';
import { checkOpening, type Engine, refusingUnknown } from './library.ts';
import type { EngineOptions, EnginePoolOptions } from './ports/engine.ts';

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
  /** Folders of further workspaces. Packs and queries cover all of them, with paths relative to the first. */
  readonly beside?: readonly string[];
}

async function configured(folder: string) {
  // Throws if the folder does not exist, so that a mistyped path creates nothing.
  const root = findRoot(process.cwd(), folder);
  return { root, config: (await loadConfig({ root, env: process.env })).config };
}

/**
 * Opens an engine for many callers at once, with several threads that answer.
 *
 *     const engine = await openEnginePool({ root: '.', workers: 2, watch: true });
 *     const answers = await Promise.all(tasks.map((task) => engine.pack({ task })));
 */
export async function openEnginePool(options: EnginePoolOptions): Promise<Engine> {
  checkOpening(options);
  const { root, config } = await configured(options.root);
  return refusingUnknown(await createEnginePool({ ...options, root }, config));
}

export type { AssemblerOptions, FormatOptions } from './engine/assembler.ts';
export { type Assembler, assemble, createAssembler, format } from './engine/assembler.ts';
export type { ContextInput, Engine, ExplainInput, PackInput, QueryInput, ShowInput } from './library.ts';
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
