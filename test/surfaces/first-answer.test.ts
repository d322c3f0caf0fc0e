import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { knap } from './knap.ts';
import { SHOP, shareWorld } from './world.ts';

// More than is indexed before a first answer.
const MANY = DEFAULTS.first.wholeFilesMax + 1;
const root = shareWorld({
  ...SHOP,
  ...Object.fromEntries(Array.from({ length: MANY }, (_, at) => [`src/many/part-${at}.ts`, `export const part${at} = 1;\n`])),
});
const PACK = ['pack', 'the webhook sends two confirmations', '--format', 'markdown'];
const PART = /the index is being made: answered from the likeliest \d+ files of \d+/;
const isWhole = async () => !/^whole +not yet: \d+ files are left/m.test((await knap(root, ['status'])).stdout);
const forget = () => rmSync(`${root}/.knap`, { recursive: true, force: true });

test('in a pipe the first pack ends with its answer, and the next goes on with the index', async () => {
  forget();
  const { code, stdout } = await knap(root, PACK);
  expect([code, stdout]).toEqual([0, expect.stringMatching(PART)]);
  expect(stdout).toContain('src/payments/webhook.ts');
  expect(await isWhole()).toBe(false);
  // Each goes on for a moment; how much that is, the machine decides.
  while (!(await isWhole())) await knap(root, PACK);
  expect((await knap(root, PACK)).stdout).not.toMatch(PART);
});

test('on a terminal the index is finished behind the answer', async () => {
  forget();
  expect((await knap(root, PACK, { isTerminal: true })).stdout).toMatch(PART);
  expect(await isWhole()).toBe(true);
});

test('--complete waits for the whole index first', async () => {
  forget();
  expect((await knap(root, [...PACK, '--complete'])).stdout).not.toMatch(PART);
  expect(await isWhole()).toBe(true);
});
