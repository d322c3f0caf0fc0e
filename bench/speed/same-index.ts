import { DatabaseSync } from 'node:sqlite';
import { unpackText, unpackTouches } from '../../src/stores/bytes/packed-values.ts';
import { unpackVarints, VarintReader } from '../../src/stores/bytes/varint.ts';

// Says whether two indexes hold the same: node bench/speed/same-index.ts A/index.db B/index.db. Replaces numbers that differ
// between indexes (of contents, paths, commits) by what they stand for, and unpacks bytes first, because their packing and
// their segments may differ.
const [left, right] = process.argv.slice(2).map((path) => factsOf(path));
if (!left || !right) throw new Error('usage: same-index.ts A/index.db B/index.db');
let differences = 0;
for (const [table, rows] of left) {
  const others = right.get(table) ?? new Set();
  const missing = [...rows].filter((row) => !others.has(row));
  const added = [...others].filter((row) => !rows.has(row));
  differences += missing.length + added.length;
  console.log(
    `${table}: ${rows.size} and ${others.size} rows, ${missing.length} only left, ${added.length} only right`,
  );
  for (const row of missing.slice(0, 3)) console.log(`  < ${row.slice(0, 300)}`);
  for (const row of added.slice(0, 3)) console.log(`  > ${row.slice(0, 300)}`);
}
process.exitCode = differences === 0 ? 0 : 1;

type Row = Record<string, unknown>;

function factsOf(file: string): Map<string, Set<string>> {
  const database = new DatabaseSync(file, { readOnly: true });
  const all = (sql: string) => database.prepare(sql).all() as Row[];
  const hashes = new Map(all('SELECT id, hash FROM contents').map(({ id, hash }) => [id, String(hash)]));
  const paths = new Map(all('SELECT id, path FROM paths').map(({ id, path }) => [id, String(path)]));
  const commits = new Map(all('SELECT id, sha FROM commits').map(({ id, sha }) => [id, String(sha)]));
  const pathList = (bytes: unknown) => [...unpackVarints(bytes as Uint8Array)].map((id) => paths.get(id));
  const touchList = (bytes: unknown) =>
    unpackTouches(bytes as Uint8Array).map(({ commit, timeMs }) => [commits.get(commit), timeMs]);
  const read: Record<string, (value: unknown) => unknown> = {
    id: () => '',
    content: (id) => hashes.get(id),
    source: (value) => paths.get(value) ?? value,
    target: (id) => paths.get(id),
    path: (value) => paths.get(value) ?? value,
    facts: (bytes) => unpackText(bytes as Uint8Array),
    text: (bytes) => unpackText(bytes as Uint8Array),
    bytes: (bytes) => Buffer.from(bytes as Uint8Array).toString('base64'),
    paths: pathList,
    touches: touchList,
    mtime: () => '',
    edition: () => '',
  };
  const TABLES = `contents bodies files documents document_keys path_words symbols edges commits file_history history
    vector_model vectors meta`.split(/\s+/);
  const facts = new Map(
    TABLES.map((table) => [table, new Set(all(`SELECT * FROM ${table}`).map((row) => printRow(row, read)))]),
  );
  facts.set('postings', postings(all('SELECT bytes FROM postings'), hashes));
  facts.set('message_postings', messagePostings(all('SELECT bytes FROM message_postings'), commits));
  facts.get('meta')!.forEach((row) => {
    if (/indexedAt|refused/.test(row)) facts.get('meta')!.delete(row);
  });
  return facts;
}

function printRow(row: Row, read: Record<string, (value: unknown) => unknown>): string {
  const cells = Object.entries(row).filter(([name]) => !name.endsWith('seal'));
  return JSON.stringify(cells.map(([name, value]) => (name in read && value !== null ? read[name]!(value) : value)));
}

// One row for each term and content, with the units and their counts.
function postings(rows: readonly Row[], hashes: ReadonlyMap<unknown, string>): Set<string> {
  const found = new Set<string>();
  for (const [term, bytes] of rows.flatMap((row) => entries(row.bytes as Uint8Array))) {
    const numbers = unpackVarints(bytes);
    for (let at = 0; at < numbers.length; ) {
      const flags = numbers[at + 3]! & 3;
      const end = at + 4 + (flags & 1) + (flags >> 1);
      found.add(`${term} ${hashes.get(numbers[at]!)} ${numbers.slice(at + 1, end).join(' ')}`);
      at = end;
    }
  }
  return found;
}

function messagePostings(rows: readonly Row[], commits: ReadonlyMap<unknown, string>): Set<string> {
  const found = new Set<string>();
  for (const [term, bytes] of rows.flatMap((row) => entries(row.bytes as Uint8Array))) {
    const numbers = unpackVarints(bytes);
    for (let at = 0; at < numbers.length; at += 2) found.add(`${term} ${commits.get(numbers[at]!)} ${numbers[at + 1]}`);
  }
  return found;
}

function entries(bucket: Uint8Array): [term: string, bytes: Uint8Array][] {
  const found: [string, Uint8Array][] = [];
  for (const reader = new VarintReader(bucket); !reader.isDone; ) {
    const term = Buffer.from(reader.take(reader.next())).toString('utf8');
    found.push([term, reader.take(reader.next())]);
  }
  return found;
}
