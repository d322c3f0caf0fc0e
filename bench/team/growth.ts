import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { startPostgres } from '../../test/worlds/postgres.ts';
import { drawGrowth, type Measured } from './growth-svg.ts';
import { type Asked, askAtRate, askEach, askFor } from './load.ts';
import { type Served, serve } from './served.ts';
import { growTo, type Holdings, holdings, indexSeeds, type SeedPlaces, type TeamWorkspace } from './workspaces.ts';

// Measures how a shared store grows: node bench/team/growth.ts --tasks FILE --mirrors DIR [--upto 1000] [--connections 1,8,64] [--seconds 15].
// Indexes repositories of the tasks, then copies them within the database until there are enough workspaces. Real servers answer
// packs about random workspaces; each connection asks again after its answer. 100 workspaces are also asked at --rate questions a second
// in all over the most connections, whether or not earlier answers came. Built workspaces and measures stay in --data, so a run that ended
// after --minutes can be continued; --drop removes them at the end. --results FILE gets the measures, and a plot is written beside it.
const { values } = parseArgs({
  options: {
    tasks: { type: 'string' },
    mirrors: { type: 'string' },
    work: { type: 'string', default: '/tmp/knap-ranking' },
    repo: {
      type: 'string',
      default: 'fastify/fastify,gin-gonic/gin,pallets/flask,google/gson,preactjs/preact,expressjs/express',
    },
    data: { type: 'string', default: '/tmp/knap-growth' },
    from: { type: 'string', default: '1' },
    upto: { type: 'string', default: '1000' },
    connections: { type: 'string', default: '1,8,64' },
    seconds: { type: 'string', default: '15' },
    rate: { type: 'string', default: '10' },
    rateSeconds: { type: 'string', default: '60' },
    servers: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '60' },
    results: { type: 'string' },
    drop: { type: 'boolean', default: false },
  },
});
const { tasks, mirrors, data } = values;
if (!tasks || !mirrors) throw new Error('usage: growth.ts --tasks FILE --mirrors DIR [--upto 1000] [--minutes 60]');
const SIZES = [1, 10, 100, 1000].filter((size) => size >= Number(values.from) && size <= Number(values.upto));
const SETTINGS = { shared_buffers: '512MB', max_connections: '400', max_wal_size: '4GB', autovacuum_naptime: '10s' };

const deadline = performance.now() + Number(values.minutes) * 60_000;
const hasTime = () => performance.now() < deadline;
const FIRST_MAX = 60;
const RATED_SIZE = 100;
mkdirSync(data, { recursive: true });
const file = join(data, 'growth.json');
const rows = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Measured[]) : [];
const server = await startPostgres({ folder: join(data, 'postgres'), settings: SETTINGS });
const clients = [1, 2].map(() => new Client({ connectionString: server.url }));
const client = clients[0]!;
try {
  for (const one of clients) await one.connect();
  for (const size of SIZES) await measureSize(size, { tasks, mirrors, work: values.work });
} finally {
  for (const one of clients) await one.end();
  await server.stop();
  if (values.results !== undefined) {
    writeFileSync(values.results, told(rows));
    writeFileSync(values.results.replace(/\.json$/, '.svg'), drawGrowth(rows));
  }
  if (values.drop) rmSync(data, { recursive: true, force: true });
}

async function measureSize(size: number, places: Omit<SeedPlaces, 'repo'>): Promise<void> {
  const started = performance.now();
  const repo = values.repo.split(',').slice(0, size).join(',');
  const seeds = await indexSeeds(client, server.url, { ...places, repo });
  const workspaces = await growTo(clients, seeds, { count: size, hasTime });
  if (workspaces === null) {
    console.log(`no time left for ${size} workspaces; the next run goes on from here`);
    return;
  }
  await client.query('VACUUM (ANALYZE)');
  // What was built for a greater number before is not counted again.
  const holds = rows.find((row) => row.workspaces === size)?.holds ?? (await holdings(client));
  console.log(
    `${size} workspaces after ${Math.round((performance.now() - started) / 1000)} s: ${JSON.stringify(holds)}`,
  );
  const counts = values.connections.split(',').map(Number);
  const cells = counts.map((connections) => ({ connections, rate: null as number | null }));
  if (size === RATED_SIZE) cells.push({ connections: Math.max(...counts), rate: Number(values.rate) });
  for (const { connections, rate } of cells) {
    const isKnown = (row: Measured) => row.workspaces === size && row.connections === connections && row.rate === rate;
    if (rows.some(isKnown) || !hasTime()) continue;
    const served = await serve(server.url, workspaces, Number(values.servers));
    try {
      const row = await measure(served, { workspaces, connections, rate, holds });
      rows.push(row);
      writeFileSync(file, told(rows));
      console.log(JSON.stringify({ ...row, holds: undefined }));
    } finally {
      await served.stop();
    }
  }
}

interface Cell {
  readonly workspaces: readonly TeamWorkspace[];
  readonly connections: number;
  readonly rate: number | null;
  readonly holds: Holdings;
}

async function measure(served: Served, { workspaces, connections, rate, holds }: Cell): Promise<Measured> {
  const readySeconds = await served.ready();
  const asked: Asked = { urls: served.urls, workspaces, connections };
  const some = workspaces.filter((_, at) => at % Math.ceil(workspaces.length / FIRST_MAX) === 0);
  const first = await askEach({ ...asked, workspaces: some, connections: Math.min(connections, 4) });
  const cpuBefore = served.cpuSeconds();
  const told =
    rate === null
      ? await askFor(asked, Number(values.seconds), 7)
      : await askAtRate(asked, Number(values.rateSeconds), rate, 7);
  const { rows: open } = await client.query<{ count: string }>(
    `SELECT count(*) FROM pg_stat_activity WHERE application_name = 'knap'`,
  );
  return {
    ...{ workspaces: workspaces.length, connections, rate, holds, readySeconds },
    megabytes: served.megabytes(),
    cpuSeconds: Math.round((served.cpuSeconds() - cpuBefore) * 10) / 10,
    databaseConnections: Number(open[0]!.count),
    first,
    told,
  };
}

function told(all: readonly Measured[]): string {
  return `${JSON.stringify(all, null, 2)}\n`;
}
