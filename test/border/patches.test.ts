import { expect, test } from 'vitest';
import { parsePatch } from '../../src/pipeline/hunks/parse-patch.ts';
import { knap } from '../surfaces/knap.ts';
import { makeWorld, SHOP } from '../surfaces/world.ts';

const TIMES = 10_000;
const patchOf = (path: (at: number) => string): string =>
  Array.from({ length: TIMES }, (_, at) => {
    const [file, line] = [path(at), 3 * at + 1];
    return `diff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n@@ -${line} +${line} @@\n-old\n+new\n`;
  }).join('');

test(`a patch that names one file ${TIMES} times is answered, and lists at most 1000 changed places`, async () => {
  const patch = patchOf(() => 'src/cart/cart.ts');
  const root = makeWorld(SHOP);
  const { code, stdout } = await knap(root, ['pack', '--patch', '-', '--format', 'markdown'], { input: patch });
  expect([code, stdout]).toEqual([0, expect.stringContaining('src/cart/cart.ts')]);
  const [change, ...others] = parsePatch(patch);
  expect([change?.lines[0]?.[0], change?.lines.at(-1)?.[1], others.length]).toEqual([1, 3 * TIMES - 2, 0]);
  expect(change?.lines.length).toBeLessThanOrEqual(1000);
});

test(`a patch that names ${TIMES} files is answered with the one that exists`, async () => {
  const root = makeWorld(SHOP);
  const input = patchOf((at) => (at === 7 ? 'src/cart/cart.ts' : `src/f${at}.ts`));
  const { code, stdout } = await knap(root, ['pack', '--patch', '-', '--format', 'markdown'], { input });
  expect([code, stdout]).toEqual([0, expect.stringContaining('src/cart/cart.ts')]);
});
