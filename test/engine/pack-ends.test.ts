import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, PackInput } from '../../src/index.ts';
import type { PackAim } from '../../src/model/budget.ts';
import { type Files, makeWorld, type World } from '../worlds/world.ts';

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');
const functionOf = (name: string, word: string, count: number) =>
  `export function ${name}(order: Order): number {\n${lines(count, (at) => `  const step${at} = ${word}Of(order, ${at});`)}\n  return step0;\n}\n`;

// One file is about the task, some speak of it, many do not.
const FILES: Files = {
  'src/refund-order.ts': functionOf('refundOrder', 'refund', 12),
  ...Object.fromEntries(
    Array.from({ length: 6 }, (_, at) => [
      `src/order-${at}.ts`,
      functionOf(`payBack${at}`, at < 4 ? 'refund' : 'round', 10),
    ]),
  ),
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`lib/weather-${at}.ts`, functionOf(`rain${at}`, 'cloud', 40)]),
  ),
};
const TASK = 'The refund of an order is rounded twice';
const ENDS = /Ends (?:here|at the (?:budget|limit))[^\n<]*/;

let world: World;
let engine: Engine;
beforeAll(async () => {
  world = makeWorld(FILES);
  engine = await world.open();
});
afterAll(async () => {
  await engine.close();
  world[Symbol.dispose]();
});

const packed = async (aim: PackAim, budget: number, format: PackInput['format'] = 'markdown') => {
  const { pack, text } = await engine.pack({ task: TASK, aim, budget, format });
  return { files: new Set(pack.blocks.map(({ path }) => path)), end: ENDS.exec(text)?.[0] ?? null, pack, text };
};

describe('a page says why it ends and what more would bring', () => {
  test('where the aim ends it: how likely the next file is, and how many the next aim would add', async () => {
    const { files, end } = await packed('focused', 3000);
    const [, likely, aim, more] =
      /the next file is (\d+|under 1) % likely; aim (\w+) would add up to (\d+) files?\.$/.exec(end!)!;
    expect(aim).toMatch(/balanced|full/);
    expect(Number(likely === 'under 1' ? 0 : likely)).toBeLessThan(60);
    const wider = await packed(aim as PackAim, 3000);
    const added = [...wider.files].filter((path) => !files.has(path)).length;
    expect(added).toBeGreaterThan(0);
    expect(added).toBeLessThanOrEqual(Number(more));
  });

  test('where all code would fit, the next aim adds all of it', async () => {
    const { files, end } = await packed('focused', 60_000);
    const code = Object.keys(FILES).length;
    expect(end).toContain(`aim balanced would add up to ${code - files.size} files.`);
    expect((await packed('balanced', 60_000)).files.size).toBe(code);
  });

  test('where nothing is left out it says nothing', async () => expect((await packed('full', 60_000)).end).toBeNull());

  for (const format of ['markdown', 'xml', 'plain'] as const)
    test(`where the budget ends it: what did not fit, in ${format}`, async () => {
      const { files, end, pack } = await packed('full', 1000, format);
      const [, more] = /at the budget: (\d+) more files?(?:, \d+ parts?)? did not fit\.$/.exec(end!)!;
      const ample = (await packed('full', 3500)).files;
      expect(Number(more)).toBeGreaterThan(0);
      expect(Number(more)).toBeLessThanOrEqual(Object.keys(FILES).length - files.size);
      expect(ample.size).toBeGreaterThan(files.size);
      expect(pack.usage.used).toBeLessThanOrEqual(1000);
    });

  test('PACK.md says it too', async () => {
    const { text } = await engine.pack({ task: TASK, aim: 'focused', budget: 3000 });
    expect(text).toMatch(ENDS);
  });
});
