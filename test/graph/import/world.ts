import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { DEFAULTS } from '../../../src/config/defaults.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { areGraphsCurrent, graphStatus, importGraph, openGraph } from '../../../src/engine/graphs/graphs.ts';
import { registeredGraphs } from '../../../src/engine/graphs/registered-graphs.ts';
import { openStoredGraph } from '../../../src/engine/graphs/stored-graph.ts';
import { openParts } from '../../../src/engine/open/open-parts.ts';
import { createEngine } from '../../../src/engine.ts';
import { indexWorkspace } from '../../../src/indexing/index-workspace.ts';
import type { Engine } from '../../../src/ports/engine.ts';
import type { GraphImportInput } from '../../../src/ports/graph.ts';
import { pathPrefixOf } from '../../../src/sources/graphs/graph-source.ts';
import { makeWorld } from '../../surfaces/world.ts';
import { doc, type SampleDoc } from '../export/reading.ts';

export const NOW_MS = Date.UTC(2026, 5, 1);

/** An empty workspace; exports are written beside it unless they are meant to lie inside. */
export const emptyRoot = (): string => makeWorld({ 'a.txt': 'x\n' });

export function writeExport(path: string, docs: readonly SampleDoc[]): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ docs }));
  return path;
}

/** Documents with these names, each its own id. */
export const named = (...names: string[]): readonly SampleDoc[] => names.map((name) => doc(name));

export const outside = (root: string, name = 'export.json'): string => join(root, '.home', name);

/** The graphs of a workspace as its configuration files have them. */
export async function graphsOf(root: string) {
  const { config } = await loadConfig({ root, env: { HOME: join(root, '.home') } });
  const parts = await openParts(root, config, () => NOW_MS, { embedder: null });
  const of = { root, config, store: parts.store };
  const refresh = () => indexWorkspace(parts, DEFAULTS.indexing);
  const close = async () => {
    await parts.parser.close();
    await parts.store.close();
  };
  onTestFinished(close);
  return {
    close,
    aliases: () => registeredGraphs(root, config.graphs).map(({ alias }) => alias),
    status: () => graphStatus(of),
    importGraph: (input: GraphImportInput) => importGraph(input, { ...of, sources: parts.sources, refresh }),
    openGraph: async (alias?: string) => {
      if (!(await areGraphsCurrent(of))) await refresh();
      const { alias: workspace, stored, notes } = await openGraph(alias, of);
      const store = openStoredGraph(parts.store, {
        prefix: pathPrefixOf(stored.source, workspace),
        asOfMs: stored.asOfMs,
      });
      return { workspace, notes, store };
    },
  };
}

export async function engineOf(root: string): Promise<Engine> {
  const { config } = await loadConfig({ root, env: { HOME: join(root, '.home') } });
  const engine = await createEngine({ root, now: () => NOW_MS }, config);
  onTestFinished(() => engine.close().catch(() => undefined));
  return engine;
}

/** A configuration of the person, or of the repository. */
export function configure(root: string, whose: 'user' | 'repository', graphs: object): void {
  const path = join(root, whose === 'user' ? '.home/.config/knap/config.json' : 'knap.config.json');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ graphs }));
}
