import { execFileSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { load } from '../../surfaces/http/load.ts';
import { startServing } from '../../surfaces/http/start-serving.ts';
import { makeWorld, SHOP } from '../../surfaces/world.ts';

const MINUTE_MS = 60_000;
const GROWTH_MB = 64;

test('50 clients for a minute: no error, and memory that does not grow', async () => {
  const { child, url } = await startServing(makeWorld(SHOP, { git: true }));
  const megabytes = () =>
    Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024;
  const seen: number[] = [];
  const watch = setInterval(() => seen.push(megabytes()), 500);
  onTestFinished(() => clearInterval(watch));
  const until = performance.now() + MINUTE_MS;
  const { times, faults } = await load(url, { clients: 50, hasMore: () => performance.now() < until });
  clearInterval(watch);
  const third = Math.floor(seen.length / 3);
  const most = (part: readonly number[]) => Math.max(...part);
  const [early, late] = [most(seen.slice(third, 2 * third)), most(seen.slice(2 * third))];
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
  console.log(
    `${times.length} answers, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms; ${Math.round(early)} MB, then ${Math.round(late)} MB`,
  );
  expect(faults).toEqual([]);
  expect(times.length).toBeGreaterThan(1000);
  expect(late - early).toBeLessThan(GROWTH_MB);
});
