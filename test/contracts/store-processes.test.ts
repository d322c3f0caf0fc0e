import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { openSqliteStore } from '../../src/stores/index.ts';
import { openDriver } from '../../src/stores/sqlite/opening/driver.ts';
import { SHOP } from './store-samples.ts';

const WRITER = fileURLToPath(new URL('store-writer.ts', import.meta.url));
const BATCH_FILES = 20;

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'knap-store-'));
  path = join(folder, 'index.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('two processes write at the same time', () => {
  for (const start of ['no file', 'garbage']) {
    test(`two processes write the same contents, starting from ${start}`, async () => {
      if (start === 'garbage') writeFileSync(path, 'garbage '.repeat(1000));
      const ends = await Promise.all(['one', 'two'].map((name) => finish(write(name, 12))));
      expect(ends).toEqual(['', '']);
      const store = openSqliteStore({ path });
      expect((await store.opening()).files).toHaveLength(2 * 12 * BATCH_FILES);
      // Each content was indexed by one of the two, never by both.
      expect((await store.words({ postings: ['share'] })).postings[0]!.contents).toHaveLength(12 * BATCH_FILES);
      expect((await store.opening()).history.commits).toBe(12);
      expect(await healthOf(path)).toBe('ok');
      await store.close();
    });
  }
});

describe('a process is killed while it writes', () => {
  for (const afterBatches of [1, 4, 9]) {
    test(`a process killed while it writes leaves whole batches in the index, after ${afterBatches}`, async () => {
      const writer = write('one', 100_000);
      const reported = await batchesSeen(writer, afterBatches);
      writer.kill('SIGKILL');
      await once(writer, 'close');

      const store = openSqliteStore({ path });
      const batches = Number((await store.opening()).meta.get('one'));
      expect(batches).toBeGreaterThanOrEqual(reported);
      expect(await countsOf(store)).toEqual(Array(4).fill(batches * BATCH_FILES));
      expect((await store.opening()).history.commits).toBe(batches);
      await store.apply(SHOP);
      expect(await healthOf(path)).toBe('ok');
      await store.close();
    });
  }
});

async function healthOf(place: string): Promise<unknown> {
  const database = openDriver(place);
  const row = database.prepare('SELECT integrity_check AS health FROM pragma_integrity_check').get();
  database.close();
  return row?.health;
}

async function countsOf(store: Store): Promise<number[]> {
  const [list] = (await store.words({ postings: ['share'] })).postings;
  const { symbols, edges } = await store.counts();
  return [(await store.opening()).files.length, list!.contents.length, symbols, edges];
}

function write(name: string, batches: number): ChildProcess {
  return spawn(process.execPath, [WRITER, path, name, String(batches)], { stdio: ['ignore', 'pipe', 'pipe'] });
}

async function finish(writer: ChildProcess): Promise<string> {
  let errors = '';
  writer.stderr!.on('data', (chunk) => {
    errors += chunk;
  });
  writer.stdout!.resume();
  await once(writer, 'close');
  return errors;
}

function batchesSeen(writer: ChildProcess, wanted: number): Promise<number> {
  let output = '';
  return new Promise((resolve) => {
    writer.stdout!.on('data', (chunk) => {
      output += chunk;
      const batches = output.split('\n').length - 1;
      if (batches >= wanted) resolve(batches);
    });
  });
}
