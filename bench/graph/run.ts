import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { configSchema } from '../../src/config/schema.ts';
import { openStoredGraph } from '../../src/engine/graphs/stored-graph.ts';
import { openParts } from '../../src/engine/open/open-parts.ts';
import { OPERATIONS } from '../../src/operations/index.ts';
import { medianRun } from '../speed/process-run.ts';
import { writeExport } from './generate.ts';

// Imports a generated export in a process of its own, then asks about it: node bench/graph/run.ts [--docs 500000] [--questions 40].
// Needs dist (npm run build); Linux, for the peak of memory.
const { values } = parseArgs({
  options: {
    docs: { type: 'string', default: '500000' },
    seed: { type: 'string', default: '1' },
    questions: { type: 'string', default: '40' },
  },
});
const [docs, seed, questions] = [Number(values.docs), Number(values.seed), Number(values.questions)];
const CLI = join(import.meta.dirname, '../../dist/cli.js');
if (!existsSync(CLI)) throw new Error('dist/cli.js is missing: npm run build');
const root = mkdtempSync(join(tmpdir(), 'knap-graph-'));
try {
  await measureImports();
  await measureContext();
} finally {
  rmSync(root, { recursive: true, force: true });
}

async function measureImports(): Promise<void> {
  const path = join(root, 'export.json');
  const load = async (what: string, changedShare: number | null) => {
    if (changedShare !== null) writeExport(path, { docs, seed, changedShare });
    const { milliseconds, peakBytes } = await medianRun([process.execPath, CLI, 'import', 'tana', path], {
      ...{ cwd: root, runs: 1 },
    });
    const sizes = `export ${megabytes(statSync(path).size)}, database ${megabytes(statSync(database()).size)}`;
    console.log(`${what}: ${(milliseconds / 1000).toFixed(1)} s, peak ${megabytes(peakBytes)} (${sizes})`);
  };
  await load(`first import of ${docs} documents`, 0);
  await load('nothing changed', null);
  await load('1 % changed', 0.01);
}

/** Times `knap context`, each in a process of its own, on topics of the graph at two depths. */
async function measureContext(): Promise<void> {
  if (!OPERATIONS.some(({ name }) => name[0] === 'context')) return console.log('knap context: not there yet');
  const topics = await topicsOf(questions);
  for (const depth of [2, 5]) {
    const times = topics.map((topic) => {
      const started = performance.now();
      const { status, stderr } = spawnSync(process.execPath, [CLI, 'context', topic, '--depth', String(depth)], {
        ...{ cwd: root, encoding: 'utf8' },
      });
      if (status !== 0) throw new Error(`knap context ${topic}: ${stderr}`);
      return performance.now() - started;
    });
    console.log(`knap context --depth ${depth}: p50 ${percentile(times, 0.5)} ms, p95 ${percentile(times, 0.95)} ms`);
  }
}

// Names of nodes, half of them in full and half only their first three words; every eighth is a hub.
async function topicsOf(count: number): Promise<readonly string[]> {
  const parts = await openParts(root, configSchema.parse({}), Date.now, { embedder: null });
  try {
    const graph = openStoredGraph(parts.store, { prefix: 'tana:main/', asOfMs: 0 });
    const named = async (text: string) => (await graph.find(text, count)).nodes.map(({ name }) => name);
    const [plain, all] = [await named('apollo launch'), await named('Reading list')];
    const hubs = all.filter((name) => name.startsWith('Reading list'));
    return Array.from({ length: count }, (_, index) => {
      const name = (index % 8 === 7 ? hubs[index % hubs.length] : plain[index]) ?? 'apollo';
      return index % 2 === 0 ? name : name.split(' ').slice(0, 3).join(' ');
    });
  } finally {
    await parts.parser.close();
    await parts.store.close();
  }
}

function database(): string {
  return join(root, '.knap/index.db');
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_048_576)} MB`;
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!);
}
