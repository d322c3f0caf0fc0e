import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect } from 'vitest';
import { doc, type SampleDoc } from '../graph/export/reading.ts';
import { knap } from '../surfaces/knap.ts';
import { type Damage, putBack } from './damage.ts';
import { makeWorld } from './world.ts';

const WORDS = ['Beacon', 'Cedar', 'harbour', 'ledger', 'invoice', 'signal', 'orchard', 'window'];
const ASKED = ['context', 'Atlas', 'ledger', '--offline', '--depth', '3'];
const EXPORT = '.home/export.json';

/** A world with an imported graph whose database is spoiled and put back, over and over. */
export function damagedGraph() {
  const world = makeWorld({ 'a.txt': 'x\n', [EXPORT]: JSON.stringify({ docs: docs() }) });
  const path = join(world.root, '.knap/graphs/main.db');
  let sound = { bytes: Buffer.alloc(0), page: '' };
  const ask = () => knap(world.root, ASKED);
  beforeAll(async () => {
    expect((await knap(world.root, ['import', 'tana', EXPORT])).code).toBe(0);
    sound = { bytes: readFileSync(path), page: pageOf((await ask()).stdout) };
    expect(sound.page).toContain('Atlas');
  });
  afterAll(() => world[Symbol.dispose]());
  return {
    root: world.root,
    path,
    ask,
    page: () => sound.page,
    putBack: () => putBack(path, sound.bytes),
    takeExport: () => rmSync(join(world.root, EXPORT)),
    /** The answer is the one before, with a line at most that says that the graph was imported again. */
    async check({ name, spoil }: Damage): Promise<boolean> {
      putBack(path, sound.bytes);
      spoil(path);
      const asked = await ask();
      expect({ name, code: asked.code, said: asked.code === 0 ? '' : asked.stderr }).toEqual({
        name,
        code: 0,
        said: '',
      });
      expect({ name, page: pageOf(asked.stdout) }).toEqual({ name, page: sound.page });
      const isTold = AGAIN.test(asked.stdout + asked.stderr);
      const next = await ask();
      expect({ name, page: pageOf(next.stdout), told: AGAIN.test(next.stdout + next.stderr) }).toEqual({
        ...{ name, page: sound.page, told: false },
      });
      return isTold;
    },
  };
}

export const AGAIN = /it was imported again/;

/** What a page says of nodes: not when it was made, nor how the graph came about, nor what that costs. */
export const pageOf = (text: string): string => text.replace(/^.*(?:it was imported again|^> assembled).*\n/gm, '');

/** Rows that somebody with SQLite changed, in every table. */
export function changedGraphRows(): Damage[] {
  const statements = [
    "UPDATE nodes SET name = replace(name, 'Beacon', 'Falcon')",
    "UPDATE nodes SET fields = '', tags = ''",
    'UPDATE nodes SET modified = modified + 86400000',
    'DELETE FROM nodes WHERE key = (SELECT max(key) FROM nodes)',
    "UPDATE ids SET id = id || 'x' WHERE key > 3",
    'UPDATE edges SET target = source',
    'DELETE FROM edges WHERE kind = 0',
    "UPDATE meta SET value = '7' WHERE key = 'nodes'",
    "INSERT INTO texts (rowid, name, description, fields, tags) VALUES (9999, 'ledger', '', '', '')",
    'DELETE FROM texts WHERE rowid < 20',
    'DROP TABLE edges',
    'DROP TABLE texts',
    'DROP INDEX nodes_by_name',
    'CREATE TABLE another (id INTEGER PRIMARY KEY)',
  ];
  return statements.map((sql) => ({
    name: sql,
    spoil: (path) => {
      const database = new DatabaseSync(path);
      database.exec(sql);
      database.close();
    },
  }));
}

function docs(): readonly SampleDoc[] {
  const names = Array.from({ length: 120 }, (_, n) => `${WORDS[n % 8]} ${WORDS[(n * 3 + 1) % 8]} ${n}`);
  return [doc('Atlas', {}, ...names.slice(0, 40)), ...names.map((name) => doc(name))];
}
