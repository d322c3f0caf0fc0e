import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { openSqliteStore } from '../../src/stores/index.ts';
import { folder, write } from './folder.ts';
import { openCountingParser, world } from './world.ts';

const parser = await openCountingParser();

test('contents that were forgotten are parsed again when their commit is checked out', async () => {
  const named = (text: (index: number) => string) =>
    Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`src/f${10 + index}.ts`, text(index)]));
  // Some share one content, so that while it comes back there is soon more that is dead than alive.
  const before = named((index) => `export const before${index < 4 ? 0 : index} = 1;\n`);
  const after = named((index) => `export const after${index} = 1;\n`);
  const root = folder(before);
  const { index, view } = world(root, parser, {
    store: openSqliteStore({ path: ':memory:', churnHalfLifeDays: 180, keeping: { otherStates: 0, contentsMin: 8 } }),
  });
  await index({ batchFiles: 1 });
  write(root, after);
  await index({ batchFiles: 1 });
  write(root, before);
  expect(await index({ batchFiles: 1 })).toMatchObject({ files: 12, changed: 12 });
  expect(Object.keys(await view())).toHaveLength(12);
});

test('switching back to a branch parses nothing, even if the branches share few files', async () => {
  const branch = (name: string, files: number) =>
    Object.fromEntries(
      Array.from({ length: files }, (_, index) => [`src/${name}${index}.ts`, `export const ${name}${index} = 1;\n`]),
    );
  const [main, side] = [branch('main', 12), branch('side', 3)];
  const root = folder(main);
  const keeping = { ...DEFAULTS.keeping, contentsMin: 0 };
  const { index, view } = world(root, parser, { store: openSqliteStore({ path: ':memory:', keeping }) });
  await index();
  const before = await view();
  const go = async (from: object, to: Record<string, string>) => {
    for (const path of Object.keys(from)) rmSync(join(root, path));
    write(root, to);
    return index();
  };
  await go(main, side);
  const parsed = parser.parsed();
  expect(await go(side, main)).toMatchObject({ files: 12, added: 12, removed: 3 });
  await go(main, side);
  await go(side, main);
  expect([parser.parsed(), Object.keys(await view())]).toEqual([parsed, Object.keys(before)]);
});
