import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { emptyRoot, graphsOf, named, outside, writeExport } from './world.ts';

describe('a damaged database', () => {
  const damage = (root: string) => {
    for (const end of ['-wal', '-shm']) rmSync(join(root, `.knap/graphs/main.db${end}`), { force: true });
    writeFileSync(join(root, '.knap/graphs/main.db'), 'damaged '.repeat(2000));
  };

  test('is made again from where the graph came, and that is said', async () => {
    const root = emptyRoot();
    const path = writeExport(outside(root), named('a'));
    const before = await graphsOf(root);
    await before.importGraph({ source: 'tana', path });
    await before.close();
    damage(root);
    const { store, notes } = await (await graphsOf(root)).openGraph();
    expect(notes).toEqual([expect.stringContaining('it was imported again')]);
    expect((await store.nodes(['a'])).size).toBe(1);
  });

  test('damage in the middle of the file is seen before it is read, and an import mends it', async () => {
    const root = emptyRoot();
    const path = writeExport(outside(root), named(...Array.from({ length: 3000 }, (_, index) => `node ${index}`)));
    const before = await graphsOf(root);
    await before.importGraph({ source: 'tana', path });
    await before.close();
    const file = join(root, '.knap/graphs/main.db');
    const bytes = readFileSync(file);
    bytes.fill(0xff, 8192, bytes.length - 4096);
    writeFileSync(file, bytes);
    const graphs = await graphsOf(root);
    const { store, notes } = await graphs.openGraph();
    expect(notes).toEqual([expect.stringContaining('it was imported again')]);
    expect((await store.search('node 7', 5))[0]).toEqual({ id: 'node 7', score: 1 });
  });

  test('without that it says to import again', async () => {
    const root = emptyRoot();
    const path = writeExport(outside(root), named('a'));
    const before = await graphsOf(root);
    await before.importGraph({ source: 'tana', path });
    await before.close();
    damage(root);
    rmSync(path);
    await expect((await graphsOf(root)).openGraph()).rejects.toMatchObject({ code: 'GRAPH_DAMAGED' });
  });
});
