import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, test } from 'vitest';
import { collectWhenIdle } from '../../src/threads/serve-thread.ts';
import { ThreadPool } from '../../src/threads/thread-pool.ts';

const folder = mkdtempSync(join(tmpdir(), 'knap-threads-'));
type Pool = ThreadPool<string, unknown>;
const pools: Pool[] = [];
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));
afterAll(() => rmSync(folder, { recursive: true }));

function pool(threadsMax = 1): Pool {
  const threadUrl = new URL('./faulty-thread.ts', import.meta.url);
  const made = new ThreadPool<string, unknown>({
    ...{ threadUrl, workerData: {}, memory: {}, threadsMax, jobsPerThread: 1, attempts: 2 },
    ...{ abortGraceMs: 200, closingMs: 2000, endAfterIdleMs: 20, threadsKept: 1 },
  });
  pools.push(made);
  return made;
}
const ask = (of: Pool, input: string, signal?: AbortSignal) => of.ask(input, { signals: [signal] });

test('a thread pool ends its idle threads, except one', async () => {
  const two = pool(2);
  const first = await Promise.all([ask(two, 'who'), ask(two, 'who')]);
  expect(new Set(first).size).toBe(2);
  const seen = new Set<unknown>(first);
  // A third number means that one of the two is gone: there are never more than two.
  while (seen.size === 2) {
    await sleep(30);
    for (const who of await Promise.all([ask(two, 'who'), ask(two, 'who')])) seen.add(who);
  }
  expect(first).toContain([...seen][0]);
});

test('an idle thread frees the memory of objects that nothing refers to', async () => {
  let held: object | null = { held: 'while it is worked on' };
  const seen = new WeakRef(held);
  held = null;
  const rest = collectWhenIdle(5);
  rest();
  while (seen.deref() !== undefined) await sleep(5);
  expect(seen.deref()).toBeUndefined();
});

test('a question whose thread ended is asked again in another thread, with those queued behind it', async () => {
  const one = pool();
  const path = join(folder, 'ended-once');
  expect(await Promise.all([ask(one, path), ask(one, 'b'), ask(one, 'c')])).toEqual([path, 'b', 'c']);
});

test('a question that ends every thread gives an error, and the next question is answered', async () => {
  const one = pool();
  await expect(ask(one, 'end')).rejects.toMatchObject({ code: 'INTERNAL' });
  expect(await ask(one, 'after')).toBe('after');
});

test('an aborted question fails with the given reason, and its thread answers the question behind it', async () => {
  const one = pool();
  const given = new AbortController();
  const [asked, behind] = [ask(one, 'wait', given.signal), ask(one, 'next')];
  given.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
  expect(await behind).toBe('next');
});

test('a queued question that is aborted is never asked', async () => {
  const one = pool();
  const [first, second] = [new AbortController(), new AbortController()];
  const [asked, behind] = [ask(one, 'wait', first.signal), ask(one, 'end', second.signal)];
  second.abort(new Error('not mine'));
  await expect(behind).rejects.toThrow('not mine');
  first.abort(new Error('nor mine'));
  await expect(asked).rejects.toThrow('nor mine');
  expect(await ask(one, 'sound')).toBe('sound');
});

test('a thread that does not respond to an abort is ended, and a new one takes the next question', async () => {
  const one = pool();
  const given = new AbortController();
  const asked = ask(one, 'spin', given.signal);
  expect(await ask(pool(), 'meanwhile')).toBe('meanwhile');
  const behind = ask(one, 'next');
  given.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
  expect(await behind).toBe('next');
});

test('closing a thread pool rejects the running and the queued questions', async () => {
  const one = pool();
  const waiting = [ask(one, 'wait'), ask(one, 'b')].map((asked) => expect(asked).rejects.toThrow());
  await one.close();
  await Promise.all(waiting);
});
