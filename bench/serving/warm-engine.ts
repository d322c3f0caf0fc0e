import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Engine } from '../../src/index.ts';

// Times packs of one warm process: node bench/serving/warm-engine.ts --tree DIR [--packs 200] [--callers 1 --callers 8]
// [--workers 2] [--source]. DIR is a work tree of a git repository; every pack has another task, from its own commit
// subjects. Without --source the built package is measured.
const { values } = parseArgs({
  options: {
    tree: { type: 'string' },
    packs: { type: 'string', default: '200' },
    callers: { type: 'string', multiple: true, default: ['1', '8'] },
    workers: { type: 'string', multiple: true, default: ['0', '2'] },
    source: { type: 'boolean', default: false },
  },
});
if (!values.tree) throw new Error('usage: warm-engine.ts --tree DIR');
const root = values.tree;
const packs = Number(values.packs);
const WARM_UP = 40;

const library = new URL(values.source ? '../../src/index.ts' : '../../dist/index.js', import.meta.url);
const { openEngine, openEnginePool } = (await import(library.href)) as typeof import('../../src/index.ts');
const tasks = subjects(root, packs + WARM_UP);

console.log(`| workers | callers | packs | p50 | p95 | p99 | a second | CPU each | RSS MB | load |`);
console.log('|---|---|---|---|---|---|---|---|---|---|');
for (const workers of values.workers.map(Number)) {
  const options = { root, watch: true };
  const engine = workers === 0 ? await openEngine(options) : await openEnginePool({ ...options, workers });
  await engine.index();
  // Several callers at once make the engine start all its workers.
  await ask(engine, tasks.slice(0, WARM_UP), Math.max(1, 2 * workers));
  for (const callers of values.callers.map(Number)) console.log(await row(engine, workers, callers));
  await engine.close();
}

async function row(engine: Engine, workers: number, callers: number): Promise<string> {
  const cpu = process.cpuUsage();
  const started = performance.now();
  const times = (await ask(engine, tasks.slice(WARM_UP), callers)).toSorted((a, b) => a - b);
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const at = (share: number) => `${times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(0)} ms`;
  const cells = [
    workers,
    callers,
    times.length,
    at(0.5),
    at(0.95),
    at(0.99),
    (times.length / seconds).toFixed(1),
    `${((user + system) / 1000 / times.length).toFixed(0)} ms`,
    Math.round(process.memoryUsage().rss / 1e6),
    loadavg()[0]!.toFixed(1),
  ];
  return `| ${cells.join(' | ')} |`;
}

async function ask(engine: Engine, asked: readonly string[], callers: number): Promise<number[]> {
  const waiting = [...asked];
  const times: number[] = [];
  const caller = async () => {
    for (let task = waiting.pop(); task !== undefined; task = waiting.pop()) {
      const started = performance.now();
      await engine.pack({ task });
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return times;
}

function subjects(tree: string, count: number): readonly string[] {
  const log = execFileSync('git', ['-C', tree, 'log', '--no-merges', '--format=%s', '-n', String(20 * count)]);
  const said = log
    .toString()
    .split('\n')
    .map((line) => line.replace(/^(?:Fixed|Refs) #\d+ -- /, '').trim());
  return [...new Set(said.filter((line) => line.length > 30))].slice(0, count);
}
