import { execFileSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { load } from '../../surfaces/http/load.ts';
import { send, until } from '../../surfaces/http/server.ts';
import { startServing } from '../../surfaces/http/start-serving.ts';
import { makeWorld, SHOP } from '../../surfaces/world.ts';

const MINUTE_MS = 60_000;
const GROWTH_MB = 64;
const SOON_MS = 1000;
// Fewer than `unauthorizedMax`: of more connections that open at once, the server closes the oldest.
const MANY = 380;

const at = (times: readonly number[], share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);

async function serveReady() {
  const { child, url } = await startServing(makeWorld(SHOP, { git: true }));
  await until(async () => (await send(`${url}/readyz`)).status === 200);
  return { child, url };
}

test('a server asked by 50 clients for a minute answers without a fault, and its memory does not grow', async () => {
  const { child, url } = await serveReady();
  const megabytes = () =>
    Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024;
  const seen: number[] = [];
  const watch = setInterval(() => seen.push(megabytes()), 500);
  onTestFinished(() => clearInterval(watch));
  const end = performance.now() + MINUTE_MS;
  const { times, sentAway, faults } = await load(url, { clients: 50, hasMore: () => performance.now() < end });
  clearInterval(watch);
  const third = Math.floor(seen.length / 3);
  const most = (part: readonly number[]) => Math.max(...part);
  const [early, late] = [most(seen.slice(third, 2 * third)), most(seen.slice(2 * third))];
  console.log(
    `${times.length} answers, p50 ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms, ${sentAway} sent away; ${Math.round(early)} MB, then ${Math.round(late)} MB`,
  );
  expect(faults).toEqual([]);
  expect(times.length).toBeGreaterThan(1000);
  expect(late - early).toBeLessThan(GROWTH_MB);
});

test('a server asked by 380 clients sends some away, but answers the others and another caller within a second', async () => {
  const { url } = await serveReady();
  const end = performance.now() + MINUTE_MS;
  const hasMore = () => performance.now() < end;
  const [many, single] = await Promise.all([
    load(url, { clients: MANY, caller: 'many', hasMore }),
    load(url, { clients: 1, caller: 'single', hasMore }),
  ]);
  const after = await load(url, { clients: 4, caller: 'after', hasMore: (asked) => asked < 25 });
  for (const [who, { times, sentAway }] of Object.entries({ many, single, after }))
    console.log(
      `${who}: ${times.length} answers, p50 ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms, ${sentAway} sent away`,
    );
  expect([...many.faults, ...single.faults, ...after.faults]).toEqual([]);
  expect(many.sentAway).toBeGreaterThan(0);
  expect(at(many.times, 0.99)).toBeLessThan(SOON_MS);
  expect(at(single.times, 0.99)).toBeLessThan(SOON_MS);
  expect(single.sentAway).toBe(0);
  expect(after).toMatchObject({ sentAway: 0, times: { length: 100 } });
  const { text } = await send(`${url}/metrics`);
  expect(text).toMatch(/^knap_questions_waiting 0$/m);
});
