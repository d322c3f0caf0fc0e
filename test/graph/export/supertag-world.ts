import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

// The tables supertag makes, with the columns it fills.
const TABLES = `
CREATE TABLE nodes (id TEXT PRIMARY KEY, name TEXT, parent_id TEXT, node_type TEXT, created INTEGER, updated INTEGER,
  done_at INTEGER, raw_data TEXT);
CREATE TABLE supertags (id INTEGER PRIMARY KEY AUTOINCREMENT, node_id TEXT NOT NULL, tag_name TEXT NOT NULL,
  tag_id TEXT NOT NULL, color TEXT);
CREATE TABLE fields (id INTEGER PRIMARY KEY AUTOINCREMENT, node_id TEXT NOT NULL, field_name TEXT NOT NULL,
  field_id TEXT NOT NULL);
CREATE TABLE "references" (id INTEGER PRIMARY KEY AUTOINCREMENT, from_node TEXT NOT NULL, to_node TEXT NOT NULL,
  reference_type TEXT NOT NULL);
CREATE TABLE tag_applications (id INTEGER PRIMARY KEY AUTOINCREMENT, tuple_node_id TEXT NOT NULL,
  data_node_id TEXT NOT NULL, tag_id TEXT NOT NULL, tag_name TEXT NOT NULL);
CREATE TABLE field_names (id INTEGER PRIMARY KEY AUTOINCREMENT, field_id TEXT NOT NULL UNIQUE, field_name TEXT NOT NULL,
  supertags TEXT);
CREATE TABLE sync_metadata (id INTEGER PRIMARY KEY CHECK (id = 1), last_export_file TEXT NOT NULL,
  last_sync_timestamp INTEGER NOT NULL, total_nodes INTEGER NOT NULL);
CREATE TABLE node_checksums (node_id TEXT PRIMARY KEY, checksum TEXT NOT NULL, last_seen INTEGER NOT NULL);
CREATE TABLE field_values (id INTEGER PRIMARY KEY AUTOINCREMENT, tuple_id TEXT NOT NULL, parent_id TEXT NOT NULL,
  field_def_id TEXT NOT NULL, field_name TEXT NOT NULL, value_node_id TEXT NOT NULL, value_text TEXT NOT NULL,
  value_order INTEGER DEFAULT 0, created INTEGER);
CREATE TABLE supertag_parents (id INTEGER PRIMARY KEY AUTOINCREMENT, child_tag_id TEXT NOT NULL,
  parent_tag_id TEXT NOT NULL, UNIQUE(child_tag_id, parent_tag_id));
`;

const FULL_TEXT = `
CREATE VIRTUAL TABLE nodes_fts USING fts5(id UNINDEXED, name, content='nodes', content_rowid='rowid',
  tokenize='porter unicode61');
INSERT INTO nodes_fts(rowid, id, name) SELECT rowid, id, name FROM nodes WHERE name IS NOT NULL;
`;

interface Doc {
  readonly id: string;
  readonly name?: string;
  readonly owner?: string;
  readonly type?: string;
  readonly children?: readonly string[];
  readonly description?: string;
  readonly done?: number | boolean;
  readonly modified?: number;
  /** A document that is no JSON. */
  readonly isBroken?: boolean;
}

const ref = (id: string, alias = '') => `<span data-inlineref-node="${id}">${alias}</span>`;
const DATE = '<span data-inlineref-date="{&quot;dateTimeString&quot;:&quot;2026-01-14&quot;}"></span>';

export const DOCS: readonly Doc[] = [
  { id: 'ws_HOME', name: 'Home', children: ['apollo', 'people', 'day'] },
  {
    id: 'apollo',
    name: 'Apollo <b>launch</b> &amp; more',
    owner: 'ws_HOME',
    description: 'Put it live.',
    children: ['owner-tuple', 'status-tuple', 'plan', 'ada', 'kickoff', 'find'],
    modified: 1_760_000_000_000,
  },
  { id: 'plan', name: `Plan with ${ref('bob')} on ${DATE}`, owner: 'apollo', children: ['step1', 'step2'] },
  { id: 'step1', name: 'Write the copy', owner: 'plan', done: false },
  { id: 'step2', name: 'Order the cake', owner: 'plan', done: 1_750_000_000_000 },
  { id: 'kickoff', name: 'Kickoff meetings', owner: 'apollo' },
  { id: 'people', name: 'People', owner: 'ws_HOME', children: ['ada', 'bob'] },
  { id: 'ada', name: 'Ada', owner: 'people' },
  { id: 'bob', name: 'Bob', owner: 'people' },
  { id: 'day', name: '2026-01-14 - Wednesday', owner: 'ws_HOME', type: 'journalPart', children: ['note'] },
  { id: 'note', name: `Saw ${ref('apollo', 'the launch')}`, owner: 'day' },
  { id: 'code', name: 'x = 1', owner: 'day', type: 'codeblock' },
  // The system's own: fields are tuples, and a value that is a text belongs to its tuple.
  { id: 'owner-tuple', owner: 'apollo', type: 'tuple', children: ['owner-def', 'both', 'bob'] },
  { id: 'status-tuple', owner: 'apollo', type: 'tuple', children: ['status-def', 'active'] },
  { id: 'both', name: `${ref('ada')}, ${ref('bob')}`, owner: 'owner-tuple' },
  { id: 'active', name: 'Active', owner: 'status-tuple' },
  { id: 'find', name: 'Find apollo', owner: 'apollo', type: 'search', children: ['apollo'] },
  { id: 'project-def', name: 'project', owner: 'ws_SCHEMA', type: 'tagDef', children: ['template'] },
  { id: 'thing-def', name: 'thing', owner: 'ws_SCHEMA', type: 'tagDef' },
  { id: 'template', name: 'Apollo template', owner: 'project-def' },
  { id: 'ws_TRASH', name: 'Trash', children: ['binned'] },
  { id: 'binned', name: 'Apollo, the old one', owner: 'ws_TRASH', children: ['deep'] },
  { id: 'deep', name: 'Apollo deep in the bin', owner: 'binned' },
  { id: 'broken', name: 'Broken document', isBroken: true },
];

/** An index as supertag makes it, in a folder of its own; gone when it is disposed. */
export function makeSupertagWorld({
  docs = DOCS,
  hasFullText = true,
}: {
  docs?: readonly Doc[];
  hasFullText?: boolean;
} = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'knap-supertag-'));
  const path = join(folder, 'tana-index.db');
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA journal_mode = WAL; BEGIN; ${TABLES}`);
  const listers = new Map(docs.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const insert = database.prepare('INSERT INTO nodes VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  for (const { id, name, owner, type, children, description, done, modified, isBroken } of docs) {
    const props = { created: 1_700_000_000_000, name, description, _ownerId: owner, _docType: type, _done: done };
    const raw = isBroken ? '{"id":' : JSON.stringify({ id, props, children });
    const doneAt = typeof done === 'number' ? done : null;
    insert.run(id, name ?? null, listers.get(id) ?? null, 'node', 1_700_000_000_000, modified ?? null, doneAt, raw);
  }
  const add = (sql: string, ...rows: readonly (string | number)[][]) => {
    const statement = database.prepare(sql);
    for (const row of rows) statement.run(...row);
  };
  add(
    'INSERT INTO "references" (from_node, to_node, reference_type) VALUES (?, ?, \'inline_ref\')',
    ...docs.flatMap(({ id, name = '' }) =>
      [...name.matchAll(/inlineref-node="([^"]+)"/g)].map((match) => [id, match[1]!]),
    ),
  );
  add(
    'INSERT INTO tag_applications (tuple_node_id, data_node_id, tag_id, tag_name) VALUES (?, ?, ?, ?)',
    ['t1', 'apollo', 'project-def', 'project'],
    ['t2', 'ada', 'person-def', 'person'],
  );
  add(
    'INSERT INTO supertag_parents (child_tag_id, parent_tag_id) VALUES (?, ?)',
    ['project-def', 'thing-def'],
    ['thing-def', 'project-def'],
  );
  add(
    `INSERT INTO field_values (tuple_id, parent_id, field_def_id, field_name, value_node_id, value_text, value_order)
     VALUES (?, 'apollo', ?, ?, ?, ?, ?)`,
    ['owner-tuple', 'owner-def', 'Owner', 'both', ', ', 0],
    ['status-tuple', 'status-def', 'Status', 'active', 'Active', 0],
    ['owner-tuple', 'owner-def', 'Owner', 'bob', 'Bob', 1],
  );
  add('INSERT INTO sync_metadata VALUES (1, ?, ?, ?)', ['ws@2026-01-14.json', 1_768_400_000_000, docs.length]);
  if (hasFullText) database.exec(FULL_TEXT);
  database.exec('COMMIT');
  return {
    folder,
    path,
    /** Still open, as while supertag runs. */
    database,
    [Symbol.dispose]: () => {
      if (database.isOpen) database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
