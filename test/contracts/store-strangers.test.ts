import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/stores/index.ts';
import { openDriver } from '../../src/stores/sqlite/opening/driver.ts';
import { SHOP } from './store-samples.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'knap-store-'));
  path = join(folder, 'index.db');
  const store = openSqliteStore({ path });
  await store.apply(SHOP);
  await store.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const HANDLES = '/proc/self/fd';

// How much this process has open in the folder, where the system tells.
function handles(): number {
  if (!existsSync(HANDLES)) return 0;
  const names = readdirSync(HANDLES).map((name) => {
    try {
      return readlinkSync(join(HANDLES, name));
    } catch {
      // The one that the listing itself had open.
      return '';
    }
  });
  return names.filter((name) => name.startsWith(folder)).length;
}

test('a store reads its files again after another program wrote, without opening more connections', async () => {
  const store = openSqliteStore({ path });
  const { files } = await store.opening();
  expect((await store.opening()).files).toBe(files);
  const open: number[] = [];
  for (const at of [1, 2, 3]) {
    const stranger = openDriver(path);
    stranger.exec(`INSERT INTO paths (path) VALUES ('another-${at}')`);
    stranger.exec('PRAGMA wal_checkpoint');
    stranger.close();
    const again = (await store.opening()).files;
    expect([again, again === files]).toEqual([files, false]);
    open.push(handles());
  }
  // SQLite may keep one for the next that opens the file.
  expect(open[2]).toBe(open[0]);
  await store.close();
});

test('an index that another connection has locked in an older journal mode is opened and read', async () => {
  const other = openDriver(path);
  other.exec('PRAGMA journal_mode = DELETE');
  other.exec('BEGIN IMMEDIATE');
  const store = openSqliteStore({ path, busyTimeoutMs: 1 });
  expect((await store.opening()).files).toHaveLength(2);
  other.close();
  await store.close();
});
