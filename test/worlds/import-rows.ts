import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { configSchema } from '../../src/config/schema.ts';
import { registerGraph } from '../../src/engine/graphs/registered-graphs.ts';
import { openStoredGraph } from '../../src/engine/graphs/stored-graph.ts';
import { type EngineParts, openParts } from '../../src/engine/open/open-parts.ts';
import { indexWorkspace } from '../../src/indexing/index-workspace.ts';
import type { GraphRow } from '../../src/model/graph.ts';
import type { GraphBackend } from '../../src/ports/graph.ts';
import { joinReaders } from '../../src/reading/reader.ts';
import { type NodeHit, rankNodes } from '../../src/search/rank-nodes.ts';
import { GRAPH_SOURCES } from '../../src/sources/graph-sources.ts';
import { createGraphSource, memoryKey, pathPrefixOf, storedGraphs } from '../../src/sources/graphs/graph-source.ts';

export interface ImportedRows {
  readonly alias: string;
  readonly source?: string;
  /** Where it is said to come from; a file that is there. */
  readonly path?: string;
  readonly rows: readonly GraphRow[] | (() => Promise<Iterable<GraphRow>>);
  readonly asOfMs?: number;
}

/** Leaves the store as an import of these rows would: through the very source that imports. */
export async function importRows(root: string, imported: readonly ImportedRows[], parts: EngineParts): Promise<void> {
  writeFileSync(join(madeFolder(join(root, '.knap')), '.gitignore'), '*\n');
  const kinds = GRAPH_SOURCES.filter(({ name }) => imported.some(({ source = 'tana' }) => source === name));
  const sources = await Promise.all(
    kinds.map(async (kind) => {
      const own = imported.filter(({ source = 'tana' }) => source === kind.name);
      const graphs = await Promise.all(
        own.map(async ({ alias, path = join(root, `.knap/graphs/${alias}.source`) }) => {
          if (kind.name === 'logseq') madeFolder(join(path, 'pages'));
          else writeFileSync(join(madeFolder(dirname(path)), path.slice(dirname(path).length + 1)), '{}');
          const graph = { alias, source: kind.name, path, stamp: (await kind.stampOf(path))!.stamp };
          await registerGraph(root, graph);
          return graph;
        }),
      );
      const of = (path: string) => own[graphs.findIndex((graph) => graph.path === path)]!;
      const { asOfMs = Date.UTC(2026, 1, 28) } = own[0]!;
      const stampOf = async (path: string) => ({ ...(await kind.stampOf(path))!, asOfMs });
      const read = async (path: string) => {
        const { rows } = of(path);
        return typeof rows === 'function' ? rows() : rows;
      };
      const options = { registered: () => graphs, redact: parts.redact, now: () => asOfMs };
      return createGraphSource({ ...kind, stampOf, read }, options);
    }),
  );
  const files = parts.sources.at(-1)!;
  const reader = joinReaders(sources, parts.reader);
  await indexWorkspace({ ...parts, sources: [...sources, files], reader }, DEFAULTS.indexing);
}

function madeFolder(path: string): string {
  mkdirSync(path, { recursive: true });
  return path;
}

/** A graph in the store of an empty workspace, asked as an answer asks it. */
export async function openRows(rows: ImportedRows['rows'], source = 'tana') {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'knap-rows-')));
  const parts = await openParts(root, configSchema.parse({}), Date.now, { embedder: null });
  const backend = () => openStoredGraph(parts.store, { prefix: pathPrefixOf(source, 'main'), asOfMs: 1 });
  const replace = async (next: ImportedRows['rows']) => {
    // Another export of the same graph: its file differs.
    const path = join(root, `.knap/graphs/${Math.random()}${source === 'logseq' ? '' : '.json'}`);
    await importRows(root, [{ alias: 'main', source, path, rows: next }], parts);
    const stored = storedGraphs((await parts.store.opening()).meta.get(memoryKey(source))).get('main')!;
    return { nodes: stored.nodes, ...stored.news };
  };
  await replace(rows);
  return {
    replace,
    nodes: (...of: Parameters<GraphBackend['nodes']>) => backend().nodes(...of),
    neighbours: (...of: Parameters<GraphBackend['neighbours']>) => backend().neighbours(...of),
    outline: (...of: Parameters<GraphBackend['outline']>) => backend().outline(...of),
    search: (text: string, limit: number) => searchOf(backend(), text, limit),
    [Symbol.asyncDispose]: async () => {
      await parts.parser.close();
      await parts.store.close();
      rmSync(root, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** What a backend finds, ranked as an answer ranks it. */
export async function searchOf(backend: GraphBackend, text: string, limit: number): Promise<readonly NodeHit[]> {
  const { nodes, weights } = await backend.find(text, limit);
  return rankNodes(text, nodes, weights).slice(0, limit);
}
