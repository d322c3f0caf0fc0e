import { DEFAULTS } from '../../config/defaults.ts';
import type { Config } from '../../config/schema.ts';
import { ContextError } from '../../model/errors.ts';
import type { GraphImportAnswer, GraphImportInput, GraphStatus, GraphStore } from '../../ports/graph.ts';
import { chooseGraph, confinedPath, refuseTaken } from './choose-graph.ts';
import { checkAlias, type GraphMaker, importedAliases, rememberedMaker, rememberMaker } from './graph-files.ts';
import { type ImportParts, importGraph, readableStamp } from './import-graph.ts';
import { inTurn } from './in-turn.ts';
import { isGraphDamage, type OpenStore, openStores } from './open-stores.ts';
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
  const stores = openStores(root);
  const turn = inTurn();
  const aliases = () => [...new Set([...importedAliases(root), ...Object.keys(graphs)])].sort();
  const configuredOf = (alias: string): GraphMaker | null => {
    const maker = graphs[alias];
    return maker ? { source: maker.source, path: confinedPath(root, maker.path) } : null;
  };
  const make = (alias: string, maker: GraphMaker) => makeGraph(alias, maker, { stores, options });
  const fresh = async (workspace: string): Promise<OpenGraph> => {
    const { store, database, origin } = await stores.open(workspace);
    const remembered = await rememberedMaker(database);
    const plan = await planRefresh({ origin, configured: configuredOf(workspace), remembered });
    if (plan.maker === null) return { workspace, store, notes: plan.notes };
    try {
      const { notes } = await make(workspace, plan.maker);
      return { workspace, store: (await stores.open(workspace)).store, notes: [...plan.notes, ...notes] };
    } catch (error) {
      // What was imported before still stands; only a graph that never was cannot answer.
      if (origin === null || !isPassing(error)) throw error;
      return { workspace, store, notes: [...plan.notes, `not imported again: ${error.message}`] };
    }
  };
  return {
    aliases,
    openGraph: async (named) => {
      const workspace = chooseGraph(named, aliases());
      return turn(workspace, () => fresh(workspace));
    },
    importGraph: async ({ source, path, workspace = DEFAULTS.graphs.workspace, isReplacing = false }) => {
      const started = performance.now();
      const maker = { source, path };
      await readableStamp(maker);
      const alias = checkAlias(workspace);
      const report = await turn(alias, async () => {
        const { origin } = await stores.open(alias);
        refuseTaken(alias, maker, { configured: configuredOf(alias), origin, isReplacing });
        return make(alias, maker);
      });
      return { workspace: alias, ...maker, ...report, milliseconds: performance.now() - started };
    },
    status: async () => {
      const imported = importedAliases(root);
      const each = aliases().map(async (alias) => {
        const open = imported.includes(alias) ? await stores.open(alias) : null;
        return statusOf(alias, open, graphs[alias] ?? null);
      });
      return (await Promise.all(each)).flat();
    },
    close: () => stores.close(),
  };
}

interface MakingParts {
  readonly stores: ReturnType<typeof openStores>;
  readonly options: ImportParts;
}

async function makeGraph(alias: string, maker: GraphMaker, { stores, options }: MakingParts) {
  const { store, database } = await stores.open(alias);
  const report = await importGraph(store, maker, options).catch(async (error: unknown) => {
    if (!isGraphDamage(error)) throw error;
    return importGraph((await stores.reopenEmpty(alias)).store, maker, options);
  });
  await rememberMaker(database, maker);
  return report;
}

function isPassing(error: unknown): error is ContextError {
  return error instanceof ContextError && ['BAD_EXPORT', 'STORE_BUSY'].includes(error.code);
}

async function statusOf(
  workspace: string,
  open: OpenStore | null,
  configured: GraphMaker | null,
): Promise<readonly GraphStatus[]> {
  const origin = open?.origin ?? null;
  const maker = origin ?? configured ?? (open && (await rememberedMaker(open.database)));
  if (!maker) return [];
  const imported =
    origin && open
      ? { nodes: await open.store.countNodes(), asOfMs: origin.asOfMs, importedAtMs: origin.importedAtMs }
      : null;
  return [{ workspace, source: maker.source, path: maker.path, imported, isConfigured: configured !== null }];
}
