import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { doc } from '../graph/export/reading.ts';
import { knap } from '../surfaces/knap.ts';
import { makeWorld } from '../worlds/world.ts';

const EXPORT = '.home/export.json';
const ask = async (root: string) => knap(root, ['context', 'Atlas', '--offline']);
// When it was imported changes with every import.
const without = (page: string) => page.replace(/\d{4}-\d\d-\d\d[^\n]*/g, 'DATE');

test('a lost index is rebuilt with its imported graph, as long as the export exists', async () => {
  using world = makeWorld({ 'a.txt': 'x\n', [EXPORT]: JSON.stringify({ docs: [doc('Atlas'), doc('Beacon')] }) });
  const { root } = world;
  const lose = () => {
    for (const name of ['index.db', 'index.db-wal', 'index.db-shm', 'index.db-stamp'])
      rmSync(join(root, '.knap', name), { force: true });
  };
  expect((await knap(root, ['import', 'tana', EXPORT])).code).toBe(0);
  const before = await ask(root);
  expect(before.stdout).toContain('Atlas');
  lose();
  expect(without((await ask(root)).stdout)).toBe(without(before.stdout));
  lose();
  rmSync(join(root, EXPORT));
  const { code, stdout, stderr } = await ask(root);
  expect([code === 0, stdout.includes('Atlas')]).toEqual([false, false]);
  expect(stderr).toMatch(/^knap: .+/);
});
