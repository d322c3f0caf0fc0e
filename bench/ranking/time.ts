import { parseArgs } from 'node:util';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { loadConfig } from '../../src/config/load.ts';
import { find } from '../../src/engine/find.ts';
import { openParts } from '../../src/engine/open/open-parts.ts';
import { runPack } from '../../src/engine/questions/pack.ts';
import { quantile } from '../../src/evaluation/statistics.ts';
import type { EvalTask } from '../../src/evaluation/task.ts';
import { indexWorkspace } from '../../src/indexing/index-workspace.ts';
import { SAMPLE_OPTIONS, samples } from './sample-tasks.ts';

// How long a warm process takes to rank, and to pack, on an index that is up to date; each task is asked once:
// node bench/ranking/time.ts --tasks FILE --mirrors DIR [--work DIR] [--repo NAME,NAME] [--each N]
const { values } = parseArgs({ options: SAMPLE_OPTIONS });
const { tasks: tasksFile, mirrors } = values;
if (!tasksFile || !mirrors) throw new Error('usage: time.ts --tasks FILE --mirrors DIR');

const WARMING = 10;

interface Times {
  readonly ranked: readonly number[];
  readonly packed: readonly number[];
}

const byRepository = new Map<string, Times>();
console.log(
  '| repository | tasks | rank p50 ms | rank p95 ms | rank and pack p50 ms | p95 ms |\n|---|---|---|---|---|---|',
);
for await (const { repo, tasks, tree } of samples({ ...values, tasks: tasksFile, mirrors })) {
  const times: Times[] = [];
  for (const [base, all] of Map.groupBy(tasks, (task) => task.base)) {
    await tree.moveTo(base);
    times.push(await timesOf(tree.folder, all));
  }
  byRepository.set(repo, joined(times));
  printRow(repo, byRepository.get(repo)!);
}
const all = joined([...byRepository.values()]);
const p50s = [...byRepository].map(([repo, { packed }]) => ({ repo, p50: quantile(packed, 0.5) }));
const worst = p50s.reduce((most, one) => (one.p50 > most.p50 ? one : most));
printRow('all', all);
console.log(
  `rank and pack, p50 over ${all.packed.length} tasks: ${quantile(all.packed, 0.5).toFixed(1)} ms; worst repository: ${worst.repo}, ${worst.p50.toFixed(1)} ms`,
);

async function timesOf(root: string, tasks: readonly EvalTask[]): Promise<Times> {
  const { config } = await loadConfig({ root, env: {} });
  const parts = await openParts(root, config, Date.now);
  await indexWorkspace(parts, DEFAULTS.indexing);
  const context = { root, config, parts, notes: [] };
  const ranked: number[] = [];
  const packed: number[] = [];
  for (const [at, { query }] of tasks.entries()) {
    const input = { task: query, budget: DEFAULTS.evaluation.budgetTokens };
    const isRanked = at % 2 === 0;
    const ms = await timed(() => (isRanked ? find(input, context) : runPack(input, context)));
    // The first tasks only warm the process.
    if (at >= WARMING) (isRanked ? ranked : packed).push(ms);
  }
  await parts.parser.close();
  await parts.store.close();
  return { ranked, packed };
}

function joined(times: readonly Times[]): Times {
  return { ranked: times.flatMap(({ ranked }) => ranked), packed: times.flatMap(({ packed }) => packed) };
}

function printRow(name: string, { ranked, packed }: Times): void {
  const cells = [quantile(ranked, 0.5), quantile(ranked, 0.95), quantile(packed, 0.5), quantile(packed, 0.95)];
  console.log(`| ${name} | ${packed.length} | ${cells.map((ms) => ms.toFixed(1)).join(' | ')} |`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
