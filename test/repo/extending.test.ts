import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { storeContract } from '../contracts/store-contract.ts';
import { expectCut } from './cut-output.ts';
import { type ExtendedTree, makeExtendedTree } from './extended-tree.ts';

// docs/guide/extending.md adds one of each kind. What it says is done here, to a copy of the sources.
let tree: ExtendedTree;
beforeAll(() => {
  tree = makeExtendedTree();
});
afterAll(() => tree.remove());

test('every addition of the guide works with the file and the lines it shows', () => {
  expect(tree.commands.length).toBeGreaterThanOrEqual(7);
  const outputs = tree.run();
  for (const [index, { args, printed }] of tree.commands.entries())
    expect(expectCut(outputs[index] ?? '', printed), args.join(' ')).toBeNull();
});

test('what the guide adds keeps the types of everything else', () => {
  writeFileSync(
    join(tree.folder, 'tsconfig.src.json'),
    JSON.stringify({ extends: './tsconfig.json', include: ['src'], exclude: ['src/page'] }),
  );
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const typed = () =>
    execFileSync(process.execPath, [tsc, '-p', 'tsconfig.src.json'], { cwd: tree.folder, encoding: 'utf8' });
  expect(typed).not.toThrow();
});

type Opened = Store & { readonly asked: ReadonlyMap<string, number> };
const openCounted = async (options: object): Promise<Opened> => {
  const { openCountedStore } = await import(pathToFileURL(join(tree.folder, 'src/stores/index.ts')).href);
  return openCountedStore(options);
};
storeContract('of the guide', openCounted);

test('the store of the guide counts what it is asked', async () => {
  const store = await openCounted({});
  await store.known([]);
  await store.known([]);
  expect([...store.asked]).toEqual([['known', 2]]);
});
