import { expect, test } from 'vitest';
import type { Engine } from '../../src/index.ts';
import { SHOP } from '../worlds/shop.ts';
import { type Files, makeWorld } from '../worlds/world.ts';

const LETTERS = 'abcdefghijklmnopqr';
// Equal in everything but their names, so that only a tie-break tells them apart, and more than any list of candidates holds.
const TWINS: Files = Object.fromEntries(
  Array.from({ length: 160 }, (_, at) => [
    `src/refunds/${LETTERS[at % 17]}${LETTERS[(at * 7) % 18]}.ts`,
    `export function refundOrder(order: Order): number {\n  return order.cents + ${at};\n}\n`,
  ]),
);
const FILES: Files = { ...SHOP, ...TWINS };
const TASK = 'refundOrder gives too little back when a webhook payment is refunded';

async function answersOf(engine: Engine): Promise<readonly string[]> {
  const packs = await Promise.all(
    (['markdown', 'xml', 'plain', 'json', undefined] as const).map((format) =>
      engine.pack({ task: TASK, budget: 1500, aim: 'full', format }),
    ),
  );
  const { context } = await engine.query({ query: 'refund an order' });
  return [...packs.map(({ text }) => text), context];
}

test('packs and queries of the same files are equal to the byte, in whatever order the files were indexed', async () => {
  using atOnce = makeWorld(FILES);
  using oneByOne = makeWorld({});
  const [first, second] = [await atOnce.open(), await oneByOne.open()];
  const asked = await answersOf(first);
  const late = Object.entries(FILES).reverse();
  for (let at = 0; at < late.length; at += 80) {
    oneByOne.write(Object.fromEntries(late.slice(at, at + 80)));
    await second.index();
  }
  const told = await answersOf(second);
  await Promise.all([first.close(), second.close()]);
  expect(asked[0]).toContain('src/refunds/aa.ts');
  expect(told).toEqual(asked);
});
