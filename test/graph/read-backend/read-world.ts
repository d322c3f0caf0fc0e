import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULTS } from '../../../src/config/defaults.ts';
import { chooseGraph } from '../../../src/engine/graphs/choose-graph.ts';
import type { OpenGraph } from '../../../src/engine/graphs/open-graphs.ts';
import { createReadBackendResolver, type ReadBackendParts } from '../../../src/engine/graphs/read-backend.ts';
import type { GraphRow } from '../../../src/ports/graph.ts';
import { createRedact } from '../../../src/reading/redaction/redact.ts';
import { openGraphStore } from '../../../src/stores/graph/graph-store.ts';

export const IMPORTED_AT = Date.UTC(2026, 4, 1);
export const NOW = Date.UTC(2026, 5, 1);

const row = (id: string, name: string, more: Partial<GraphRow> = {}): GraphRow => ({
  ...{ id, name, description: null, tags: [], fields: [], parent: null, createdMs: null, modifiedMs: null },
  ...{ isDone: null, form: 'text', children: [], references: [], ...more },
});

/** What was imported a month ago: Apollo, before it was renamed. */
const ROWS: readonly GraphRow[] = [
  row('home', 'Home', { children: [{ id: 'apollo', isReference: false }] }),
  row('apollo', 'Apollo, as exported', {
    parent: 'home',
    tags: ['big project', 'thing'],
    modifiedMs: Date.UTC(2026, 3, 1),
    children: [{ id: 'plan', isReference: false }],
  }),
  row('plan', 'Plan, as exported', { parent: 'apollo' }),
];

export interface ReadWorldOptions {
  /** Workspaces that are imported: alias → the source and path they came from. */
  readonly imported?: Readonly<Record<string, { readonly source: string; readonly path: string }>>;
  readonly tana?: Partial<ReadBackendParts['tana']>;
}

/** A resolver over real stores in a folder of its own; its clock is set by hand. */
export async function makeReadWorld({ imported = {}, tana = {} }: ReadWorldOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'knap-read-'));
  const stores = new Map<string, OpenGraph>();
  for (const [workspace, maker] of Object.entries(imported)) {
    const store = openGraphStore(join(folder, `${workspace}.db`));
    const origin = { ...maker, stamp: '1', importedAtMs: IMPORTED_AT, asOfMs: IMPORTED_AT };
    await store.replace(
      (async function* () {
        yield ROWS;
      })(),
      origin,
    );
    stores.set(workspace, { workspace, store, notes: [] });
  }
  const clock = { nowMs: NOW };
  const openGraph = async (alias?: string) => stores.get(chooseGraph(alias, [...stores.keys()]))!;
  const resolve = createReadBackendResolver({
    graphs: { load: async () => ({ openGraph }) },
    tana: { tanaLive: true, tanaUrl: 'http://127.0.0.1:1', tanaToken: 'secret', tanaTimeoutMs: 20_000, ...tana },
    redact: createRedact(),
    now: () => clock.nowMs,
  });
  return {
    folder,
    resolve,
    rest: () => {
      clock.nowMs += DEFAULTS.tana.restMs;
    },
    [Symbol.asyncDispose]: async () => {
      for (const { store } of stores.values()) await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const MAIN = { main: { source: 'tana', path: '/exports/ws1@2026-05-01.json' } };
