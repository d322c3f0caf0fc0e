import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StoreChange } from '../../src/ports/store.ts';
import { openSqliteStore, removeSqliteStore } from '../../src/stores/index.ts';
import { DOCUMENT_QUERIES } from '../../src/stores/sqlite/documents.ts';
import { stampOf } from '../../src/stores/sqlite/opening/check-database.ts';
import { openDriver, withoutExperimentalWarning } from '../../src/stores/sqlite/opening/driver.ts';
import { commit, content, everything, file, SHOP } from './store-samples.ts';

const ASKED = { hashes: ['ha', 'h25'], terms: ['bill', 'share', 'name'], paths: ['src/a.py', 'src/b.py', 'f'] };

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'knap-store-'));
  path = join(folder, 'index.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the database file keeps a store', () => {
  test('a SQLite store gives the same answers after closing and opening', async () => {
    const store = openSqliteStore({ path });
    await store.apply(SHOP);
    const before = await everything(store, ASKED);
    await store.close();
    expect(await ask(path)).toEqual(before);
  });

  const changes: [what: string, change: StoreChange][] = [
    ['another content', { contents: [content('hc', 'def pay\nreturn all')], upsert: [file('src/a.py', 'hc')] }],
    ['a file more', { upsert: [file('lib/z.py', 'ha'), file('src/aa.py', 'hb')] }],
    ['a file less, and one that comes back', { remove: ['src/b.py', 'src/none.py'], upsert: [file('src/a.py', 'ha')] }],
    ['nothing of the view', { contents: [content('hd', 'def no_file')], meta: { key: 'v' } }],
    ['the last file of a content', { remove: ['src/aa.py'] }],
    ['a content that cannot be had', { upsert: [file('src/a.py', 'hb'), file('src/b.py', 'none')] }],
  ];
  test('after a change, connections that read the files before give the same answers as a new one', async () => {
    const [store, other] = [openSqliteStore({ path }), openSqliteStore({ path })];
    await store.apply(SHOP);
    for (const [what, change] of changes) {
      await Promise.all([store.opening(), other.opening()]);
      await store.apply(change).catch(() => {});
      const fresh = openSqliteStore({ path });
      const told = { ...(await everything(fresh, ASKED)), statistics: (await fresh.opening()).statistics };
      for (const one of [store, other])
        expect({ ...(await everything(one, ASKED)), statistics: (await one.opening()).statistics }, what).toEqual(told);
      await fresh.close();
    }
    await Promise.all([store.close(), other.close()]);
  });

  test('the stamp of an index file differs after another program wrote to it, until the file is checked', async () => {
    const stamp = stampOf(path);
    await fill(path);
    expect(stamp.isAsLeft()).toBe(true);
    const store = openSqliteStore({ path });
    await store.apply({ meta: { key: 'v' } });
    expect(stamp.isAsLeft()).toBe(true);
    await store.close();
    expect(stamp.isAsLeft()).toBe(true);
    alter("INSERT INTO paths (path) VALUES ('another')");
    expect(stamp.isAsLeft()).toBe(false);
    expect((await ask(path)).files).toHaveLength(2);
    expect(stamp.isAsLeft()).toBe(true);
  });

  test('all files of the index are readable by their user alone', async () => {
    const store = openSqliteStore({ path });
    await store.apply(SHOP);
    expect(modes()).toEqual(['index.db 600', 'index.db-shm 600', 'index.db-stamp 600', 'index.db-wal 600']);
    await store.close();
  });

  test('a store in a missing folder fails with the error that it cannot be written', () => {
    expect(() => openSqliteStore({ path: join(folder, 'no', 'index.db') })).toThrow(
      expect.objectContaining({ code: 'STORE_UNUSABLE' }),
    );
  });

  test('removing a store removes all its files', async () => {
    const store = openSqliteStore({ path });
    await store.apply(SHOP);
    await store.close();
    removeSqliteStore(path);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('L47 L49 documents are looked up in an index', () => {
  for (const [name, sql] of Object.entries(DOCUMENT_QUERIES)) {
    test(`the SQL query ${name} for documents uses indexes and reads no table from end to end`, async () => {
      await openSqliteStore({ path }).close();
      const driver = openDriver(path);
      const plan = driver.prepare(`EXPLAIN QUERY PLAN ${sql}`).all('[]', ...(sql.includes('kind = ?') ? ['id'] : []));
      driver.close();
      const details = plan.map((row) => String(row.detail));
      const [first, ...others] = details.filter((detail) => /^(?:SCAN|SEARCH)/.test(detail));
      expect(first).toMatch(/^SCAN wanted/);
      expect(others).toHaveLength(2);
      for (const detail of others) expect(detail).toMatch(/^SEARCH \w+ USING/);
    });
  }
});

describe('an unusable file is replaced by an empty store', () => {
  const damages: [name: string, damage: () => void][] = [
    ['garbage', () => writeFileSync(path, 'not a database, '.repeat(1000))],
    ['an empty file', () => truncateSync(path, 0)],
    ['cut within the first page', () => truncateSync(path, 1000)],
    ['cut in half', () => truncateSync(path, Math.floor(statSync(path).size / 8192) * 4096)],
    ['overwritten behind its first page', () => writeFileSync(path, readFileSync(path).fill(0xff, 4096))],
    ['a newer version', () => alter('PRAGMA user_version = 99')],
    ['an older version', () => alter('PRAGMA user_version = 0')],
    [
      'garbage beside a stale journal',
      () => ['', '-wal', '-shm'].map((end) => writeFileSync(path + end, 'x'.repeat(9000))),
    ],
  ];
  for (const [name, damage] of damages) {
    test(`an unusable index file is replaced by an empty store: ${name}`, async () => {
      await fill(path);
      damage();
      const store = openSqliteStore({ path });
      expect((await store.opening()).files).toEqual([]);
      await store.apply(SHOP);
      expect((await store.opening()).files).toHaveLength(2);
      expect(modes().filter((mode) => !mode.endsWith(' 600'))).toEqual([]);
      await store.close();
    });
  }
});

describe('damage found while reading is reported', () => {
  test('reading commits with an unknown path from an index reports damage', async () => {
    const store = openSqliteStore({ path });
    await store.apply({ commits: [commit('c', 1, ['a'])] });
    await store.close();
    alter('DELETE FROM paths');
    const reopened = openSqliteStore({ path });
    await expect(reopened.commits([1])).rejects.toMatchObject({ code: 'STORE_DAMAGED' });
    await reopened.close();
  });

  for (const column of ['facts', 'text']) {
    test(`reading a damaged value in ${column} reports damage, although SQLite does not notice it`, async () => {
      await fill(path);
      alter(`UPDATE bodies SET ${column} = x'01ff00ff'`);
      const store = openSqliteStore({ path });
      const reading = column === 'text' ? store.texts(['ha']) : store.contents(['ha']);
      await expect(reading).rejects.toMatchObject({ code: 'STORE_DAMAGED' });
      await store.close();
    });
  }
});

describe('several stores share a file', () => {
  test('a store sees what another store on the same file wrote', async () => {
    const [one, other] = [openSqliteStore({ path }), openSqliteStore({ path })];
    expect((await other.opening()).files).toEqual([]);
    await one.apply(SHOP);
    expect(await everything(other, ASKED)).toEqual(await everything(one, ASKED));
    await other.apply({ remove: ['src/a.py'] });
    expect((await one.words({ postings: ['bill'] })).postings[0]!.contents).toEqual(Uint32Array.of(2));
    await Promise.all([one.close(), other.close()]);
  });

  test('a store that waits too long for another writer fails, and can still read', async () => {
    await fill(path);
    const writer = openDriver(path);
    writer.exec('BEGIN IMMEDIATE');
    const store = openSqliteStore({ path, busyTimeoutMs: 30 });
    await expect(store.apply({ meta: { key: 'v' } })).rejects.toMatchObject({ code: 'STORE_BUSY' });
    expect((await store.opening()).files).toHaveLength(2);
    writer.exec('ROLLBACK');
    await store.apply({ meta: { key: 'v' } });
    expect((await store.opening()).meta.get('key')).toBe('v');
    writer.close();
    await store.close();
  });
});

describe('the inverted index is stored in segments', () => {
  test('the inverted index keeps at most `segmentsMax` segments, and its answers do not depend on their number', async () => {
    const answers = [];
    for (const segmentsMax of [1, 3, 1000]) {
      const place = join(folder, `${segmentsMax}.db`);
      const store = openSqliteStore({ path: place, segmentsMax });
      for (let n = 0; n < 60; n += 1) {
        const contents = [content(`h${n}`, `shared word${n % 5}\ndef name${n}`)];
        await store.apply({ contents, upsert: [file(`p${n}`, `h${n}`)] });
      }
      answers.push((await store.words({ postings: ['share', 'word', 'name', 'word3'] })).postings);
      await store.close();
      const database = openDriver(place);
      const pieces = Number(database.prepare('SELECT count(*) AS pieces FROM segments').get()!.pieces);
      expect(pieces).toBeLessThanOrEqual(segmentsMax);
      database.close();
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(answers[0]![0]!.contents).toEqual(Uint32Array.from({ length: 60 }, (_, n) => n + 1));
  });

  test('removing unused contents removes their rows from the index', async () => {
    const store = openSqliteStore({ path, keeping: { otherStates: 1, contentsMin: 5 } });
    for (let n = 0; n < 40; n += 1) {
      await store.apply({
        contents: [content(`h${n}`, `shared only${n}\ndef name${n}`)],
        upsert: [file('p', `h${n}`)],
      });
    }
    await store.close();
    const database = openDriver(path);
    for (const table of ['contents', 'bodies', 'symbols']) {
      expect(Number(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()!.rows)).toBeLessThan(8);
    }
    // Six contents of six terms each; all forty would be four times as many bytes.
    const { bytes } = database.prepare('SELECT sum(length(bytes)) AS bytes FROM postings').get()!;
    expect(Number(bytes)).toBeLessThan(700);
    database.close();
  });
});

test('only the warning that SQLite is experimental is suppressed', () => {
  const emitWarning = process.emitWarning;
  const warnings: unknown[] = [];
  const record = (warning: unknown) => void warnings.push(warning);
  process.emitWarning = record;
  withoutExperimentalWarning(() => {
    process.emitWarning('SQLite is an experimental feature', 'ExperimentalWarning');
    process.emitWarning('something else', 'DeprecationWarning');
  });
  const after = process.emitWarning;
  process.emitWarning = emitWarning;
  expect(warnings).toEqual(['something else']);
  expect(after).toBe(record);
});

async function fill(place: string): Promise<void> {
  const store = openSqliteStore({ path: place });
  await store.apply(SHOP);
  await store.close();
  expect(existsSync(`${place}-wal`)).toBe(false);
}

async function ask(place: string) {
  const store = openSqliteStore({ path: place });
  const answers = await everything(store, ASKED);
  await store.close();
  return answers;
}

function modes(): string[] {
  return readdirSync(folder).map((name) => `${name} ${(statSync(join(folder, name)).mode & 0o777).toString(8)}`);
}

function alter(sql: string): void {
  const database = openDriver(path);
  database.exec(sql);
  database.close();
}
