import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { SHOP } from '../worlds/shop.ts';
import { makeWorld, type World } from '../worlds/world.ts';

const INDEX = '.knap/index.db';
const TASK = { task: 'stripe webhook' };

async function textOf(world: World): Promise<string> {
  const engine = await world.open();
  try {
    return (await engine.pack(TASK)).text;
  } finally {
    await engine.close();
  }
}

const faults: [name: string, spoil: (path: string) => void][] = [
  ['garbage', (path) => writeFileSync(path, 'this is no database at all, only a text that somebody put here')],
  ['cut in the middle', (path) => truncateSync(path, 20_000)],
  ['empty', (path) => truncateSync(path, 0)],
  [
    'overwritten after its first pages',
    (path) => writeFileSync(path, Buffer.concat([readFileSync(path).subarray(0, 8192), Buffer.alloc(200_000, 7)])),
  ],
  ['of an older version', (path) => setVersion(path, 1)],
  ['of a newer version', (path) => setVersion(path, 9999)],
];
for (const [name, spoil] of faults)
  test(`a pack is the same after its index was replaced by one that is ${name}`, async () => {
    using world = makeWorld(SHOP);
    const before = await textOf(world);
    spoil(join(world.root, INDEX));
    expect(await textOf(world)).toBe(before);
    expect(await textOf(world)).toBe(before);
  });

test('a pack is the same although its open index loses a table before the question', async () => {
  using world = makeWorld(SHOP);
  const expected = await textOf(world);
  const engine = await world.open();
  try {
    await engine.pack({ task: 'who greets' });
    const database = new DatabaseSync(join(world.root, INDEX));
    database.exec('DROP TABLE bodies');
    database.close();
    expect((await engine.pack(TASK)).text).toBe(expected);
  } finally {
    await engine.close();
  }
});

test('every pack has a note about a broken tsconfig.json until the file is mended', async () => {
  using world = makeWorld({ ...SHOP, 'tsconfig.json': '{ "compilerOptions": { "paths": ' });
  const engine = await world.open();
  try {
    const notes = async () => (await engine.pack(TASK)).pack.notes.filter((note) => note.includes('tsconfig.json'));
    expect(await notes()).toHaveLength(1);
    expect(await notes()).toHaveLength(1);
    world.write({ 'tsconfig.json': '{ "compilerOptions": { "strict": true } }' });
    expect(await notes()).toEqual([]);
  } finally {
    await engine.close();
  }
});

test('a secret in the task or error is not in the pack', async () => {
  using world = makeWorld(SHOP);
  const engine = await world.open();
  const secret = `ghp_${'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'}`;
  try {
    const { text, pack } = await engine.pack({
      task: `webhook fails with token ${secret}`,
      error: `Error: ${secret} refused`,
    });
    expect(text).not.toContain(secret);
    expect(JSON.stringify(pack)).not.toContain(secret);
  } finally {
    await engine.close();
  }
});

function setVersion(path: string, version: number): void {
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA user_version = ${version}`);
  database.close();
}
