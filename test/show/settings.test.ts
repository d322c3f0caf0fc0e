import { expect, test } from 'vitest';
import { knap } from '../surfaces/knap.ts';
import { makeWorld, writeFiles } from '../surfaces/world.ts';

const FILES = {
  'docs/a.md': '# A\n\n[b](b.md)\n',
  'docs/b.md': `# B\n\n${'b'.repeat(100)}\n`,
  'docs/HOME.md': '# Home\n\nThe root by another name.\n',
};

test('the limits of show and the names of root documents follow the configuration, also after it changes', async () => {
  const root = makeWorld({ ...FILES, 'knap.config.yaml': 'showContext: 50\nshowReferences: 20\n' });
  expect((await knap(root, ['show', 'docs/a.md'])).stdout).toBe(
    '# A\n[b](b.md)\n\n*1 more related document has no room here*\n',
  );
  writeFiles(root, { 'knap.config.yaml': 'showContext: 200\nrootPatterns: [HOME.md]\n' });
  const { stdout } = await knap(root, ['show', 'docs/a.md']);
  expect(stdout).toBe(`# A\n[b](b.md)\n\n# B\n${'b'.repeat(100)}\n\n# Home\nThe root by another name.\n`);
});
