import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { configSchema } from '../../src/config/schema.ts';
import { createEngine } from '../../src/engine.ts';
import type { Engine } from '../../src/ports/engine.ts';
import { countingProxy } from '../../test/worlds/counting-proxy.ts';
import { startPostgres } from '../../test/worlds/postgres.ts';
import { awayFrom } from './away.ts';

// Compares an index in a file with one in PostgreSQL: node bench/team/run.ts --tree DIR [--tasks 30] [--away 20]. DIR is a work tree whose
// .knap is removed; tasks are the subjects of its newest commits; --away sets the delay of a distant database in milliseconds.
const { values } = parseArgs({
  options: {
    tree: { type: 'string' },
    tasks: { type: 'string', default: '30' },
    away: { type: 'string', default: '20' },
  },
});
if (values.tree === undefined) throw new Error('usage: run.ts --tree DIR [--tasks 30] [--away 20]');
const root = values.tree;
const log = execFileSync('git', ['-C', root, 'log', '--no-merges', '--format=%s', '-n', values.tasks]);
const tasks = log.toString().split('\n').filter(Boolean);
const server = await startPostgres();
const proxy = await countingProxy(server.url);
const away = await awayFrom(server.url, Number(values.away));
try {
  rmSync(`${root}/.knap`, { recursive: true, force: true });
  const file = await measured('SQLite', {});
  const near = await measured(
    'PostgreSQL',
    { store: server.url, workspace: 'bench@main' },
    { store: proxy.url, workspace: 'bench@main' },
  );
  const same = tasks.filter((_, at) => JSON.stringify(file.best[at]) === JSON.stringify(near.best[at]));
  console.log(`the same ten best: ${same.length} of ${tasks.length} tasks`);
  console.log(`index: ${(near.indexMs / file.indexMs).toFixed(2)} × the time into SQLite`);
  const store = { store: away.url, workspace: 'bench@main' };
  console.log(
    `a cold pack, ${values.away} ms away: ${Math.round(await coldPack(store))} ms, here: ${Math.round(await coldPack({ ...store, store: server.url }))} ms, in a file: ${Math.round(await coldPack({}))} ms`,
  );
} finally {
  await away.close();
  await proxy.close();
  await server.stop();
}

type Settings = Readonly<Record<string, string>>;

// Indexes with one engine and asks another one, whose queries a proxy may count.
async function measured(name: string, settings: Settings, asking: Settings = settings) {
  const started = performance.now();
  const indexing = await open(settings);
  const { files, commits } = await indexing.index();
  const indexMs = performance.now() - started;
  await indexing.close();
  const engine = await open(asking);
  const best: unknown[] = [];
  const times: number[] = [];
  for (const task of tasks) {
    const asked = performance.now();
    const { candidates } = await engine.explain({ task });
    times.push(performance.now() - asked);
    best.push(candidates.slice(0, 10).map(({ id, score }) => [id, score]));
  }
  const { waits, bytes } = proxy.taken();
  await engine.close();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!);
  console.log(
    `${name}: ${files} files, ${commits} commits indexed in ${Math.round(indexMs)} ms; warm answers p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`,
  );
  if (waits > 0)
    console.log(
      `${name}: ${(waits / tasks.length).toFixed(1)} waits, ${Math.round(bytes / tasks.length)} bytes an answer`,
    );
  return { indexMs, best };
}

async function coldPack(settings: Settings): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const engine = await open(settings);
    const started = performance.now();
    await engine.pack({ task: tasks[0]! });
    times.push(performance.now() - started);
    await engine.close();
  }
  return times.toSorted((a, b) => a - b)[2]!;
}

function open(settings: Settings): Promise<Engine> {
  return createEngine({ root, now: Date.now, changesNamedView: true }, configSchema.parse(settings));
}
