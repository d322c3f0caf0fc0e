import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ask as askServer } from '../../test/surfaces/http/load.ts';
import { CLI } from '../serving/mcp-client.ts';
import { type Corpus, makeCorpus, repositoriesOf } from './corpora.ts';
import { drawScale, type SizeMeasured } from './growth-svg.ts';
import { lookAt, measureProcess, percentiles, type Taken } from './measured-process.ts';

// Measures how the cost of the built package grows with files: node bench/scale/run.ts [--mirrors DIR] [--trees DIR …] [--sizes 1000,10000,50000,200000]
// [--packs 20] [--asked 60] [--command dist/cli.js] [--runs 1] [--work DIR] [--results DIR]. Trees are made once below --work; the
// measures of a size replace earlier ones in the results.
const { values } = parseArgs({
  options: {
    mirrors: { type: 'string' },
    trees: { type: 'string', multiple: true, default: [] },
    sizes: { type: 'string', default: '1000,10000,50000,200000' },
    packs: { type: 'string', default: '20' },
    asked: { type: 'string', default: '60' },
    runs: { type: 'string', default: '1' },
    command: { type: 'string', default: CLI },
    work: { type: 'string', default: join(tmpdir(), 'knap-scale') },
    results: { type: 'string', default: import.meta.dirname },
  },
});
const knap = [process.execPath, resolve(values.command)] as const;
const results = join(values.results, 'results.json');
mkdirSync(values.work, { recursive: true });
const repositories = repositoriesOf({ mirrors: values.mirrors, trees: values.trees.map((tree) => resolve(tree)) });
for (const size of values.sizes.split(',').map(Number)) {
  const row = await measureSize(size, makeCorpus(size, repositories, values.work));
  const rows = [...known().filter((one) => one.size !== size), row].toSorted((a, b) => a.size - b.size);
  writeFileSync(results, `${JSON.stringify(rows, null, 2)}\n`);
  for (const [name, picture] of Object.entries(drawScale(rows)))
    writeFileSync(join(values.results, `${name}.svg`), picture);
  console.log(JSON.stringify(row));
}

function known(): readonly SizeMeasured[] {
  try {
    return JSON.parse(readFileSync(results, 'utf8')) as readonly SizeMeasured[];
  } catch {
    return [];
  }
}

async function measureSize(size: number, { root, tasks, ...corpus }: Corpus): Promise<SizeMeasured> {
  const clean = () => rmSync(join(root, '.knap'), { recursive: true, force: true });
  clean();
  const first = await measureProcess([...knap, 'pack', tasks[0]!], root);
  const indexed: Taken[] = [];
  for (let run = 0; run < Number(values.runs); run++) {
    clean();
    indexed.push(await measureProcess([...knap, 'index', '--quiet'], root));
  }
  const index = indexed.reduce((best, one) => (one.cpuSeconds < best.cpuSeconds ? one : best));
  const status = JSON.parse(execFileSync(knap[0], [knap[1], 'status', '--json'], { cwd: root }).toString());
  return {
    ...{ size, generated: corpus.generated, repositories: corpus.repositories },
    ...{ files: status.coverage.files, symbols: status.symbols, textMegabytes: textMegabytes(root) },
    databaseMegabytes: Math.round(statSync(status.store.path).size / 1e6),
    ...{ index, first, process: await processes(root, tasks), server: await server(root, tasks) },
    load: loadavg()[0]!,
  };
}

async function processes(root: string, tasks: readonly string[]): Promise<SizeMeasured['process']> {
  const taken: Taken[] = [];
  for (const task of tasks.slice(0, Number(values.packs)))
    taken.push(await measureProcess([...knap, 'pack', task], root));
  return {
    ...percentiles(taken.map(({ seconds }) => 1000 * seconds)),
    cpuP50: percentiles(taken.map(({ cpuSeconds }) => 1000 * cpuSeconds)).p50,
    peakMegabytes: Math.max(...taken.map(({ peakMegabytes }) => peakMegabytes)),
  };
}

async function server(root: string, tasks: readonly string[]): Promise<SizeMeasured['server']> {
  const { child, url } = await serve(root);
  const agent = new Agent({ keepAlive: true });
  const ask = async (task: string) => {
    const started = performance.now();
    const { fault } = await askServer(`${url}/v1/pack`, { task, budget: 8000 }, { agent, caller: 'bench' });
    if (fault !== null) throw new Error(fault);
    return performance.now() - started;
  };
  const askAll = async (some: readonly string[]) => {
    const times: number[] = [];
    for (const task of some) times.push(await ask(task));
    return percentiles(times);
  };
  const firstMs = Math.round(await ask(tasks[0]!));
  const some = tasks.slice(1, 1 + Number(values.asked));
  const before = lookAt(child)!.cpuSeconds;
  const [fresh, again] = [await askAll(some), await askAll(some)];
  const { megabytes, peakMegabytes, cpuSeconds } = lookAt(child)!;
  const cpuMs = Math.round((1000 * (cpuSeconds - before)) / (2 * some.length));
  agent.destroy();
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
  return { firstMs, fresh, again, cpuMs, megabytes, peakMegabytes };
}

async function serve(root: string): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(knap[0], [knap[1], 'serve', root, '--port', '0', '--quiet'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  const url = await new Promise<string>((found, reject) => {
    child.once('exit', () => reject(new Error(said)));
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const [, address] = /on (http:\/\/\S+)/.exec(said) ?? [];
      if (address !== undefined) found(address);
    });
  });
  return { child, url };
}

function textMegabytes(root: string): number {
  const sizes = execFileSync('git', ['-C', root, 'ls-tree', '-r', '--long', 'HEAD'], { maxBuffer: 1 << 28 });
  const bytes = sizes
    .toString()
    .split('\n')
    .reduce((sum, line) => sum + (Number(line.split(/\s+/, 4)[3]) || 0), 0);
  return Math.round(bytes / 1e6);
}
