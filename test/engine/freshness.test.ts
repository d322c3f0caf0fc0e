import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PackInput, QueryInput } from '../../src/index.ts';
import type { Engine } from '../../src/ports/engine.ts';
import { SHOP } from '../worlds/shop.ts';
import { makeWorld, type World } from '../worlds/world.ts';

const PATH = 'src/payments/webhook.ts';

/** Asks once to make the index, then again while `meanwhile` happens between the scan and the reading. */
async function packWhile(
  world: World,
  meanwhile: () => void,
  ask: (engine: Engine) => Promise<void>,
  before: (engine: Engine) => Promise<unknown> = (engine) => engine.index(),
) {
  let isArmed = false;
  const engine = await world.open({
    onProgress: ({ stage, total }) => {
      if (!isArmed || stage !== 'scan' || total === 0) return;
      isArmed = false;
      meanwhile();
    },
  });
  try {
    await before(engine);
    isArmed = true;
    await ask(engine);
    expect(isArmed).toBe(false);
  } finally {
    await engine.close();
  }
}

test('S55 a pack quotes a symbol at its present lines if its file changed after the scan', async () => {
  using world = makeWorld(SHOP);
  const shifted = `${'// a new line above\n'.repeat(7)}${SHOP[PATH]}`;
  await packWhile(
    world,
    () => world.write({ [PATH]: shifted }),
    async (engine) => {
      const { pack } = await engine.pack({ task: 'fix `verifySignature`' });
      const block = pack.blocks.find((one) => one.path === PATH && one.text.includes('function verifySignature'))!;
      const lines = shifted.split('\n');
      expect(block.isStale).toBe(false);
      expect(block.text).toBe(lines.slice(block.startLine - 1, block.endLine).join('\n'));
    },
  );
});

test('C8 a file renamed to another extension is found as code or as a document, by its new extension', async () => {
  using world = makeWorld({ 'a.txt': 'def pay_order(total):\n    return total\n', 'b.md': '', 'c.txt': '# Refunds\n' });
  const engine = await world.open();
  const found = async (query: string, types: QueryInput['types']) =>
    (await engine.query({ query, types, minScore: 0 })).results.map(({ entity }) => entity.id);
  expect(await found('pay_order', ['function'])).toEqual([]);
  renameSync(join(world.root, 'a.txt'), join(world.root, 'a.py'));
  renameSync(join(world.root, 'c.txt'), join(world.root, 'c.md'));
  expect(await found('pay_order', ['function'])).toEqual(['a.py#pay_order']);
  expect(await found('refunds', ['section'])).toEqual(['c.md#Refunds']);
  renameSync(join(world.root, 'a.py'), join(world.root, 'a.txt'));
  expect(await found('pay_order', ['function'])).toEqual([]);
  await engine.close();
});

test('S53 a pack quotes a file that vanished after the scan from the index and marks it as stale', async () => {
  using world = makeWorld(SHOP);
  await packWhile(
    world,
    () => rmSync(join(world.root, PATH)),
    async (engine) => {
      const { pack, text } = await engine.pack({ task: 'fix `verifySignature`' });
      const block = pack.blocks.find((one) => one.path === PATH)!;
      expect(block.isStale).toBe(true);
      expect(block.text).toContain('function verifySignature');
      expect(text).toMatch(/stale/i);
    },
  );
});

test('a task packed again with another budget, aim or format gives the same pack as in a new engine', async () => {
  using world = makeWorld(SHOP);
  const [engine, task] = [await world.open(), 'fix `verifySignature`, the webhook refuses payments'];
  const inputs: readonly PackInput[] = [
    { task, budget: 4000 },
    { task, budget: 900 },
    { task, budget: 8000, aim: 'full' },
    { task, format: 'xml' },
    { task, drop: [PATH] },
    { task, under: 'src/payments' },
    { task, lens: 'writing' },
    { task, budget: 4000, explain: true },
  ];
  for (const input of inputs) {
    const alone = await world.open();
    const { milliseconds: _, ...first } = await alone.pack(input);
    await alone.close();
    const { milliseconds: __, ...again } = await engine.pack(input);
    expect(again).toEqual(first);
  }
  await engine.close();
});

test.each([
  ['changed', `// a new line above\n${SHOP[PATH]}`],
  ['vanished', null],
])(
  'S55 a task packed again after its file %s behind the scan quotes the file, or the index, not its memory',
  async (_, next) => {
    using world = makeWorld(SHOP);
    const task = 'fix `verifySignature`';
    await packWhile(
      world,
      () => (next === null ? rmSync(join(world.root, PATH)) : world.write({ [PATH]: next })),
      async (engine) => {
        const { pack } = await engine.pack({ task, budget: 3000 });
        const { isStale, startLine } = pack.blocks.find((one) => one.text.includes('function verifySignature'))!;
        const shifted = next ?? SHOP[PATH]!;
        expect(isStale).toBe(next === null);
        expect(pack.blocks.find((one) => one.path === PATH)!.text.split('\n')[0]).toBe(
          shifted.split('\n')[startLine - 1],
        );
      },
      (engine) => engine.pack({ task, budget: 4000 }),
    );
  },
);

test('S55 a query quotes a symbol at its present lines if its file changed after the scan', async () => {
  using world = makeWorld(SHOP);
  await packWhile(
    world,
    () => world.write({ [PATH]: `// moved\n${SHOP[PATH]}` }),
    async (engine) => {
      const { results, context } = await engine.query({ query: 'verifySignature', contextLines: 0 });
      const found = results.find((one) => one.entity.name === 'verifySignature')!;
      const { startLine, endLine } = found.location;
      expect(
        `// moved\n${SHOP[PATH]}`
          .split('\n')
          .slice(startLine - 1, endLine)
          .join('\n'),
      ).toBe(found.codePreview);
      expect(context).toContain('export function verifySignature(body: string, signature: string): boolean {');
    },
  );
});

test('the next pack quotes a new file and leaves out a deleted file', async () => {
  using world = makeWorld(SHOP);
  const engine = await world.open();
  try {
    await engine.pack({ task: 'webhook' });
    world.write({ 'src/refund.ts': 'export function refundCustomer(): void {}\n' });
    rmSync(join(world.root, 'src/catalog/search.ts'));
    const { pack } = await engine.pack({ task: 'refundCustomer in ProductSearch' });
    expect(pack.blocks.map((block) => block.path)).toContain('src/refund.ts');
    expect(pack.files.map((file) => file.path)).not.toContain('src/catalog/search.ts');
  } finally {
    await engine.close();
  }
});
