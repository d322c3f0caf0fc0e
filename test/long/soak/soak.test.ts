import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addOtherBranch, answersAnew, answersOf, type Moment, momentOf, questionsOf, soak } from '../../faults/soak.ts';
import { startBrowser } from '../../page/browser.ts';
import { until } from '../../surfaces/http/server.ts';
import { startServing } from '../../surfaces/http/start-serving.ts';
import { startKnap } from '../../surfaces/knap.ts';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 15);
const SEED = 20_261_116;
const OWN = join(import.meta.dirname, '../../..');

test(`after ${MINUTES} minutes of questions, edits and branch switches a server answers like a new one in as much memory`, async () => {
  const root = cloneOwn();
  const { child, url } = await startServing(root);
  const page = await openPage(root);
  const ends = performance.now() + MINUTES * 60_000;
  const { answers, sentAway, edits, switches, faults, moments } = await soak({
    ...{ url, root, pid: child.pid!, callers: 16, seed: SEED, editsPerBranch: 25 },
    hasMore: () => performance.now() < ends,
  });
  const [early, late] = [middle(moments, 1 / 3), middle(moments, 2 / 3)];
  const most = Math.max(...moments.map(({ megabytes }) => megabytes));
  console.log(
    `${answers} answers, ${sentAway} sent away, ${edits} edits, ${switches} switches, ${faults.length} faults; ${early.toFixed(0)} MB in the second third, ${late.toFixed(0)} MB in the last, ${most.toFixed(0)} MB at most`,
  );
  expect(faults).toEqual([]);
  expect(await page.isAlive()).toBe(true);
  await page.close();
  expect(late).toBeLessThan(early * 1.05);
  const questions = questionsOf(root).filter((_, at) => at % 50 === 0);
  const said = await answersOf(url, questions);
  // Connections of callers that are gone are let go of; what is left is what a server has before anybody asks.
  const fewest = Math.min(...moments.slice(0, 20).map(({ handles }) => handles));
  await until(() => momentOf(child.pid!).handles <= fewest + 2);
  expect(said).toEqual(await answersAnew(root, questions));
});

/** This repository as a clone of its own. */
function cloneOwn(): string {
  const root = join(realpathSync(mkdtempSync(join(tmpdir(), 'knap-soak-'))), 'own');
  onTestFinished(() => rmSync(join(root, '..'), { recursive: true, force: true, maxRetries: 3 }));
  execFileSync('git', ['clone', '-q', OWN, root]);
  addOtherBranch(root, 200);
  return root;
}

async function openPage(root: string) {
  const ui = startKnap(root, ['ui', '.', '--port', '0', '--no-open']);
  onTestFinished(() => void ui.kill('SIGKILL'));
  let said = '';
  ui.stderr!.on('data', (chunk: Buffer) => {
    said += String(chunk);
  });
  await until(() => /http:\S+/.test(said));
  const browser = await startBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(/http:\S+/.exec(said)![0]);
  const task = page.getByRole('textbox', { name: 'Task' });
  await task.fill('how does a pack keep its budget');
  await task.press('Enter');
  const shown = page.locator('.panel .bar .hint');
  await shown.waitFor({ timeout: 120_000 });
  return {
    isAlive: async () => {
      await task.fill('where are secrets redacted');
      await task.press('Enter');
      await page.waitForFunction(() => document.querySelector('main')?.getAttribute('aria-busy') === 'false');
      return (await shown.textContent()) !== '';
    },
    close: () => browser.close(),
  };
}

function middle(moments: readonly Moment[], from: number): number {
  const part = moments.slice(Math.floor(moments.length * from), Math.floor(moments.length * (from + 1 / 3)));
  const sorted = part.map(({ megabytes }) => megabytes).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}
