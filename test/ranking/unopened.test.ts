import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import type { Engine } from '../../src/index.ts';
import { type Files, makeWorld, type World } from '../worlds/world.ts';

const RATE = "export function rateOf(country: string): number {\n  return country === 'DE' ? 19 : 0;\n}\n";
// More files than are opened; all of them match the words of the task better than the files after them.
const CROWD: Files = Object.fromEntries(
  Array.from({ length: DEFAULTS.ranking.openedMax + 10 }, (_, at) => [
    `src/weather-${at}.ts`,
    `/** The rain of the weather. ${'It goes on and on. '.repeat(20)}*/\nexport function rain${at}(wind: number[]) {\n  return wind.length * ${at};\n}\n`,
  ]),
);
const FILES: Files = {
  ...CROWD,
  'src/rate.ts': RATE,
  'src/rain.ts':
    "import { halved } from './halves';\n\n/** Review of the rain of the weather. */\nexport function reviewRain(weather: number) {\n  return halved(weather);\n}\n",
  'src/halves.ts': 'export function halved(sum: number): number {\n  return sum / 2;\n}\n',
  'src/checkout.ts':
    "import { rateOf } from './rate';\n\nexport function checkout(net: number) {\n  return net * rateOf('DE');\n}\n",
  'src/alone.ts': 'export function nobody(): number {\n  return 7;\n}\n',
};

let world: World;
let engine: Engine;
beforeAll(async () => {
  world = makeWorld(FILES, [{ message: 'Nothing', files: {} }]);
  world.write({ 'src/rate.ts': RATE.replace('19', '20') });
  engine = await world.open();
});
afterAll(async () => {
  await engine.close();
  world[Symbol.dispose]();
});

const TASK = 'Review the rain of the weather';

test.each([
  {
    name: 'code that uses a changed function is quoted, although no word of the task finds it',
    id: 'src/checkout.ts#checkout',
    likely: null,
  },
  {
    name: 'code that a likely unit uses is quoted, although it is unlikely itself',
    id: 'src/halves.ts#halved',
    likely: 0,
  },
])('$name', async ({ id, likely }) => {
  const { candidates } = await engine.explain({ task: TASK, aim: 'full', diff: 'HEAD', budget: 2500, every: true });
  expect(candidates.find((one) => one.id === id)).toMatchObject({ likelihood: likely, level: 'full' });
});

test('explain says for which candidate another one is scored', async () => {
  const { candidates } = await engine.explain({ task: TASK, aim: 'full', diff: 'HEAD', budget: 2500, every: true });
  const from = (id: string) => candidates.find((one) => one.id === id)?.from.replace(/[\d.]+/, 'N');
  expect(['src/checkout.ts#checkout', 'src/halves.ts#halved'].map(from)).toEqual([
    'scored N for the sake of another: uses rateOf, which the diff changes',
    'scored N for the sake of another: used by reviewRain',
  ]);
});

test('a pinned file gets the score of the best candidate and is quoted whole', async () => {
  const { candidates } = await engine.explain({ task: TASK, budget: 2500, pin: ['src/alone.ts'], every: true });
  const pinned = candidates.find(({ id }) => id === 'src/alone.ts');
  const best = Math.max(...candidates.flatMap((one) => (one === pinned ? [] : [one.score])));
  expect(pinned).toMatchObject({ score: best, level: 'full' });
});
