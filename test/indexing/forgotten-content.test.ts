import { expect, test } from 'vitest';
import { openSqliteStore } from '../../src/stores/index.ts';
import { folder, write } from './folder.ts';
import { openCountingParser, world } from './world.ts';

const parser = await openCountingParser();

test('going back to contents that are forgotten on the way makes them again', async () => {
  const named = (text: (index: number) => string) =>
    Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`src/f${10 + index}.ts`, text(index)]));
  // Some share one content, so that while it comes back there is soon more that is dead than alive.
  const before = named((index) => `export const before${index < 4 ? 0 : index} = 1;\n`);
  const after = named((index) => `export const after${index} = 1;\n`);
  const root = folder(before);
  const { index, view } = world(root, parser, {
    store: openSqliteStore({ path: ':memory:', churnHalfLifeDays: 180, deadContentsMin: 8 }),
  });
  await index({ batchFiles: 1 });
  write(root, after);
  await index({ batchFiles: 1 });
  write(root, before);
  expect(await index({ batchFiles: 1 })).toMatchObject({ files: 12, changed: 12 });
  expect(Object.keys(await view())).toHaveLength(12);
});
