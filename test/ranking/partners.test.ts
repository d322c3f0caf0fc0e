import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../src/index.ts';
import { type Files, makeWorld, type World } from '../worlds/world.ts';

const refund = (rate: number) =>
  `export function refundOrder(paid: number): number {\n  if (paid < 0) throw new Error('nothing to refund');\n  return paid * ${rate};\n}\n`;
// Code that shares words with the task, and takes the room for names.
const CROWD: Files = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [
    `src/orders/order-${at}.ts`,
    `/** Keeps an order. */\nexport function keepOrder${at}(order: number[]): number {\n${'  // The order is kept as it is.\n'.repeat(12)}  return order.length * ${at};\n}\n`,
  ]),
);
const FILES: Files = {
  ...CROWD,
  'src/refund.ts': refund(1),
  'src/weather.ts': 'export function rain(wind: number[]): number {\n  return wind.length;\n}\n',
  'test/refund.test.ts':
    "import { refundOrder } from '../src/refund';\n\ntest('gives back what was paid', () => expect(refundOrder(3)).toBe(3));\n",
  'test/weather.test.ts': "import { rain } from '../src/weather';\n\ntest('rains', () => expect(rain([1])).toBe(1));\n",
  'CHANGELOG.md': '# Changes\n\nThe first version.\n',
  'AUTHORS.md': '# Authors\n\nSomebody.\n',
  'settings/limits.yaml': 'refunds: 10\n',
  'settings/colours.yaml': 'dark: true\n',
};
const PAST = Array.from({ length: 8 }, (_, at) => ({
  message: `Version ${at}`,
  files: {
    'src/refund.ts': refund(at),
    'CHANGELOG.md': `# Changes\n\nVersion ${at} can refund an order.\n`,
    'settings/limits.yaml': `refunds: ${at}\n`,
  },
}));

let world: World;
let engine: Engine;
beforeAll(async () => {
  world = makeWorld(FILES, PAST);
  engine = await world.open();
});
afterAll(async () => {
  await engine.close();
  world[Symbol.dispose]();
});

const TASK = 'Refuse to refund an order that was refunded before';
const namedIn = async (more: { include?: readonly 'docs'[]; ranker?: 'signals' } = {}) => {
  const { pack } = await engine.pack({ task: TASK, ...more });
  return { pack, named: new Set([...pack.references, ...pack.blocks].map(({ path }) => path)) };
};

test('a pack names files that change with the likeliest code: its test, the changelog and its settings', async () => {
  const { pack, named } = await namedIn();
  const others = [...named].filter((path) => !path.startsWith('src/'));
  expect(others.toSorted()).toEqual(['CHANGELOG.md', 'settings/limits.yaml', 'test/refund.test.ts']);
  expect(pack.blocks.map(({ path }) => path)).not.toContain('CHANGELOG.md');
});

test('a file that changes with the likeliest code is listed with that reason and its likelihood', async () => {
  const { pack } = await namedIn();
  const changelog = pack.files.find(({ path }) => path === 'CHANGELOG.md');
  expect(changelog?.reasons[0]).toMatchObject({
    signal: 'partner',
    because: 'changed with src/refund.ts in 8 of 8 commits',
  });
  expect(changelog?.likelihood).toBe(changelog?.reasons[0]?.value);
});

// With little room the names of code are chosen before those of partners.
test.each([400, 1200])(
  'files that a pack only names are sorted by their likelihood, within %s tokens',
  async (budget) => {
    const { pack } = await engine.pack({ task: TASK, budget });
    const likelihoods = new Map(pack.files.map(({ path, likelihood }) => [path, likelihood]));
    const named = [...new Set(pack.references.map(({ path }) => path))];
    expect(named).toContain('CHANGELOG.md');
    expect(named).toContain('src/orders/order-15.ts');
    const listed = named.map((path) => likelihoods.get(path)!);
    expect(listed).toEqual(listed.toSorted((a, b) => b - a));
  },
);

test('a changelog that changes with the likeliest code ranks below that code', async () => {
  const { candidates } = await engine.explain({ task: TASK, every: true });
  const rankOf = (path: string) => candidates.find((one) => one.id === path)!.rank;
  expect(rankOf('src/refund.ts')).toBeLessThan(rankOf('CHANGELOG.md'));
});

test.each([
  { name: 'by the ranker "signals"', more: { ranker: 'signals' as const } },
  { name: 'if the caller includes documents', more: { include: ['docs'] as const } },
])('a changelog is not named as a file that changes with the likeliest code $name', async ({ more }) => {
  const { pack } = await namedIn(more);
  const reasons = pack.files.filter(({ path }) => path === 'CHANGELOG.md').flatMap((file) => file.reasons);
  expect(reasons.map(({ signal }) => signal)).not.toContain('partner');
});
