import { expect, test } from 'vitest';
import { finished, startKnap } from '../../surfaces/knap.ts';
import { WANTED, WORST, writeHostileTree } from '../../worlds/hostile-tree.ts';
import { makeWorld } from '../../worlds/world.ts';

// A process that takes more memory than this is ended by Node.
const env = { NODE_OPTIONS: '--max-old-space-size=1024' };

test('a tree with files of 300 MB, lines of 20 MB and 300 nested folders is packed, and its large files are noted', async () => {
  using world = makeWorld({ 'README.md': '# Shop\n' });
  writeHostileTree(world.root, WORST);
  const ask = (...args: string[]) => finished(startKnap(world.root, args, { env }));
  const { code, stdout, stderr } = await ask('pack', WANTED.task, '--format', 'markdown', '--verbose', '--complete');
  expect([code, stdout + stderr]).toEqual([0, expect.stringContaining(WANTED.path)]);
  expect(stdout + stderr).toContain('2 files too large to be read');
  expect((await ask('status')).stdout).toContain('2 files too large to be read');
  expect((await ask('query', 'deepest', '--format', 'json')).stdout).toContain('d/deepest.ts');
}, 600_000);
