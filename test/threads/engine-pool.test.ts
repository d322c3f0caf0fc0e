import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ContextError, type Engine, openEnginePool } from '../../src/index.ts';
import { SHOP } from '../worlds/shop.ts';
import { makeWorld } from '../worlds/world.ts';

const TASKS = ['fix `verifySignature`', 'fix `findOrder`', 'who sends the confirmation mail', 'fix `zebraStripes`'];
const NOW = () => Date.UTC(2026, 5, 1);

const world = makeWorld(SHOP, [{ message: 'Send mail', files: { 'src/mail/list.ts': 'export const list = 1;\n' } }]);
// Threads take a while to start, so that all but the last test share them.
let pool: Engine;
beforeAll(async () => {
  pool = await openEnginePool({ root: world.root, workers: 2, now: NOW });
});
afterAll(async () => {
  await pool.close();
  world[Symbol.dispose]();
});

const pathsFor = async (task: string) => (await pool.pack({ task })).pack.blocks.map(({ path }) => path);

test('an engine pool answers parallel questions with the same packs and documents as a single engine', async () => {
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
});

test('a saved file is in every next answer of an engine pool', async () => {
  world.write({ 'src/new.ts': 'export function unicornParade() {\n  return 7;\n}\n' });
  const answers = await Promise.all([1, 2, 3].map(() => pathsFor('fix `unicornParade`')));
  for (const paths of answers) expect(paths).toContain('src/new.ts');
});

test('errors of a thread of the engine pool reach the caller with their class and code', async () => {
  await expect(pool.pack({ task: ' ' })).rejects.toThrow(ContextError);
  await expect(pool.pack({ task: ' ' })).rejects.toMatchObject({ code: 'NO_TASK' });
  await expect(pool.show({ targets: ['no such page'] })).rejects.toMatchObject({ code: 'NO_SUCH_DOCUMENT' });
});

test('aborted calls of an engine pool fail with the given reason, and the next call is answered', async () => {
  const given = new AbortController();
  const calls = Array.from({ length: 12 }, () => pool.with({ signal: given.signal }).pack({ task: TASKS[2]! }));
  const settled = Promise.allSettled(calls);
  // The first answer: by then others are being worked on, and others still wait.
  await Promise.race(calls);
  given.abort(new Error('changed my mind'));
  const reasons = (await settled).flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []));
  expect(new Set(reasons)).toEqual(new Set(['changed my mind']));
  expect(await pathsFor(TASKS[0]!)).toContain('src/payments/webhook.ts');
});

test('an engine pool answers calls during and after a rebuild of the index from the new index', async () => {
  rmSync(join(world.root, 'src/catalog'), { recursive: true });
  // Asked while the index goes and comes, calls wait for the new one.
  const asked = [pool.pack({ task: TASKS[0]! }), pool.index({ full: true }), pool.pack({ task: TASKS[0]! })] as const;
  const [before, { files }, after] = await Promise.all(asked);
  for (const { pack: given } of [before, after]) expect(given.coverage.files).toBe(files);
  const { pack } = await pool.pack({ task: TASKS[3]! });
  expect(pack.coverage.files).toBe((await pool.status()).coverage.files);
  expect(pack.blocks.map(({ path }) => path)).not.toContain('src/catalog/zebra.ts');
});

test('an engine pool of one worker answers until the pool is closed', async () => {
  const single = await openEnginePool({ root: world.root, workers: 1 });
  expect((await single.pack({ task: TASKS[0]! })).pack.blocks.length).toBeGreaterThan(0);
  await single.close();
  await expect(single.pack({ task: TASKS[1]! })).rejects.toThrow('The engine is closed.');
});

test('closing an engine pool rejects its running call and every later one', async () => {
  const call = pool.pack({ task: TASKS[1]! });
  const closed = pool.close();
  await expect(call).rejects.toThrow('The engine is closed.');
  await closed;
  await expect(pool.pack({ task: TASKS[1]! })).rejects.toThrow('The engine is closed.');
  pool = await openEnginePool({ root: world.root, workers: 1 });
});

test('a program that awaits an answer of an engine pool does not end before the answer', () => {
  const program = `import { openEnginePool } from ${JSON.stringify(new URL('../../src/index.ts', import.meta.url).href)};
    const pool = await openEnginePool({ root: ${JSON.stringify(world.root)}, workers: 1, watch: true });
    console.log((await pool.pack({ task: 'fix \`findOrder\`' })).pack.blocks.length > 0);`;
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect([stdout, status]).toEqual(['true\n', 0]);
});
