import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REDACTION_RULES } from '../../src/reading/redaction/redact.ts';
import { unpackText } from '../../src/stores/bytes/packed-values.ts';
import { openDriver } from '../../src/stores/sqlite/opening/driver.ts';
import { makeWorld, type World } from '../worlds/world.ts';

const KEY = ['q8Zt3LmX', '0vB7nR4kWs9J'].join('');
const SECRET = `export const apiKey = '${KEY}';\nexport function chargeCard() {\n  return apiKey;\n}\n`;
const CLEAN = 'export function refundCard() {\n  return 1;\n}\n';

/** What the index says of each text, and then says of all of them. */
function marks(world: World, next?: number) {
  const database = openDriver(join(world.root, '.knap/index.db'));
  const sql = 'SELECT clean_by AS mark, text FROM contents JOIN bodies ON content = id ORDER BY mark';
  const rows = database.prepare(sql).all() as { mark: number | null; text: Uint8Array }[];
  if (next !== undefined) database.prepare('UPDATE contents SET clean_by = ?').run(next);
  database.close();
  return rows.map(({ mark, text }) => [mark, unpackText(text).includes('[redacted')]);
}

async function packed(world: World): Promise<string> {
  const engine = await world.open();
  const { text } = await engine.pack({ task: 'fix `chargeCard` and `refundCard`', aim: 'full', format: 'markdown' });
  await engine.close();
  return text;
}

test('a text without secrets is marked as clean, and the mark counts only for the same rules', async () => {
  using world = makeWorld({ 'src/charge.ts': SECRET, 'src/refund.ts': CLEAN });
  expect(await packed(world)).toContain('[redacted');
  expect(marks(world)).toEqual([
    [null, true],
    [REDACTION_RULES, false],
  ]);
  marks(world, REDACTION_RULES - 1);
  expect(await packed(world)).not.toContain(KEY);
  // What nobody but we could have written there is taken at its word: the file is not searched again.
  marks(world, REDACTION_RULES);
  expect(await packed(world)).toContain(KEY);
});
