import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContextAnswer, ContextInput, Engine } from '../../src/engine.ts';
import type { EngineOptions } from '../../src/index.ts';
import type { GraphRow } from '../../src/ports/graph.ts';
import { GRAPH_SOURCES } from '../../src/sources/graph-sources.ts';
import { openGraphStore } from '../../src/stores/graph/graph-store.ts';
import { NOW_MS, rowsOf, type Sketch } from '../worlds/graph-rows.ts';
import { type Files, makeWorld } from '../worlds/world.ts';

export interface GraphWorld {
  readonly rows: readonly GraphRow[];
  readonly files?: Files;
  readonly workspaces?: readonly string[];
  readonly engine?: Partial<EngineOptions>;
}

/** A workspace with imported graphs: real databases, as an import leaves them. */
export async function makeGraphWorld({ rows, files = {}, workspaces = ['main'] }: GraphWorld) {
  const world = makeWorld(files);
  const folder = join(world.root, '.knap/graphs');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(world.root, '.knap/.gitignore'), '*\n');
  for (const alias of workspaces) {
    const path = join(folder, `${alias}.source`);
    writeFileSync(path, '{}');
    const stamp = await GRAPH_SOURCES.find(({ name }) => name === 'tana')!.stampOf(path);
    const store = openGraphStore(join(folder, `${alias}.db`));
    const asOfMs = Date.UTC(2026, 1, 28);
    await store.replace(batches(rows), { source: 'tana', path, stamp: stamp!.stamp, importedAtMs: asOfMs, asOfMs });
    await store.close();
    writeFileSync(join(folder, `${alias}.json`), JSON.stringify({ source: 'tana', path }));
    if (!statSync(join(folder, `${alias}.db`)).isFile()) throw new Error('no database');
  }
  return world;
}

/** Asks an engine on a graph of its own. */
export async function onGraph<Value>(given: GraphWorld, ask: (engine: Engine) => Promise<Value>): Promise<Value> {
  using world = await makeGraphWorld(given);
  const engine = await world.open({ now: () => NOW_MS, ...given.engine });
  try {
    return await ask(engine);
  } finally {
    await engine.close();
  }
}

export function contextIn(
  graph: Readonly<Record<string, Sketch>> | readonly GraphRow[],
  input: ContextInput,
  engine: Partial<EngineOptions> = {},
): Promise<ContextAnswer> {
  const rows = Array.isArray(graph) ? graph : rowsOf(graph as Readonly<Record<string, Sketch>>);
  return onGraph({ rows, engine }, (opened) => opened.context(input));
}

async function* batches(rows: readonly GraphRow[]): AsyncGenerator<readonly GraphRow[]> {
  for (let at = 0; at < rows.length; at += 500) yield rows.slice(at, at + 500);
}
