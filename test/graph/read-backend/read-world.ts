import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULTS } from '../../../src/config/defaults.ts';
import { type Config, configSchema } from '../../../src/config/schema.ts';
import { createReadBackendResolver, type ReadBackendInput } from '../../../src/engine/graphs/read-backend.ts';
import { openParts } from '../../../src/engine/open/open-parts.ts';
import type { GraphRow } from '../../../src/model/graph.ts';
import { createRedact } from '../../../src/reading/redaction/redact.ts';
import { importRows } from '../../worlds/import-rows.ts';

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
  readonly tana?: Partial<Config>;
}

/** A resolver over real stores in a folder of its own; its clock is set by hand. */
export async function makeReadWorld({ imported = {}, tana = {} }: ReadWorldOptions) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'knap-read-')));
  const config = {
    ...configSchema.parse({}),
    tanaLive: true,
    tanaUrl: 'http://127.0.0.1:1',
    tanaToken: 'secret',
    ...tana,
  };
  const parts = await openParts(folder, config, () => NOW, { embedder: null });
  await importRows(
    folder,
    Object.entries(imported).map(([alias, { source, path }]) => ({
      ...{ alias, source, path: join(folder, path), rows: ROWS, asOfMs: IMPORTED_AT },
    })),
    parts,
  );
  const clock = { nowMs: NOW };
  const resolver = createReadBackendResolver({ root: folder, config, redact: createRedact(), now: () => clock.nowMs });
  const resolve = (input: ReadBackendInput) => resolver(input, parts.store);
  return {
    folder,
    resolve,
    rest: () => {
      clock.nowMs += DEFAULTS.tana.restMs;
    },
    [Symbol.asyncDispose]: async () => {
      await parts.parser.close();
      await parts.store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const MAIN = { main: { source: 'tana', path: 'exports/ws1@2026-05-01.json' } };
