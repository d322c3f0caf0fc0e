import { expect, test } from 'vitest';
import { linkWorld, type World } from './link-world.ts';

const MIXED: World = {
  'package.json': '{"name": "web", "dependencies": {"react": "19"}}',
  'tsconfig.json': '{"compilerOptions": {"paths": {"@/*": ["src/*"]}}}',
  'src/App.tsx': { imports: ['@/cart', './App.css'] },
  'src/App.css': '',
  'src/cart.ts': { imports: ['lodash'] },
  'src/cart.test.ts': { imports: [['./cart', 'total']] },
  'tools/build.py': { imports: ['report'] },
  'tools/report.py': '',
  'docs/readme.md': '',
};

test('C16 linking one file gives the same edges as linking the whole tree', async () => {
  const whole = await linkWorld(MIXED);
  const single = await Promise.all(Object.keys(MIXED).map((path) => linkWorld(MIXED, [path])));
  const parts = single.flatMap(({ edges }) => edges).sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
  expect(whole.edges.length).toBeGreaterThan(4);
  expect(parts).toEqual(whole.edges);
});

test('C16 the order of the tree does not change the edges', async () => {
  const turned = Object.fromEntries(Object.entries(MIXED).reverse());
  expect((await linkWorld(turned)).edges).toEqual((await linkWorld(MIXED)).edges);
});

test('C16 linking a Python file reads no configuration of other languages', async () => {
  const { reads, edges } = await linkWorld(MIXED, ['tools/build.py']);
  expect(reads).toEqual([]);
  expect(edges.map(({ to }) => to)).toEqual(['tools/report.py']);
});

test('C16 files outside the view and files without facts have no edges', async () => {
  const { edges } = await linkWorld(MIXED, ['gone.ts', 'docs/readme.md']);
  expect(edges).toEqual([]);
});

test('C16 a tree of thousands of configurations is read up to a limit, with a note', async () => {
  const folders = Array.from({ length: 4200 }, (_, index) => `p${index}`);
  const configs = folders.map((folder) => [`${folder}/tsconfig.json`, '{}'] as const);
  const files = folders.map((folder) => [`${folder}/a.ts`, { imports: ['x'] }] as const);
  const { reads, notes } = await linkWorld(Object.fromEntries([...configs, ...files]));
  expect(reads).toHaveLength(4000);
  expect(notes).toEqual(['only the first 4000 configuration files were read']);
});

test('C16 configurations with unclosed comments, strings or lists do not hinder relative imports', async () => {
  for (const text of [
    '/*'.repeat(100_000),
    `"${'\\"'.repeat(100_000)}`,
    '['.repeat(100_000),
    '{"exports": {".": null}}',
  ]) {
    const world = { 'package.json': text, 'tsconfig.json': text, 'a.ts': { imports: ['x', './b'] }, 'b.ts': '' };
    const { edges } = await linkWorld(world, ['a.ts']);
    expect(edges.map(({ to }) => to)).toEqual(['b.ts']);
  }
});

test('C16 every weight lies from 0 to 1', async () => {
  const { edges } = await linkWorld(MIXED);
  expect(edges.filter(({ weight }) => !(weight > 0 && weight <= 1))).toEqual([]);
});
