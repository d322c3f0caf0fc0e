import { loadConfig } from '../../src/config/load.ts';
import { openParts } from '../../src/engine/open/open-parts.ts';
import type { EngineOptions } from '../../src/index.ts';
import type { GraphRow } from '../../src/model/graph.ts';
import type { ContextAnswer, ContextInput } from '../../src/ports/context.ts';
import type { Engine } from '../../src/ports/engine.ts';
import { NOW_MS, rowsOf, type Sketch } from '../worlds/graph-rows.ts';
import { importRows } from '../worlds/import-rows.ts';
import { type Files, makeWorld } from '../worlds/world.ts';

export interface GraphWorld {
  readonly rows: readonly GraphRow[];
  readonly files?: Files;
  readonly workspaces?: readonly string[];
  readonly engine?: Partial<EngineOptions>;
}

/** A workspace with imported graphs: the store as an import of these rows leaves it. */
export async function makeGraphWorld({ rows, files = {}, workspaces = ['main'] }: GraphWorld) {
  const world = makeWorld(files);
  if (workspaces.length === 0) return world;
  const { config } = await loadConfig({ root: world.root, env: {} });
  const parts = await openParts(world.root, config, () => NOW_MS, { embedder: null });
  try {
    await importRows(
      world.root,
      workspaces.map((alias) => ({ alias, rows })),
      parts,
    );
  } finally {
    await parts.parser.close();
    await parts.store.close();
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

/** Without an embedder, unless one is given: scores are then nearness and recency, which one can reckon. */
export function contextIn(
  graph: Readonly<Record<string, Sketch>> | readonly GraphRow[],
  input: ContextInput,
  engine: Partial<EngineOptions> = { embedder: null },
): Promise<ContextAnswer> {
  const rows = Array.isArray(graph) ? graph : rowsOf(graph as Readonly<Record<string, Sketch>>);
  return onGraph({ rows, engine }, (opened) => opened.context(input));
}
