import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ContextError, type Engine, type EnginePoolOptions, openEnginePool } from '../../src/index.ts';
import { SHOP } from '../worlds/shop.ts';
import { makeWorld, type World } from '../worlds/world.ts';

const TASKS = ['fix `verifySignature`', 'fix `findOrder`', 'who sends the confirmation mail', 'fix `zebraStripes`'];
const NOW = () => Date.UTC(2026, 5, 1);

async function onPool(
  use: (pool: Engine, world: World) => Promise<void>,
  options: Partial<EnginePoolOptions> = {},
): Promise<void> {
  using world = makeWorld(SHOP, [{ message: 'Send mail', files: { 'src/mail/list.ts': 'export const list = 1;\n' } }]);
  const pool = await openEnginePool({ root: world.root, workers: 2, now: NOW, ...options });
  try {
    await use(pool, world);
  } finally {
    await pool.close();
  }
}

test('threads answer as one engine does, however many ask at once', () =>
  onPool(async (pool, world) => {
    const answers = await Promise.all([...TASKS, ...TASKS].map((task) => pool.pack({ task })));
    const engine = await world.open();
    for (const [at, task] of TASKS.entries()) {
      const { milliseconds: _one, ...alone } = await engine.pack({ task });
      for (const given of [answers[at]!, answers[at + TASKS.length]!]) {
        const { milliseconds: _other, ...together } = given;
        expect(together).toEqual(alone);
      }
    }
    const shown = await pool.show({ targets: ['docs/payments.md'] });
    expect(shown).toEqual(await engine.show({ targets: ['docs/payments.md'] }));
    await engine.close();
  }));

test('what was saved is in the next answer of every thread', () =>
  onPool(async (pool, world) => {
    await Promise.all(TASKS.map((task) => pool.pack({ task })));
    world.write({ 'src/new.ts': 'export function unicornParade() {\n  return 7;\n}\n' });
    const answers = await Promise.all([1, 2, 3].map(() => pool.pack({ task: 'fix `unicornParade`' })));
    for (const { pack } of answers) expect(pack.blocks.map(({ path }) => path)).toContain('src/new.ts');
  }));

test('an index made anew is the one that threads read', () =>
  onPool(async (pool, world) => {
    await Promise.all(TASKS.map((task) => pool.pack({ task })));
    rmSync(join(world.root, 'src/catalog'), { recursive: true });
    await pool.index({ full: true });
    const { pack } = await pool.pack({ task: 'fix `zebraStripes`' });
    expect(pack.coverage.files).toBe((await pool.status()).coverage.files);
    expect(pack.blocks.map(({ path }) => path)).not.toContain('src/catalog/zebra.ts');
  }));

test('errors come out of a thread as they went in', () =>
  onPool(async (pool) => {
    await expect(pool.pack({ task: ' ' })).rejects.toThrow(ContextError);
    await expect(pool.pack({ task: ' ' })).rejects.toMatchObject({ code: 'NO_TASK' });
    await expect(pool.show({ targets: ['no such page'] })).rejects.toMatchObject({ code: 'NO_SUCH_DOCUMENT' });
  }));

test('a call that is given up leaves its thread to the next', () =>
  onPool(
    async (pool) => {
      await pool.pack({ task: TASKS[0]! });
      const given = new AbortController();
      const calls = TASKS.map((task) => pool.with({ signal: given.signal }).pack({ task }));
      const settled = Promise.allSettled(calls);
      await sleep(1);
      given.abort(new Error('changed my mind'));
      for (const { status, ...how } of await settled)
        if (status === 'rejected') expect(how).toMatchObject({ reason: { message: 'changed my mind' } });
      expect((await pool.pack({ task: TASKS[0]! })).pack.blocks.length).toBeGreaterThan(0);
    },
    { watch: true },
  ));

test('closing a pool ends its calls', async () => {
  using world = makeWorld(SHOP);
  const pool = await openEnginePool({ root: world.root, workers: 2 });
  await pool.pack({ task: TASKS[0]! });
  const call = pool.pack({ task: TASKS[1]! });
  const closed = pool.close();
  await expect(call).rejects.toThrow('The engine is closed.');
  await closed;
  await expect(pool.pack({ task: TASKS[1]! })).rejects.toThrow('The engine is closed.');
});

test('with one thread there is nothing to share out: it answers by itself', () =>
  onPool(
    async (pool) => {
      expect((await pool.pack({ task: TASKS[0]! })).pack.blocks.length).toBeGreaterThan(0);
    },
    { workers: 1 },
  ));
