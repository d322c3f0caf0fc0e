import { spawn } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { GraphRow } from '../../../src/ports/graph.ts';
import { databasePath, inBatches, ORIGIN, openStore, row } from './rows.ts';

const owned = (...ids: string[]) => ids.map((id) => ({ id, isReference: false }));
const ROWS = [row('a', { children: owned('b') }), row('b', { parent: 'a' }), row('c', { references: ['a'] })];

async function* failing(rows: readonly GraphRow[]): AsyncGenerator<readonly GraphRow[]> {
  yield* inBatches(rows);
  throw new Error('the stream broke');
}

describe('replace', () => {
  const changes: [name: string, rows: readonly GraphRow[], expected: object][] = [
    ['nothing changed', ROWS, { nodes: 3, added: 0, changed: 0, removed: 0 }],
    ['in another order', ROWS.toReversed(), { nodes: 3, added: 0, changed: 0, removed: 0 }],
    [
      'one renamed',
      [...ROWS.slice(1), row('a', { name: 'A', children: owned('b') })],
      { nodes: 3, added: 0, changed: 1, removed: 0 },
    ],
    ['one added, one removed', [...ROWS.slice(0, 2), row('d')], { nodes: 3, added: 1, changed: 0, removed: 1 }],
    ['everything gone', [], { nodes: 0, added: 0, changed: 0, removed: 3 }],
    [
      'one twice: the first counts',
      [...ROWS, row('a', { name: 'other' })],
      { nodes: 3, added: 0, changed: 0, removed: 0 },
    ],
  ];
  for (const [name, rows, expected] of changes) {
    test(name, async () => {
      const store = openStore();
      expect(await store.replace(inBatches(ROWS), ORIGIN)).toEqual({ nodes: 3, added: 3, changed: 0, removed: 0 });
      expect(await store.replace(inBatches(rows), { ...ORIGIN, asOfMs: 5 })).toEqual(expected);
      expect(await store.countNodes()).toBe(rows.length === 4 ? 3 : rows.length);
      expect([...(await store.nodes(['a', 'b', 'c', 'd'])).keys()].sort()).toEqual(
        [...new Set(rows.map(({ id }) => id))].sort(),
      );
      expect(store.asOfMs).toBe(5);
    });
  }

  test('what is searched and walked follows', async () => {
    const store = openStore();
    await store.replace(inBatches(ROWS), ORIGIN);
    await store.replace(
      inBatches([row('a', { name: 'zebra', children: owned('c') }), row('c', { parent: 'a' })]),
      ORIGIN,
    );
    expect((await store.search('zebra', 5)).map(({ id }) => id)).toEqual(['a']);
    expect(await store.search('b', 5)).toEqual([]);
    const told = await store.neighbours(['a', 'c', 'b'], {
      relations: ['child', 'parent', 'references'],
      limitEach: 9,
    });
    expect([...told].map(([id, { ends }]) => [id, ends.map(({ to }) => to)])).toEqual([
      ['a', ['c']],
      ['c', ['a']],
    ]);
  });

  test('an edge to a node that is not there waits for it, and the row that names it is not called changed', async () => {
    const store = openStore();
    const waiting = row('a', { children: owned('later'), parent: 'above', references: ['x'] });
    const told = async () =>
      (await store.neighbours(['a'], { relations: ['child', 'parent', 'references'], limitEach: 9 })).get('a');
    await store.replace(inBatches([waiting]), ORIGIN);
    expect(await told()).toEqual({ ends: [], total: 0 });
    expect((await store.nodes(['a'])).get('a')!.parent).toBeNull();
    expect(await store.replace(inBatches([waiting]), ORIGIN)).toMatchObject({ added: 0, changed: 0 });
    const counts = await store.replace(inBatches([waiting, row('later'), row('above'), row('x')]), ORIGIN);
    expect(counts).toMatchObject({ added: 3, changed: 0 });
    expect((await told())!.ends.map(({ to }) => to)).toEqual(['later', 'above', 'x']);
  });

  test('rows that fail in the middle change nothing', async () => {
    const store = openStore();
    await store.replace(inBatches(ROWS), ORIGIN);
    await expect(store.replace(failing([row('z'), row('y')]), { ...ORIGIN, stamp: '2' })).rejects.toThrow('broke');
    expect([...(await store.nodes(['a', 'b', 'c', 'z'])).keys()]).toEqual(['a', 'b', 'c']);
    expect((await store.origin())!.stamp).toBe('1');
  });

  test('who reads while rows come sees the graph as it was', async () => {
    const path = databasePath();
    const [store, other] = [openStore(path), openStore(path)];
    await store.replace(inBatches(ROWS), ORIGIN);
    const seen: unknown[] = [];
    async function* watched(): AsyncGenerator<readonly GraphRow[]> {
      yield [row('new')];
      for (const one of [store, other]) seen.push((await one.nodes(['new', 'a'])).size, await one.countNodes());
      yield [row('newer')];
    }
    await store.replace(watched(), ORIGIN);
    expect(seen).toEqual([1, 3, 1, 3]);
    expect([await store.countNodes(), await other.countNodes()]).toEqual([2, 2]);
  });

  test('a process that is killed while it writes leaves the graph as it was', async () => {
    const path = databasePath();
    const store = openStore(path);
    await store.replace(inBatches(ROWS), ORIGIN);
    const writer = spawn(process.execPath, [join(import.meta.dirname, 'endless-writer.ts'), path]);
    await new Promise((resolve) => writer.stdout.once('data', resolve));
    const ended = new Promise((resolve) => writer.once('exit', resolve));
    writer.kill('SIGKILL');
    await ended;
    expect(await store.countNodes()).toBe(3);
    expect((await store.nodes(['a', 'n0'])).size).toBe(1);
    expect(await store.replace(inBatches([...ROWS, row('d')]), ORIGIN)).toMatchObject({ added: 1, removed: 0 });
  });
});

describe('the file', () => {
  test('is for its owner alone', async () => {
    const path = databasePath();
    openStore(path);
    expect(statSync(path).mode & 0o077).toBe(0);
  });

  test('one that is no database is replaced by an empty graph', async () => {
    const path = databasePath();
    writeFileSync(path, 'this is not a database, but long enough to be taken for one'.repeat(20));
    const store = openStore(path);
    expect([await store.origin(), await store.countNodes()]).toEqual([null, 0]);
  });
});
