import type { Client } from 'pg';
import { configSchema } from '../../src/config/schema.ts';
import { createEngine } from '../../src/engine.ts';
import { keyOf } from '../../src/stores/postgres/keys.ts';
import { TABLE_NAMES } from '../../src/stores/postgres/schema.ts';
import { samples } from '../ranking/sample-tasks.ts';

/** A repository that is indexed by knap, with tasks to ask about it. */
export interface Seed {
  readonly name: string;
  readonly questions: readonly string[];
}

/** A workspace to ask about. */
export interface TeamWorkspace extends Seed {
  /** Its name below `/w` in addresses. */
  readonly path: string;
}

/** The files and folders of tasks and repositories. */
export interface SeedPlaces {
  readonly tasks: string;
  readonly mirrors: string;
  readonly work: string;
  readonly repo: string;
}

/** Indexes the repositories that are not in the database yet. */
export async function indexSeeds(client: Client, store: string, places: SeedPlaces): Promise<readonly Seed[]> {
  const seeds: Seed[] = [];
  for await (const { repo, tasks, tree } of samples(places)) {
    seeds.push({ name: repo, questions: tasks.map(({ query }) => query) });
    if (await isThere(client, repo)) continue;
    await tree.moveTo(tasks[0]!.base);
    const started = performance.now();
    const config = configSchema.parse({ store, workspace: `${repo}@main` });
    const engine = await createEngine({ root: tree.folder, changesNamedView: true }, config);
    const { files, symbols, commits } = await engine.index();
    await engine.close();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${repo}: ${files} files, ${symbols} symbols, ${commits} commits indexed in ${seconds} s`);
  }
  const order = places.repo.split(',');
  return seeds.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

/** Fills the database up to a number of workspaces: the seeds, then copies of them under other names, each with its own rows; null if time runs out. */
export async function growTo(
  clients: readonly Client[],
  seeds: readonly Seed[],
  { count, hasTime }: { readonly count: number; readonly hasTime: () => boolean },
): Promise<readonly TeamWorkspace[] | null> {
  const workspaces = Array.from({ length: count }, (_, at) => {
    const seed = seeds[at % seeds.length]!;
    const round = Math.floor(at / seeds.length);
    return { ...seed, from: seed.name, name: round === 0 ? seed.name : `copy-${round}/${seed.name}`, path: `w${at}` };
  });
  const waiting = workspaces.filter(({ name, from }) => name !== from);
  const copier = async (client: Client) => {
    for (let next = waiting.shift(); next !== undefined && hasTime(); next = waiting.shift())
      if (!(await isThere(client, next.name))) await copyWorkspace(client, next.from, next.name);
  };
  await Promise.all(clients.map(copier));
  return hasTime() ? workspaces : null;
}

// Only the key of a workspace depends on its name, so a copy equals an index of the same files under another name.
async function copyWorkspace(client: Client, from: string, to: string): Promise<void> {
  await client.query('BEGIN');
  for (const table of TABLE_NAMES.filter((name) => name !== 'queue' && name !== 'members')) {
    const { rows } = await client.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
      [`knap.${table}`],
    );
    const columns = rows.map(({ name }) => name).filter((name) => name !== 'workspace');
    const taken = columns.map((name) => (table === 'workspaces' && name === 'name' ? '$3' : name));
    const values = table === 'workspaces' ? [keyOf(to), keyOf(from), to] : [keyOf(to), keyOf(from)];
    await client.query(
      `INSERT INTO knap.${table} (workspace, ${columns.join(', ')}) SELECT $1::bigint, ${taken.join(', ')} FROM knap.${table} WHERE workspace = $2::bigint`,
      values,
    );
  }
  await client.query('COMMIT');
}

async function isThere(client: Client, name: string): Promise<boolean> {
  const found = await client
    .query(
      `SELECT 1 FROM knap.workspaces w JOIN knap.views v ON v.workspace = w.workspace
       WHERE w.workspace = $1 AND v.meta <> '{}'`,
      [keyOf(name)],
    )
    .catch((error: { code?: string }) => {
      // Before the first index there are no tables.
      if (error.code === '42P01') return { rows: [] };
      throw error;
    });
  return found.rows.length > 0;
}

/** What a database holds. */
export interface Holdings {
  readonly bytes: number;
  readonly files: number;
  readonly units: number;
  readonly symbols: number;
  readonly commits: number;
  readonly edges: number;
}

/** Counts what is in the database now; entities are units, symbols, files and commits. */
export async function holdings(client: Client): Promise<Holdings> {
  const { rows } = await client.query<Record<keyof Holdings, string>>(
    `SELECT pg_database_size(current_database()) AS bytes, f.*,
       (SELECT sum(commits) FROM knap.views) AS commits, (SELECT count(*) FROM knap.edges) AS edges
     FROM (SELECT count(*) AS files, sum(unit_count) AS units, sum(symbol_count) AS symbols FROM knap.files) f`,
  );
  const [bytes, files, units, symbols, commits, edges] = (
    ['bytes', 'files', 'units', 'symbols', 'commits', 'edges'] as const
  ).map((name) => Number(rows[0]![name])) as [number, number, number, number, number, number];
  return { bytes, files, units, symbols, commits, edges };
}
