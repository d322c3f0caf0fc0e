import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { configSchema } from '../../src/config/schema.ts';
import { createEngine } from '../../src/engine.ts';
import { openPostgresStore } from '../../src/stores/shared-stores.ts';
import { spread, subjects } from '../serving/worlds.ts';

// Compares the speed of vector search in the database and in knap: node bench/team/pgvector.ts --store URL --tree DIR [--tasks 20]. The
// database must have pgvector. DIR is indexed into it, and all vectors of its units are also put into a table of halfvec. The forty
// nearest are asked for exactly, through an index, and by `knap query --strategies semantic`, which does more than that.
const { values } = parseArgs({
  options: { store: { type: 'string' }, tree: { type: 'string' }, tasks: { type: 'string', default: '20' } },
});
const { store: url, tree } = values;
if (!url || !tree) throw new Error('usage: pgvector.ts --store URL --tree DIR [--tasks 20]');
const [WORKSPACE, NEAREST] = ['bench/vectors', 40];
const config = configSchema.parse({ store: url, workspace: `${WORKSPACE}@main` });
const tasks = subjects(tree, Number(values.tasks));
const indexing = await createEngine({ root: tree, changesNamedView: true }, config);
await indexing.index();
await indexing.close();
const vectors = await unitVectors();
const client = new Client({ connectionString: url });
await client.connect();
await fill();
const exact = await nearest('exact scan by pgvector');
console.log(`table: ${await size('bench_vectors')} MB`);
const started = performance.now();
await client.query('CREATE INDEX bench_nearest ON bench_vectors USING hnsw (v halfvec_ip_ops)');
console.log(`HNSW made in ${Math.round(performance.now() - started)} ms, ${await size('bench_nearest')} MB`);
const found = await nearest('HNSW');
const same = exact.map((ids, at) => ids.filter((id) => found[at]!.includes(id)).length / ids.length);
console.log(`of the ${NEAREST} nearest, HNSW finds ${(100 * mean(same)).toFixed(1)} %`);
await client.query('DROP TABLE bench_vectors');
await client.end();
await askEngine();

async function unitVectors(): Promise<readonly number[][]> {
  const place = { url: url!, workspace: WORKSPACE, view: 'main' };
  const store = await openPostgresStore({ ...DEFAULTS.postgres, ...DEFAULTS.queue, ...place });
  const { files, vectorModel } = await store.opening();
  const dimensions = vectorModel!.dimensions;
  const read = performance.now();
  const all = await store.vectors([...new Set(files.map(({ content }) => content))]);
  console.log(`all vectors of ${all.size} contents read in ${Math.round(performance.now() - read)} ms`);
  await store.close();
  return [...all.values()].flatMap(({ scales, rows }) =>
    Array.from(scales, (scale, unit) =>
      Array.from(rows.subarray(unit * dimensions, (unit + 1) * dimensions), (value) => value * scale),
    ),
  );
}

async function fill(): Promise<void> {
  await client.query('CREATE EXTENSION IF NOT EXISTS vector');
  await client.query('DROP TABLE IF EXISTS bench_vectors');
  await client.query(`CREATE TABLE bench_vectors (id int PRIMARY KEY, v halfvec(${vectors[0]!.length}))`);
  for (let at = 0; at < vectors.length; at += 500) {
    const some = vectors.slice(at, at + 500).map((vector) => `[${vector.map((value) => value.toPrecision(5))}]`);
    await client.query(
      'INSERT INTO bench_vectors SELECT $1 + ordinality, v::halfvec FROM unnest($2::text[]) WITH ORDINALITY u (v)',
      [at, some],
    );
  }
  await client.query('VACUUM ANALYZE bench_vectors');
  console.log(`${vectors.length} units`);
}

async function nearest(name: string): Promise<readonly number[][]> {
  const answers: number[][] = [];
  const times: number[] = [];
  for (let at = 0; at < tasks.length; at += 1) {
    const like = vectors[Math.floor((at * vectors.length) / tasks.length)]!;
    const asked = performance.now();
    const { rows } = await client.query<{ id: number }>(
      `SELECT id FROM bench_vectors ORDER BY v <#> $1::halfvec LIMIT ${NEAREST}`,
      [`[${like}]`],
    );
    times.push(performance.now() - asked);
    answers.push(rows.map(({ id }) => id));
  }
  console.log(`${name}: ${spread(times)}`);
  return answers;
}

async function askEngine(): Promise<void> {
  const engine = await createEngine({ root: tree! }, config);
  const times: number[] = [];
  for (const query of tasks) {
    const asked = performance.now();
    await engine.query({ query, strategies: ['semantic'] });
    times.push(performance.now() - asked);
  }
  await engine.close();
  console.log(`knap, by meaning alone: first ${times[0]!.toFixed(0)} ms, then ${spread(times.slice(1))}`);
}

async function size(relation: string): Promise<string> {
  const { rows } = await client.query<{ bytes: string }>(`SELECT pg_relation_size('${relation}') AS bytes`);
  return (Number(rows[0]!.bytes) / 1e6).toFixed(1);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
}
