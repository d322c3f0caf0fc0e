import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { knap, manifestOf } from './knap.ts';
import { SHOP, shareWorld } from './world.ts';

const DEPTH = 300;
const deep = `${Array.from({ length: DEPTH }, (_, at) => `d${at % 10}`).join('/')}/bottom.ts`;
const SYMBOLS = 20_000;

/** A tree with huge files, long lines and deep folders. */
const root = shareWorld(SHOP);
beforeAll(() => {
  // The file is sparse, so it takes no room on the disk.
  writeFileSync(`${root}/huge.ts`, 'export const huge = 1;\n');
  truncateSync(`${root}/huge.ts`, 300 * 1024 * 1024);
  writeFileSync(`${root}/line.json`, `{"webhook":"${'a '.repeat(10 * 1024 * 1024)}"}`);
  writeFileSync(`${root}/long.ts`, `export const webhookWords = "${'webhook '.repeat(100_000)}";\n`);
  writeFileSync(
    `${root}/generated.ts`,
    Array.from({ length: SYMBOLS }, (_, at) => `export function fn${at}() {}\n`).join(''),
  );
  mkdirSync(`${root}/${deep.slice(0, deep.lastIndexOf('/'))}`, { recursive: true });
  writeFileSync(`${root}/${deep}`, 'export function atTheBottom() { return "zebra crossing"; }\n');
});

test('a tree with huge files, long lines and deep folders is packed, and a note names the files too large', async () => {
  const { blocks, notes } = await manifestOf(root, ['fix the webhook', '--budget', '4000']);
  expect(blocks.map(({ path }) => path)).toContain('src/payments/webhook.ts');
  expect(notes).toContainEqual(expect.stringMatching(/^2 files too large to be read: huge\.ts, …/));
});

test('knap status notes the files too large to be read', async () => {
  expect((await knap(root, ['status'])).stdout).toMatch(/note +2 files too large to be read: huge\.ts, …/);
});

test.each([
  { what: `${DEPTH} folders down`, query: 'zebra crossing', path: deep },
  { what: 'in a file with very many symbols', query: 'fn7', path: 'generated.ts' },
])('knap query finds text $what', async ({ query, path }) => {
  expect((await knap(root, ['query', query])).stdout).toContain(path);
});
