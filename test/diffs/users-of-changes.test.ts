import { expect, test } from 'vitest';
import { makeWorld } from '../worlds/world.ts';

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');
const CROWD = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [
    `lib/weather-${at}.ts`,
    `export function rain${at}(wind: number[]) {\n${lines(60, (n) => `  const drop${n} = wind[${n}]! * ${at};`)}\n}\n`,
  ]),
);
const RATE = "export function rateOf(country: string): number {\n  return country === 'DE' ? 19 : 0;\n}\n";

const CHECKOUT =
  "import { rateOf } from './rate';\n\nexport function checkout(net: number) {\n  return net * rateOf('DE');\n}\n";

test.each([
  'what else must change with this patch?',
  'which other files does this diff break?',
  'review the changes of this commit',
])('words about the change itself are not searched: %s', async (task) => {
  using world = makeWorld(
    {
      ...Object.fromEntries(
        ['patch', 'diff', 'commit'].map((name) => [
          `lib/${name}.ts`,
          `/** The ${name} of a file, what it changes and breaks. */\nexport function change${name}(${name}: string) {\n  return ${name};\n}\n`,
        ]),
      ),
      'src/rate.ts': RATE,
      'src/checkout.ts': CHECKOUT,
    },
    [{ message: 'Nothing', files: {} }],
  );
  world.write({ 'src/rate.ts': RATE.replace('19', '20') });
  const engine = await world.open();
  const { candidates, nothing } = await engine.explain({ task, diff: 'HEAD' });
  await engine.close();
  const files = candidates.filter(({ id, path }) => id === path).toSorted((a, b) => a.rank - b.rank);
  expect(files.slice(0, 2).map(({ path }) => path)).toEqual(['src/rate.ts', 'src/checkout.ts']);
  expect(nothing).toBe(0);
});

test('users of a change are quoted even if their words are unlikely', async () => {
  using world = makeWorld(
    {
      ...CROWD,
      'src/rate.ts': RATE,
      'src/checkout.ts': CHECKOUT,
    },
    [{ message: 'Nothing', files: {} }],
  );
  world.write({ 'src/rate.ts': RATE.replace('19', '20') });
  const engine = await world.open();
  const { pack } = await engine.pack({
    task: 'Review rateOf and the rain of lib/weather-1.ts',
    diff: 'HEAD',
    aim: 'focused',
    budget: 3000,
  });
  await engine.close();
  expect(pack.blocks.map(({ path }) => path)).toEqual(expect.arrayContaining(['src/rate.ts', 'src/checkout.ts']));
});
