import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { loadConfig } from '../../../src/config/load.ts';
import { type Graphs, openGraphs } from '../../../src/engine/graphs/open-graphs.ts';
import { createEngine, type Engine } from '../../../src/engine.ts';
import { createRedact } from '../../../src/reading/redaction/redact.ts';
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
export async function graphsOf(root: string): Promise<Graphs> {
  const { config } = await loadConfig({ root, env: { HOME: join(root, '.home') } });
  const graphs = openGraphs({ root, graphs: config.graphs, redact: createRedact(), now: () => NOW_MS });
  onTestFinished(() => graphs.close());
  return graphs;
}

export async function engineOf(root: string): Promise<Engine> {
  const { config } = await loadConfig({ root, env: { HOME: join(root, '.home') } });
  const engine = await createEngine({ root, now: () => NOW_MS }, config);
  onTestFinished(() => engine.close());
  return engine;
}

/** A configuration of the person, or of the repository. */
export function configure(root: string, whose: 'user' | 'repository', graphs: object): void {
  const path = join(root, whose === 'user' ? '.home/.config/knap/config.json' : 'knap.config.json');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ graphs }));
}
