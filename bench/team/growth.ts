import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { startPostgres } from '../../test/worlds/postgres.ts';
import { type Asked, askAtRate, askEach, askFor, type Told } from './load.ts';
import { type Served, serve } from './served.ts';
import { growTo, type Holdings, holdings, indexSeeds, type TeamWorkspace } from './workspaces.ts';

// How a shared store grows: node bench/team/growth.ts --tasks FILE --mirrors DIR [--upto 1000] [--connections 1,8,64] [--seconds 15].
// Repositories of the tasks are indexed, then copied within the database until there are so many workspaces; real servers answer
// packs about workspaces taken at random. With --rate 10 that many questions come a second, whoever still waits. What was built and
// measured stays in --data and is not done again; --drop removes it at the end.
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
    rate: { type: 'string' },
    servers: { type: 'string', default: '1' },
    drop: { type: 'boolean', default: false },
  },
});
const { tasks, mirrors, data } = values;
if (!tasks || !mirrors) throw new Error('usage: growth.ts --tasks FILE --mirrors DIR [--upto 1000] [--rate 10]');
const SIZES = [1, 10, 100, 1000].filter((size) => size >= Number(values.from) && size <= Number(values.upto));
const SETTINGS = { shared_buffers: '512MB', max_connections: '400', max_wal_size: '4GB', autovacuum_naptime: '10s' };

/** One row of what was measured. */
interface Measured {
  readonly workspaces: number;
  readonly connections: number;
  readonly rate: number | null;
  readonly holds: Holdings;
  readonly readySeconds: number;
  readonly megabytes: number;
  readonly cpuSeconds: number;
  readonly databaseConnections: number;
  readonly first: Told;
  readonly told: Told;
}

mkdirSync(data, { recursive: true });
const file = join(data, 'growth.json');
const rows = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Measured[]) : [];
const server = await startPostgres({ folder: join(data, 'postgres'), settings: SETTINGS });
const client = new Client({ connectionString: server.url });
try {
  await client.connect();
  const places = { tasks, mirrors, work: values.work, repo: values.repo };
  const seeds = await indexSeeds(client, server.url, places);
  for (const size of SIZES) await measureSize(size, seeds);
} finally {
  await client.end();
  await server.stop();
  if (values.drop) rmSync(data, { recursive: true, force: true });
}

async function measureSize(size: number, seeds: Parameters<typeof growTo>[1]): Promise<void> {
  const started = performance.now();
  const { workspaces, copied } = await growTo(client, seeds, size);
  if (copied > 0) await client.query('VACUUM (ANALYZE)');
  const holds = await holdings(client);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${size} workspaces (${copied} copied in ${seconds} s): ${JSON.stringify(holds)}`);
  const rate = values.rate === undefined ? null : Number(values.rate);
  for (const connections of values.connections.split(',').map(Number)) {
    const isKnown = (row: Measured) => row.workspaces === size && row.connections === connections && row.rate === rate;
    if (rows.some(isKnown)) continue;
    const served = await serve(server.url, workspaces, Number(values.servers));
    try {
      const row = await measure(served, { workspaces, connections, rate, holds });
      rows.push(row);
      writeFileSync(file, `${JSON.stringify(rows, null, 1)}\n`);
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
  const first = await askEach({ ...asked, connections: Math.min(connections, 4) });
  const cpuBefore = served.cpuSeconds();
  const seconds = Number(values.seconds);
  const told = rate === null ? await askFor(asked, seconds, 7) : await askAtRate(asked, seconds, rate, 7);
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
