import { DEFAULTS } from '../../config/defaults.ts';
import type { Config } from '../../config/schema.ts';
import { ContextError } from '../../model/errors.ts';
import type { GraphImportAnswer, GraphImportInput, GraphStatus, GraphStore } from '../../ports/graph.ts';
import { openGraphStore, type SqliteGraphStore } from '../../stores/graph/graph-store.ts';
import { chooseGraph, confinedPath, refuseTaken } from './choose-graph.ts';
import {
  checkAlias,
  databaseOf,
  type GraphMaker,
  importedAliases,
  rememberedMaker,
  rememberMaker,
} from './graph-files.ts';
import { type ImportParts, importGraph, readableStamp } from './import-graph.ts';
import { planRefresh } from './plan-refresh.ts';

export interface OpenGraph {
  readonly workspace: string;
  readonly store: GraphStore;
  /** What a reader of an answer should know: made again, no longer there, older than its file. */
  readonly notes: readonly string[];
}

/** The knowledge graphs of a workspace, opened when they are asked for. */
export interface Graphs {
  /** The names of all that are imported or configured. */
  aliases(): readonly string[];
  /** The graph of that name, up to date; without a name the default one, or the only one there is. */
  openGraph(alias?: string): Promise<OpenGraph>;
  importGraph(input: GraphImportInput): Promise<GraphImportAnswer>;
  status(): Promise<readonly GraphStatus[]>;
  close(): Promise<void>;
}

export interface GraphsOptions extends ImportParts {
  readonly root: string;
  readonly graphs: Config['graphs'];
}

export function openGraphs(options: GraphsOptions): Graphs {
  const { root, graphs } = options;
  const opened = new Map<string, SqliteGraphStore>();
  const aliases = () => [...new Set([...importedAliases(root), ...Object.keys(graphs)])].sort();
  const configuredOf = (alias: string): GraphMaker | null => {
    const maker = graphs[alias];
    return maker ? { source: maker.source, path: confinedPath(root, maker.path) } : null;
  };
  const open = async (alias: string) => {
    const database = await databaseOf(root, alias);
    const store = opened.get(alias) ?? openGraphStore(database);
    opened.set(alias, store);
    return { store, database };
  };
  const make = async (alias: string, maker: GraphMaker) => {
    const { store, database } = await open(alias);
    const report = await importGraph(store, maker, options);
    await rememberMaker(database, maker);
    return report;
  };
  return {
    aliases,
    async openGraph(named) {
      const workspace = chooseGraph(named, aliases());
      const { store, database } = await open(workspace);
      const origin = await store.origin();
      const remembered = await rememberedMaker(database);
      const plan = await planRefresh({ origin, configured: configuredOf(workspace), remembered });
      if (plan.maker === null) return { workspace, store, notes: plan.notes };
      try {
        const { notes } = await make(workspace, plan.maker);
        return { workspace, store, notes: [...plan.notes, ...notes] };
      } catch (error) {
        // What was imported before still stands; only a graph that never was cannot answer.
        if (origin === null || !(error instanceof ContextError) || error.code !== 'BAD_EXPORT') throw error;
        return { workspace, store, notes: [...plan.notes, `not imported again: ${error.message}`] };
      }
    },
    async importGraph({ source, path, workspace = DEFAULTS.graphs.workspace, isReplacing = false }) {
      const started = performance.now();
      const maker = { source, path };
      await readableStamp(maker);
      const alias = checkAlias(workspace);
      const { store } = await open(alias);
      refuseTaken(alias, maker, { configured: configuredOf(alias), origin: await store.origin(), isReplacing });
      const report = await make(alias, maker);
      return { workspace: alias, ...maker, ...report, milliseconds: performance.now() - started };
    },
    async status() {
      const imported = importedAliases(root);
      const each = aliases().map(async (alias) => {
        const maker = graphs[alias];
        const store = imported.includes(alias) ? (await open(alias)).store : null;
        return statusOf(alias, { store, configured: maker ?? null });
      });
      return (await Promise.all(each)).flat();
    },
    async close() {
      for (const store of opened.values()) await store.close();
      opened.clear();
    },
  };
}

async function statusOf(
  workspace: string,
  { store, configured }: { readonly store: SqliteGraphStore | null; readonly configured: GraphMaker | null },
): Promise<readonly GraphStatus[]> {
  const origin = (await store?.origin()) ?? null;
  const maker = origin ?? configured;
  if (!maker) return [];
  const imported =
    origin && store
      ? { nodes: await store.countNodes(), asOfMs: origin.asOfMs, importedAtMs: origin.importedAtMs }
      : null;
  return [{ workspace, source: maker.source, path: maker.path, imported, isConfigured: configured !== null }];
}
