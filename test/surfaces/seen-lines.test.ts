import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manifestOf } from './knap.ts';
import { makeWorld } from './world.ts';

test('--seen with a manifest quotes none of its lines again, not even in units that a block joins', async () => {
  const others = Array.from({ length: 30 }, (_, at) => `rain${at}`);
  const functions = ['payOrder', 'refundOrder', ...others].map(
    (name) => `export function ${name}(order) {\n  return order.cents;\n}\n`,
  );
  const world = makeWorld({ 'src/orders.ts': functions.join('\n') });
  const task = ['payOrder and refundOrder disagree', '--budget', '2000'];
  const first = await manifestOf(world, task);
  expect(first.blocks.length).toBe(1);
  const file = join(world, 'seen.json');
  writeFileSync(
    file,
    JSON.stringify({ ...first, blocks: first.blocks.map((block) => ({ ...block, covers: undefined })) }),
  );
  expect((await manifestOf(world, [...task, '--seen', file])).blocks).toEqual([]);
});
