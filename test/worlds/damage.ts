import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { fileIdentityOf } from '../../src/reading/plain-file.ts';

/** One way to spoil the file of an index, the same every time. */
export interface Damage {
  readonly name: string;
  spoil(path: string): void;
}

const PAGE = 4096;
const KINDS: readonly [name: string, spoil: (bytes: Buffer, random: Random) => void][] = [
  ['one bit', (bytes, random) => flip(bytes, random(bytes.length), 1 << random(8))],
  ['one byte of one page', (bytes, random) => flip(bytes, random(bytes.length), 1 + random(255))],
  ['sixteen bytes of one page', (bytes, random) => scatter(bytes, random, 16)],
  ['a page of noughts', (bytes, random) => bytes.fill(0, ...pageOf(bytes, random))],
  ['a page of ones', (bytes, random) => bytes.fill(0xff, ...pageOf(bytes, random))],
  [
    'two pages in each other’s place',
    (bytes, random) => {
      const [one, other] = [pageOf(bytes, random), pageOf(bytes, random)];
      const kept = Buffer.from(bytes.subarray(...one));
      bytes.copy(bytes, one[0], ...other);
      kept.copy(bytes, other[0]);
    },
  ],
  ['its own page twice', (bytes, random) => void bytes.copy(bytes, pageOf(bytes, random)[0], ...pageOf(bytes, random))],
];

/** Damaged bytes of every kind in turn, chosen by the seeds from `first` on. */
export function damagedPages(first: number, count: number): Damage[] {
  return Array.from({ length: count }, (_, at) => {
    const [name, change] = KINDS[at % KINDS.length]!;
    const seed = first + at;
    const spoil = (path: string) => {
      const bytes = readFileSync(path);
      change(bytes, randomFrom(seed));
      writeFileSync(path, bytes);
    };
    return { name: `${name} (${seed})`, spoil };
  });
}

/** The file cut off at so many places. */
export function cutOff(count: number): Damage[] {
  return Array.from({ length: count }, (_, at) => ({
    name: `cut off after ${at + 1} of ${count + 1} parts`,
    spoil: (path) => truncateSync(path, Math.floor((readFileSync(path).length * (at + 1)) / (count + 1))),
  }));
}

/** Every table dropped, and every index, one at a time; a column more; another table. */
export function changedTables(pristine: string): Damage[] {
  const database = new DatabaseSync(pristine);
  const rows = database.prepare("SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'").all();
  database.close();
  const statements = [
    ...rows.map(({ type, name }) => `DROP ${type} ${name}`),
    'ALTER TABLE paths ADD COLUMN more TEXT',
    'ALTER TABLE edges RENAME COLUMN because TO reason',
    'CREATE TABLE another (id INTEGER PRIMARY KEY)',
  ];
  return statements.map((sql) => ({ name: sql, spoil: (path) => alter(path, sql) }));
}

// The rows of two keys exchanged, or one lost, by somebody who has SQLite but not our way of writing. Seals are not made
// anew: the function that makes them says what stands there already.
const ROWS = [
  'UPDATE bodies SET facts = (SELECT facts FROM bodies b WHERE b.content <> bodies.content LIMIT 1)',
  'UPDATE bodies SET text = (SELECT text FROM bodies b WHERE b.content <> bodies.content LIMIT 1)',
  'UPDATE files SET content = (SELECT max(content) FROM files) WHERE path = (SELECT min(path) FROM files)',
  'UPDATE paths SET path = path || 2',
  'UPDATE symbols SET name = upper(name), qualified_name = upper(qualified_name)',
  'UPDATE edges SET weight = 0.001',
  'UPDATE vectors SET bytes = (SELECT bytes FROM vectors v ORDER BY content DESC LIMIT 1)',
  'UPDATE postings SET bytes = (SELECT bytes FROM postings p WHERE p.bucket <> postings.bucket LIMIT 1)',
  'UPDATE contents SET term_count = 1, unit_count = 1',
  "UPDATE documents SET card = replace(card, 'a', 'b')",
  "UPDATE commits SET message = 'webhook'",
  'UPDATE file_history SET heat = heat * 100 + 1',
  "UPDATE meta SET value = ''",
];

/** Rows that were changed without their seals. */
export function changedRows(): Damage[] {
  return ROWS.map((sql) => ({
    name: sql,
    spoil: (path) => {
      const database = new DatabaseSync(path);
      database.function('seal_of', { deterministic: true, varargs: true }, () => 7);
      database.exec(sql);
      database.close();
    },
  }));
}

/** What lies beside the file is changed, or the file is that of another workspace. */
export function changedAround(foreign: () => Uint8Array): Damage[] {
  const garbage = Buffer.alloc(8192, 0x5a);
  const beside = ['-stamp', '-wal', '-shm', '-journal', '-damaged', '-replacing'].flatMap((end) => [
    { name: `garbage in ${end}`, spoil: (path: string) => writeFileSync(path + end, garbage) },
    { name: `nothing in ${end}`, spoil: (path: string) => writeFileSync(path + end, '') },
  ]);
  return [
    ...beside,
    { name: 'the index of another workspace', spoil: (path) => writeFileSync(path, foreign()) },
    { name: 'the same, with a mark as if it were made here', spoil: (path) => putBack(path, foreign()) },
  ];
}

/** Bytes changed in the file itself, wherever they lie: pages that are not used any more may hold them too. */
export function changeBytes(path: string, needle: Uint8Array): void {
  const bytes = readFileSync(path);
  if (bytes.indexOf(needle) < 0) throw new Error('the bytes are not there in one piece');
  for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + 1))
    flip(bytes, at + Math.floor(needle.length / 2), 0x55);
  writeFileSync(path, bytes);
}

// Where a database says by what and where it was made.
const MARK_AT = 68;

/** Puts an index back as it was, without anything beside it, and as one that was made where it lies now. */
export function putBack(path: string, bytes: Uint8Array): void {
  for (const end of ['-wal', '-shm', '-stamp']) rmSync(path + end, { force: true });
  writeFileSync(path, bytes);
  const marked = Buffer.from(bytes);
  marked.writeInt32BE(fileIdentityOf(path), MARK_AT);
  writeFileSync(path, marked);
}

type Random = (below: number) => number;

function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = crc32(`${state} of ${seed}`);
    return state % below;
  };
}

function flip(bytes: Buffer, at: number, mask: number): void {
  bytes[at] = bytes[at]! ^ mask;
}

function scatter(bytes: Buffer, random: Random, count: number): void {
  const [start] = pageOf(bytes, random);
  for (let n = 0; n < count; n += 1) flip(bytes, start + random(PAGE), 1 + random(255));
}

function pageOf(bytes: Buffer, random: Random): [start: number, end: number] {
  const start = random(Math.floor(bytes.length / PAGE)) * PAGE;
  return [start, start + PAGE];
}

function alter(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}
