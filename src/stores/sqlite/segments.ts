// Writes and reads the segments of the inverted index.
import type { TermBytes } from '../bytes/term-bytes.ts';
import { mergeStart, type Segment } from '../segments.ts';
import { basePostings } from './borrowing.ts';
import { bucketOf, bucketsOf, entriesOf } from './buckets.ts';
import type { Connection } from './opening/connection.ts';
import { checkSeal } from './opening/row-checksums.ts';

/** The names of the inverted indexes, which are also the names of their tables. */
export type SegmentOwner = 'postings' | 'message_postings';

/** Writes the collected terms as the newest segment, then merges segments if there are more than `segmentsMax`. */
export function writeSegment(
  connection: Connection,
  owner: SegmentOwner,
  options: { terms: TermBytes; segmentsMax: number },
): void {
  const id = insertSegment(connection, owner, bucketsOf(options.terms));
  if (id === null) return;
  const segments = segmentsOf(connection, owner);
  if (segments.length > options.segmentsMax) mergeFrom(connection, owner, { from: segments[mergeStart(segments)]!.id });
}

/** Joins the segments from `from` on to a new one; `filter` may shorten each bucket. */
export function mergeFrom(
  connection: Connection,
  owner: SegmentOwner,
  options: { from: number; filter?: (bytes: Uint8Array) => Uint8Array },
): void {
  const last = segmentsOf(connection, owner).at(-1)?.id ?? 0;
  // The id of the new segment follows those that are read, so that the iteration never reads new rows.
  const rows = connection.iterate<BucketRow>(
    `SELECT segment, bucket, seal, bytes FROM ${owner} WHERE segment BETWEEN ? AND ? ORDER BY bucket, segment`,
    options.from,
    last,
  );
  insertSegment(connection, owner, joinBuckets(owner, rows, options.filter));
  connection.run(`DELETE FROM ${owner} WHERE segment BETWEEN ? AND ?`, options.from, last);
  connection.run('DELETE FROM segments WHERE owner = ? AND id BETWEEN ? AND ?', owner, options.from, last);
}

/** The byte strings of one term, oldest first. */
export function readTerm(connection: Connection, owner: SegmentOwner, term: string): Uint8Array[] {
  const entriesIn = (database: 'main' | 'base') =>
    connection
      .all<BucketRow>(
        `SELECT b.segment, b.bucket, b.seal, b.bytes FROM ${database}.segments s
         CROSS JOIN ${database}.${owner} b ON b.segment = s.id AND b.bucket = ? WHERE s.owner = '${owner}' ORDER BY s.id`,
        bucketOf(term),
      )
      .flatMap((row) => entriesOf(bytesOf(owner, row), term));
  if (!connection.isBorrowing) return entriesIn('main');
  return [...entriesIn('base').map(basePostings(connection, owner)), ...entriesIn('main')];
}

/** Deletes all segments. */
export function clearSegments(connection: Connection, owner: SegmentOwner): void {
  connection.run(`DELETE FROM ${owner}`);
  connection.run('DELETE FROM segments WHERE owner = ?', owner);
}

interface BucketRow {
  readonly segment: number;
  readonly bucket: number;
  readonly seal: number;
  readonly bytes: Uint8Array;
}

function bytesOf(owner: SegmentOwner, { segment, bucket, seal, bytes }: BucketRow): Uint8Array {
  checkSeal(seal, `${owner}.seal`, segment, bucket, bytes);
  return bytes;
}

function segmentsOf(connection: Connection, owner: SegmentOwner): Segment[] {
  return connection.all<Segment>('SELECT id, bytes FROM segments WHERE owner = ? ORDER BY id', owner);
}

function insertSegment(
  connection: Connection,
  owner: SegmentOwner,
  buckets: Iterable<readonly [bucket: number, bytes: Uint8Array]>,
): number | null {
  const id = (segmentsOf(connection, owner).at(-1)?.id ?? 0) + 1;
  const sql = `INSERT INTO ${owner} (segment, bucket, bytes) VALUES (?, ?, ?)`;
  let size = 0;
  for (const [bucket, bytes] of buckets) {
    connection.run(sql, id, bucket, bytes);
    size += bytes.length;
  }
  if (size === 0) return null;
  connection.run('INSERT INTO segments (owner, id, bytes) VALUES (?, ?, ?)', owner, id, size);
  return id;
}

function* joinBuckets(
  owner: SegmentOwner,
  rows: Iterable<BucketRow>,
  filter: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes,
): Iterable<[number, Uint8Array]> {
  let bucket = -1;
  let parts: Uint8Array[] = [];
  for (const row of rows) {
    if (row.bucket !== bucket && parts.length > 0) {
      yield [bucket, Buffer.concat(parts)];
      parts = [];
    }
    bucket = row.bucket;
    const bytes = filter(bytesOf(owner, row));
    if (bytes.length > 0) parts.push(bytes);
  }
  if (parts.length > 0) yield [bucket, Buffer.concat(parts)];
}
