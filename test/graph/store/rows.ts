import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { GraphOrigin, GraphRow } from '../../../src/ports/graph.ts';
import { openGraphStore, type SqliteGraphStore } from '../../../src/stores/index.ts';

export const ORIGIN: GraphOrigin = {
  source: 'tana',
  path: '/exports/main.json',
  stamp: '1',
  importedAtMs: 2000,
  asOfMs: 1000,
};

/** A row with only what matters to a test. */
export function row(id: string, more: Partial<GraphRow> = {}): GraphRow {
  return {
    id,
    name: id,
    description: null,
    tags: [],
    fields: [],
    parent: null,
    createdMs: null,
    modifiedMs: null,
    isDone: null,
    form: 'text',
    children: [],
    references: [],
    ...more,
  };
}

export async function* inBatches(rows: readonly GraphRow[], size = 2): AsyncGenerator<readonly GraphRow[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}

/** A database file in a folder that is gone when the test is over. */
export function databasePath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'knap-graph-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return join(folder, 'main.db');
}

export function openStore(path = databasePath()): SqliteGraphStore {
  const store = openGraphStore(path);
  onTestFinished(() => store.close());
  return store;
}

export async function storeOf(rows: readonly GraphRow[]): Promise<SqliteGraphStore> {
  const store = openStore();
  await store.replace(inBatches(rows), ORIGIN);
  return store;
}
