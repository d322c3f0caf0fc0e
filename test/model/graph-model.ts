import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { configSchema } from '../../src/config/schema.ts';
import { importGraph } from '../../src/engine/graphs/graphs.ts';
import { openStoredGraph } from '../../src/engine/graphs/stored-graph.ts';
import { type EngineParts, openParts } from '../../src/engine/open/open-parts.ts';
import { indexWorkspace } from '../../src/indexing/index-workspace.ts';
import { GRAPH_RELATIONS } from '../../src/model/graph.ts';
import { searchOf } from '../worlds/import-rows.ts';
import { differing } from './differing.ts';
import { type Random, randomFrom } from './random.ts';

const IDS = Array.from({ length: 24 }, (_, at) => `node${at}`);
const WORDS = ['order', 'coupon', 'basket', 'mail', 'stock', 'price'];

/** Imports one random export after the other by their difference, and compares with an import of the last one from nothing. */
export async function runGraphModel({ seed, steps }: { readonly seed: number; readonly steps: number }): Promise<void> {
  const random = randomFrom(seed);
  const folder = mkdtempSync(join(tmpdir(), 'knap-graph-model-'));
  const [path, kept] = [join(folder, 'export.json'), join(folder, 'kept')];
  let parts = await openAt(kept);
  try {
    for (let step = 1, docs: Docs = new Map(); step <= steps; step++) {
      docs = changed(random, docs);
      writeFileSync(path, JSON.stringify({ docs: [...docs.values()] }));
      utimesSync(path, step, step);
      const halted = random.chance(20) ? AbortSignal.abort(new Error('halted')) : undefined;
      const before = halted ? await told(parts) : null;
      await imported(kept, parts, { path, signal: halted }).catch((error: Error) => {
        if (error.message !== 'halted') throw error;
      });
      // What is halted has changed nothing.
      if (halted) expectSame(before, await told(parts), { seed, step });
      else expectSame(await fresh(path, join(folder, `fresh-${step}`)), await told(parts), { seed, step });
      if (!random.chance(15)) continue;
      await closed(parts);
      parts = await openAt(kept);
    }
  } finally {
    await closed(parts);
    rmSync(folder, { recursive: true, force: true });
  }
}

type Docs = ReadonlyMap<string, object>;

function changed(random: Random, docs: Docs): Docs {
  const next = new Map(docs);
  for (let count = random.below(6); count >= 0; count--) {
    const id = random.pick(IDS);
    if (random.chance(25)) next.delete(id);
    else next.set(id, docOf(random, id));
  }
  return next;
}

function docOf(random: Random, id: string): object {
  const children = Array.from({ length: random.below(4) }, () => random.pick(IDS));
  const inline = random.chance(30) ? ` <span data-inlineref-node="${random.pick(IDS)}">it</span>` : '';
  const kind = random.chance(15) ? { _docType: random.pick(['tuple', 'tagDef', 'codeblock', 'metanode']) } : {};
  const name = `${random.pick(WORDS)} ${random.pick(WORDS)}${inline}`;
  return { id, props: { name, _ownerId: random.pick([...IDS, 'ws_TRASH']), ...kind }, children };
}

async function openAt(root: string): Promise<EngineParts> {
  mkdirSync(root, { recursive: true });
  return openParts(root, CONFIG, () => 0, { embedder: null });
}

async function closed({ parser, store }: EngineParts): Promise<void> {
  await parser.close();
  await store.close();
}

const CONFIG = configSchema.parse({});

function imported(
  root: string,
  parts: EngineParts,
  { path, signal }: { path: string; signal?: AbortSignal | undefined },
) {
  const refresh = () => indexWorkspace(parts, DEFAULTS.indexing);
  const { store, sources } = parts;
  return importGraph({ source: 'tana', path }, { root, config: CONFIG, store, sources, signal, refresh });
}

async function fresh(path: string, root: string): Promise<unknown> {
  const parts = await openAt(root);
  try {
    await imported(root, parts, { path });
    return await told(parts);
  } finally {
    await closed(parts);
  }
}

/** Everything a graph can be asked. */
async function told(parts: EngineParts): Promise<unknown> {
  const store = openStoredGraph(parts.store, { prefix: 'tana:main/', asOfMs: 0 });
  const searched = await Promise.all(WORDS.map((word) => searchOf(store, word, 50)));
  const outlines = await Promise.all(IDS.map((id) => store.outline(id, { depth: 3, nodesMax: 40 })));
  return {
    count: (await parts.store.opening()).files.length,
    nodes: [...(await store.nodes(IDS))].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    neighbours: [...(await store.neighbours(IDS, { relations: GRAPH_RELATIONS, limitEach: 50 }))].toSorted(),
    searched,
    outlines,
  };
}

function expectSame(expected: unknown, found: unknown, { seed, step }: { seed: number; step: number }): void {
  const difference = differing(expected, found);
  if (difference !== null)
    throw new Error(`The graph is not what it should be (seed ${seed}, step ${step}): ${difference}`);
}
