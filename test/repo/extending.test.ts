import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { storeContract } from '../contracts/store-contract.ts';
import { expectCut } from '../worlds/cut-output.ts';
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
