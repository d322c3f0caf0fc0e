import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { content, everything, file, SHOP } from '../contracts/store-samples.ts';
import { knap } from '../surfaces/knap.ts';
import { selfSigned } from '../worlds/certificate.ts';
import { countingProxy } from '../worlds/counting-proxy.ts';
import { makeWorld } from '../worlds/world.ts';
import { connected, newDatabase, onServer } from './databases.ts';
import { newWorkspace, openStore } from './open-store.ts';

const ASKED = { hashes: ['ha'], terms: ['bill', 'total'], paths: ['src/a.py', 'src/b.py'] };
const MORE = { contents: [content('hc', 'more bill')], upsert: [file('c', 'hc')] };

describe('a store connects over TLS', () => {
  let url = '';
  const { key, certificate } = selfSigned('localhost');
  let folder: string;
  let [ours, theirs] = ['', ''];
  beforeAll(async () => {
    url = await newDatabase();
    folder = mkdtempSync(join(tmpdir(), 'knap-tls-'));
    [ours, theirs] = [join(folder, 'ours.pem'), join(folder, 'theirs.pem')];
    writeFileSync(ours, certificate);
    writeFileSync(theirs, selfSigned('localhost').certificate);
    // Written by the server itself, since only what it owns may be its key.
    await onServer(
      url,
      byServer('tls.key', key),
      byServer('tls.crt', certificate),
      `COPY (SELECT 'hostnossl all only_tls 127.0.0.1/32 reject') TO PROGRAM 'cp pg_hba.conf hba.old; cat - hba.old > pg_hba.conf'`,
      `CREATE ROLE only_tls LOGIN PASSWORD 'p'`,
      `ALTER SYSTEM SET ssl_key_file = 'tls.key'`,
      `ALTER SYSTEM SET ssl_cert_file = 'tls.crt'`,
      `ALTER SYSTEM SET ssl = on`,
      'SELECT pg_reload_conf()',
    );
    // A new connection is one of the server as it is configured by then.
    while ((await onServer(url, 'SHOW ssl'))[0]![0] !== 'on');
  });
  afterAll(async () => {
    const restored = `COPY (SELECT 1) TO PROGRAM 'cat > hba.new; mv hba.old pg_hba.conf'`;
    await onServer(url, 'ALTER SYSTEM RESET ALL', restored, 'SELECT pg_reload_conf()', 'DROP ROLE only_tls');
    rmSync(folder, { recursive: true });
  });

  const at = (host: string, settings: string) => `${url.replace('127.0.0.1', host)}?${settings}`;
  const CASES: [name: string, url: () => string, expected: RegExp | boolean][] = [
    ['without sslmode', () => url, false],
    ['with sslmode=disable', () => at('localhost', 'sslmode=disable'), false],
    [
      'without sslmode to a server that demands TLS',
      () => url.replace(/knap:[^@]+@/, 'only_tls:p@'),
      /The database wants TLS; sslmode=verify-full in the URL asks for it/,
    ],
    ['with sslmode=require', () => at('127.0.0.1', 'sslmode=require'), true],
    [
      'with sslmode=verify-full and the right authority',
      () => at('localhost', `sslmode=verify-full&sslrootcert=${ours}`),
      true,
    ],
    [
      'with sslmode=verify-ca to another host name',
      () => at('127.0.0.1', `sslmode=verify-ca&sslrootcert=${ours}`),
      true,
    ],
    [
      'with sslmode=verify-full and no authority',
      () => at('localhost', 'sslmode=verify-full'),
      /signed by nobody trusted here; sslrootcert=FILE in the URL names who is/,
    ],
    [
      'with sslmode=verify-full and the wrong authority',
      () => at('localhost', `sslmode=verify-full&sslrootcert=${theirs}`),
      /signed by nobody trusted here/,
    ],
    [
      'with an sslrootcert file that does not exist',
      () => at('localhost', `sslmode=verify-full&sslrootcert=${folder}/no.pem`),
      /The file of sslrootcert.* cannot be read/,
    ],
    [
      'with sslmode=verify-ca and no authority',
      () => at('localhost', 'sslmode=verify-ca'),
      /The file of sslrootcert.* cannot be read/,
    ],
  ];
  for (const [name, target, expected] of CASES)
    test(`a connection ${name} ${expected === true ? 'is encrypted' : expected === false ? 'is not encrypted' : 'is refused'}`, async () => {
      const workspace = newWorkspace();
      const store = await openStore({ url: target(), workspace });
      if (expected instanceof RegExp) {
        const failed = store.opening().then(String, (error: Error) => error);
        expect(await failed).toMatchObject({ code: 'STORE_AWAY', message: expect.stringMatching(expected) });
        expect(String(await failed)).not.toContain('\n');
      } else {
        await store.apply(SHOP);
        const [row] = await onServer(
          url,
          `SELECT bool_or(ssl)::text FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'knap' AND datname = current_database()`,
        );
        expect(row).toEqual([String(expected)]);
      }
      await store.close();
    });
});

function byServer(path: string, text: string): string {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => `'${line}'`);
  return `COPY (SELECT * FROM unnest(ARRAY[${lines.join(', ')}])) TO PROGRAM 'umask 077; cat > ${path}'`;
}

test('a question to the database is asked again if its connection is cut during the answer', async () => {
  const proxy = await countingProxy(inject('postgresUrl'));
  const store = await openStore({ url: proxy.url, reconnectDelaysMs: [0, 0] });
  await store.apply({ ...SHOP, meta: { long: 'x'.repeat(50_000) } });
  const before = await everything(store, ASKED);
  for (const bytes of [1, 6, 300, 20_000]) {
    proxy.cutAfter(bytes);
    expect(await everything(store, ASKED)).toEqual(before);
  }
  await store.close();
  await proxy.close();
});

test('a statement that takes too long is ended, and the next statement is answered', async () => {
  const url = await newDatabase();
  const workspace = newWorkspace();
  const maker = await openStore({ url, workspace });
  await maker.apply(SHOP);
  const store = await openStore({ url, workspace, statementTimeoutMs: 500 });
  const other = await connected(url);
  await other.query('BEGIN');
  await other.query('LOCK TABLE knap.views IN ACCESS EXCLUSIVE MODE');
  for (const ask of [() => store.opening(), () => store.apply(MORE)])
    await expect(ask()).rejects.toMatchObject({
      code: 'STORE_BUSY',
      message: expect.stringMatching(/^The database took too long to answer\. \(postgres:\S+\)$/),
    });
  await other.query('ROLLBACK');
  expect((await store.opening()).files).toHaveLength(2);
  await store.apply(MORE);
  expect((await store.opening()).files).toHaveLength(3);
  await Promise.all([store.close(), maker.close(), other.end()]);
});

describe('a primary that has become a replica stays readable', () => {
  const readOnly = (url: string, is: 'on' | 'off') =>
    onServer(
      inject('postgresUrl'),
      `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = ${is}`,
    );

  test('a read-only primary answers questions, and a change fails or waits until the primary can be written', async () => {
    const url = await newDatabase();
    const workspace = newWorkspace();
    const before = await openStore({ url, workspace });
    await before.apply(SHOP);
    await before.close();
    await readOnly(url, 'on');
    const store = await openStore({ url, workspace, reconnectDelaysMs: [0] });
    expect((await store.opening()).files).toHaveLength(2);
    await expect(store.apply(MORE)).rejects.toMatchObject({
      code: 'STORE_AWAY',
      message: expect.stringMatching(/^The database can only be read, as a replica can\. \(postgres:\S+\)$/),
    });
    // The address leads to another server by now: the change is made there, on a new connection.
    const patient = await openStore({ url, workspace, reconnectDelaysMs: Array<number>(5000).fill(1) });
    await patient.opening();
    const writing = patient.apply(MORE);
    await readOnly(url, 'off');
    await writing;
    expect((await store.opening()).files).toHaveLength(3);
    await Promise.all([store.close(), patient.close()]);
  });
});

test('a full disk of the database fails knap index with the reason, nothing is written, and the next run succeeds', async () => {
  const url = await newDatabase();
  using world = makeWorld({ 'src/a.ts': 'export const first = 1;\n' });
  const env = { KNAP_STORE: url, KNAP_WORKSPACE: 'org/full@main' };
  expect((await knap(world.root, ['index'], { env })).code).toBe(0);
  await onServer(
    url,
    `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$`,
    'CREATE TRIGGER full_disk BEFORE INSERT ON knap.symbols FOR EACH ROW EXECUTE FUNCTION full_disk()',
  );
  world.write({ 'src/b.ts': 'export function second() { return 2; }\n' });
  const failed = await knap(world.root, ['index'], { env });
  expect([failed.code, failed.stderr.split('\n')[0]]).toEqual([
    1,
    expect.stringMatching(/The disk of the database is full; nothing of this change was written\. \(postgres:\S+\)/),
  ]);
  expect(await onServer(url, `SELECT name FROM knap.files`)).toEqual([['src/a.ts']]);
  await onServer(url, 'DROP TRIGGER full_disk ON knap.symbols');
  const again = await knap(world.root, ['index'], { env });
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('(1 added, 0 changed, 0 removed)')]);
});
