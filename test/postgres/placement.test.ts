import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, inject, test } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import {
  deletePostgresView,
  openAdministration,
  openQueue,
  openSharedContents,
  type PostgresStoreOptions,
} from '../../src/stores/shared-stores.ts';
import { commit, content, documentRow, edge, everything, file, SHOP, vectorsOf } from '../contracts/store-samples.ts';
import { countingProxy } from '../worlds/counting-proxy.ts';
import { newDatabase, onServer } from './databases.ts';
import { newWorkspace, openStore } from './open-store.ts';

const OF_KNAP = `relnamespace = 'knap'::regnamespace`;

// What a distributed PostgreSQL asks for before it places rows by the workspace.
test('every table is partitioned by the workspace, and every index begins with the workspace', async () => {
  const url = await newDatabase();
  const store = await openStore({ url });
  await store.apply(SHOP);
  await store.close();
  const tables = await onServer(
    url,
    `SELECT relname, pg_get_partkeydef(oid) FROM pg_class WHERE ${OF_KNAP} AND relkind IN ('r', 'p') AND NOT relispartition`,
  );
  expect(tables.length).toBeGreaterThan(10);
  expect(tables.filter(([, key]) => key !== 'HASH (workspace)')).toEqual([]);
  const indexes = await onServer(
    url,
    `SELECT c.relname, (SELECT attname FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attnum = i.indkey[0])
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE ${OF_KNAP}`,
  );
  expect(indexes.length).toBeGreaterThan(100);
  expect(indexes.filter(([, first]) => first !== 'workspace')).toEqual([]);
  const others = await onServer(
    url,
    `SELECT conname FROM pg_constraint WHERE connamespace = 'knap'::regnamespace AND contype = 'f'
     UNION ALL SELECT relname FROM pg_class WHERE ${OF_KNAP} AND relkind = 'S'`,
  );
  expect(others, 'no foreign key and no sequence').toEqual([]);
});

// Whoever looks after a database looks at all workspaces of it, one after the other or to count them; so does a worker for what is due.
const OVER_ALL: readonly RegExp[] = [
  /^SELECT workspace_name, view_name FROM knap\.queue WHERE due IS NOT NULL/,
  /^SELECT s\.\*, q\.\* FROM/,
  /^SELECT (?:w\.name, v\.name|name|w\.workspace, w\.name|v\.workspace, v\.name|workspace_name, view_name)[, ].*FROM knap\.(?:views|workspaces|queue)/s,
  /^VACUUM \(ANALYZE\) knap\.\w+$/,
  /^(?:GRANT|REVOKE) [A-Z, ]+ ON knap\./,
];

test('every statement names the workspace for each table it touches', async () => {
  const proxy = await countingProxy(inject('postgresUrl'));
  const workspace = newWorkspace();
  await useStore({ url: proxy.url, workspace, keeping: { otherStates: 0, contentsMin: 0 }, segmentsMax: 1 });
  await useSharedContents({ ...DEFAULTS.postgres, url: proxy.url, workspace });
  const options = { ...DEFAULTS.postgres, ...DEFAULTS.queue, url: proxy.url };
  await useQueue(options, workspace);
  await lookAfter(options, workspace);
  const texts = [...new Set(proxy.texts().map(withoutPlaces))].filter((text) => text.includes('knap.'));
  await proxy.close();
  const unplaced = texts.filter((text) => !isPlaced(text) && !isDefining(text));
  expect(unplaced.filter((text) => !OVER_ALL.some((known) => known.test(text)))).toEqual([]);
  // None is left out: a statement nobody has sent here is found in the sources.
  const unsent = await statementsIn('src/stores/postgres');
  expect(unsent.length).toBeGreaterThan(60);
  expect(unsent.filter((part) => !texts.some((text) => text.includes(part)))).toEqual([]);
});

async function useStore(options: Partial<PostgresStoreOptions>): Promise<void> {
  const store = await openStore(options);
  await store.apply({ ...SHOP, commits: [commit('c1', 1, ['src/a.py'])], meta: { key: 'v' } });
  await store.apply({
    contents: [content('hc', 'def more')],
    upsert: [documentRow('d.md', 'hc', { keys: [['name', 'd']] })],
    edges: [edge('d.md', 'src/a.py')],
    remove: ['src/a.py'],
    relinked: ['src/b.py'],
    resetHistory: true,
    commits: [commit('c2', 2, ['src/a.py'])],
    history: { available: true, head: 'c2', commits: 1, note: null, averageMessageLength: 1 },
    vectors: { model: { name: 'one', dimensions: 2 }, contents: [vectorsOf('hc', 'd.md')] },
  });
  await store.apply({ upsert: [file('x', 'hb')] });
  await everything(store, { hashes: ['ha', 'hb'], terms: ['bill'], paths: ['src/a.py', 'src/b.py'] });
  expect(await store.earlier?.()).toBe(0);
  await store.askFor?.();
  await store.close();
}

async function useSharedContents(options: Parameters<typeof openSharedContents>[0]): Promise<void> {
  const shared = await openSharedContents(options);
  const model = { name: 'one', dimensions: 2 };
  await Promise.all([
    shared.readFacts(['hb']),
    shared.readNumbers(['hb']),
    shared.texts(['hb']),
    shared.vectors([1], model),
  ]);
  await shared.words({ postings: ['bill'], unitCounts: ['total'] }, new Uint8Array(9).fill(1));
  await shared.close();
}

async function useQueue(options: Parameters<typeof openQueue>[0], workspace: string): Promise<void> {
  const queue = await openQueue(options);
  await queue.add(workspace, 'main');
  expect((await queue.waiting()).length).toBeGreaterThan(0);
  const taken = await queue.take({ workspace, view: 'main' }, 'worker');
  await taken!.keep();
  await taken!.failed('why');
  await taken!.done();
  await queue.close();
}

async function lookAfter(
  options: Parameters<typeof openAdministration>[0] & Parameters<typeof openQueue>[0],
  workspace: string,
): Promise<void> {
  const store = await openAdministration(options);
  await Promise.all([store.load(), store.status()]);
  // Of a role of its own: the owner would lose what it is granted.
  const role = `placed_${process.pid}`;
  await onServer(options.url, `CREATE ROLE ${role}`);
  for (const may of ['change', 'read', 'nothing'] as const) await store.setMember(workspace, role, may);
  await onServer(options.url, `DROP OWNED BY ${role}`, `DROP ROLE ${role}`);
  await store.vacuum(100_000);
  await deletePostgresView({ ...options, workspace, view: 'main' });
  await store.dropWorkspace(workspace);
  await store.close();
}

/** The texts of statements that stand in the sources, each by the longest piece without a value in it. */
async function statementsIn(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const path of glob(`${folder}/**/*.ts`)) {
    if (/\/(?:schema|migrate)\.ts$/.test(path)) continue;
    const source = readFileSync(path, 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
    for (const [, plain, template] of source.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/gs)) {
      const pieces = plain === undefined ? template!.split(/\$\{[^}]*\}/) : [plain];
      // What is put together of several texts is found by each of them.
      if (/\bknap\.(?:\w|\0)/.test(pieces.join('\0')))
        found.push(withoutPlaces(pieces.toSorted((a, b) => b.length - a.length)[0]!));
    }
  }
  return found;
}

function withoutPlaces(text: string): string {
  return text.replaceAll(/\$\d+/g, '?').replaceAll(/\s+/g, ' ').trim();
}

// Tables are made by whoever comes first.
function isDefining(text: string): boolean {
  return /^(?:CREATE|ALTER|COMMENT)\b/.test(text);
}

// A row is inserted with its workspace first; every other table is compared with one.
function isPlaced(text: string): boolean {
  const inserted = [...text.matchAll(/INSERT INTO knap\.\w+(?: AS \w+)? \((\w+)/g)];
  if (inserted.some(([, first]) => first !== 'workspace')) return false;
  const touched = text.match(/\b(?:FROM|JOIN|UPDATE|USING) knap\.\w+/g) ?? [];
  return (text.match(/workspace = /g) ?? []).length >= touched.length && !/^(?:VACUUM|GRANT|REVOKE)/.test(text);
}
