import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { stampOf } from '../../src/stores/sqlite/opening/check-database.ts';
import { bucketOf } from '../../src/stores/sqlite/segments.ts';
import { changeBytes, changedRows, changedTables, cutOff, type Damage, damagedPages } from '../worlds/damage.ts';
import { damagedWorld } from '../worlds/damaged-world.ts';

const world = damagedWorld();

test('answers stay the same after pages, the end, a row or a table of the index file was damaged', async () => {
  world.putBack();
  const damages = [...damagedPages(1, 7), ...cutOff(1), changedRows()[0]!, changedTables(world.path)[3]!];
  for (const damage of damages) await world.checkAnswers(damage);
});

const groups: [name: string, damages: () => readonly Damage[]][] = [
  ['damaged pages', () => damagedPages(100, 28)],
  ['a missing end', () => cutOff(4)],
  ['changed rows', () => changedRows()],
  ['changed tables', () => changedTables(world.path)],
];
for (const [name, damages] of groups)
  test(`an index file whose bytes differ from those that knap wrote is not read: ${name}`, async () => {
    world.putBack();
    for (const damage of damages()) await world.checkRows(damage);
  });

describe('bytes that the disk changed are noticed when they are read', () => {
  const blobs = [
    'SELECT facts AS bytes FROM bodies ORDER BY length(facts) DESC LIMIT 1',
    'SELECT text AS bytes FROM bodies ORDER BY length(text) DESC LIMIT 1',
    `SELECT bytes FROM postings WHERE bucket = ${bucketOf('webhook')}`,
    'SELECT bytes FROM vectors ORDER BY length(bytes) LIMIT 1',
  ];
  for (const sql of blobs)
    test(`a changed byte in a row is noticed when the row is read, and answers stay the same: ${sql}`, async () => {
      const spoil = (path: string) => {
        const database = new DatabaseSync(path);
        const { bytes } = database.prepare(sql).get()!;
        database.close();
        changeBytes(path, bytes as Uint8Array);
        stampOf(path).leave();
      };
      world.putBack();
      spoil(world.path);
      await expect(world.rows()).rejects.toMatchObject({ code: 'STORE_DAMAGED' });
      await world.checkAnswers({ name: sql, spoil });
    });
});
