import { expect, test } from 'vitest';
import { knap } from '../surfaces/knap.ts';
import { BAD, WANTED, writeHostileTree } from '../worlds/hostile-tree.ts';
import { makeWorld } from '../worlds/world.ts';

test('a file is found among extreme files, and a note lists the skipped files', async () => {
  using world = makeWorld({ 'README.md': '# Shop\n' });
  writeHostileTree(world.root, BAD);
  const pack = await knap(world.root, ['pack', WANTED.task, '--format', 'markdown', '--verbose', '--complete']);
  expect([pack.code, pack.stdout + pack.stderr]).toEqual([0, expect.stringContaining(WANTED.path)]);
  expect(pack.stdout + pack.stderr).toContain('2 files too large to be read');
  const status = await knap(world.root, ['status']);
  expect(status.stdout).toContain('2 files too large to be read');
  const deep = await knap(world.root, ['query', 'deepest', '--format', 'json']);
  expect(deep.stdout).toContain(`${'d/'.repeat(BAD.levels)}deepest.ts`);
});
