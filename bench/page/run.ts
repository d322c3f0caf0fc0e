import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { startBrowser } from '../../test/page/browser.ts';

// How quickly the page is there, and how quickly a pack follows the slider, on a warm index and the built command:
//   node bench/page/run.ts --tree DIR [--task TEXT] [--steps N]

const DIST = join(import.meta.dirname, '../../dist');
const CLI = join(DIST, 'cli.js');
const { values } = parseArgs({
  options: {
    tree: { type: 'string' },
    task: { type: 'string', default: 'how is a request turned into a response' },
    steps: { type: 'string', default: '100' },
  },
});
if (values.tree === undefined) throw new Error('Name a tree: node bench/page/run.ts --tree DIR');

const { status } = spawnSync(process.execPath, [CLI, 'index', '--root', values.tree], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
const child = spawn(process.execPath, [CLI, 'ui', values.tree, '--port', '0', '--no-open'], {
  stdio: ['ignore', 'ignore', 'pipe'],
});
const address = await new Promise<string>((resolve) => {
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += String(chunk);
    const [found] = /http:\S+/.exec(said) ?? [];
    if (found !== undefined) resolve(found);
  });
});
const browser = await startBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(address);
  await page.getByRole('radio', { name: /focused/ }).waitFor();
  const first = await openingTimes(page);
  await page.getByRole('textbox', { name: 'Task' }).fill(values.task);
  await page.getByRole('textbox', { name: 'Task' }).press('Enter');
  await page.locator('.panel .bar .hint').waitFor({ timeout: 600_000 });
  await page.waitForFunction(() => document.querySelector('main')?.getAttribute('aria-busy') === 'false');
  const slider = shares(await sliderTimes(page, Number(values.steps)));
  const [load] = loadavg();
  console.log(`cores ${cpus().length}, load ${load!.toFixed(1)}`);
  console.log('| first paint | usable | slider p50 | p95 | most | page, gzip |');
  console.log(`|${'---|'.repeat(6)}`);
  console.log(
    `| ${first.paint} ms | ${first.usable} ms | ${slider(0.5)} ms | ${slider(0.95)} ms | ${slider(1)} ms | ${kilobytes()} kB |`,
  );
} finally {
  await browser.close();
  child.kill('SIGINT');
}

function shares(times: readonly number[]): (share: number) => number {
  const sorted = times.toSorted((a, b) => a - b);
  return (share) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!);
}

async function openingTimes(page: Page): Promise<{ paint: number; usable: number }> {
  const usable = await page.evaluate(() => Math.round(performance.now()));
  // A quick page is usable before the browser reports its first paint.
  await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
  const paint = await page.evaluate(() => Math.round(performance.getEntriesByType('paint')[0]!.startTime));
  return { paint, usable };
}

// Measures the time from a move of the slider to the frame that shows its result; each move waits for the one before.
function sliderTimes(page: Page, steps: number): Promise<number[]> {
  return page.evaluate(async (count) => {
    const slider = document.querySelector<HTMLInputElement>('#budget')!;
    const said = () => document.querySelector('.panel .bar .hint')?.textContent ?? '';
    const times: number[] = [];
    for (let step = 0; step < count; step++) {
      slider.value = String(40 + ((step * 37) % 100));
      const started = performance.now();
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise(requestAnimationFrame);
      const wanted = ` of ${slider.getAttribute('aria-valuetext')?.split(' ')[0]} tokens`;
      while (!said().includes(wanted)) await new Promise(requestAnimationFrame);
      times.push(performance.now() - started);
    }
    return times;
  }, steps);
}

function kilobytes(): number {
  const page = join(DIST, 'page');
  const files = readdirSync(page, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name));
  return Math.round(files.reduce((sum, name) => sum + gzipSync(readFileSync(join(page, name))).length, 0) / 1000);
}
