// Writes and reads the segments of the inverted indexes. A segment stores its terms in buckets, many in each.
import type { TermBytes } from '../bytes/posting-bytes.ts';
import { VARINT_BYTES_MAX, VarintReader, writeVarint } from '../bytes/varint.ts';
import { mergeStart, SEGMENTS_MAX, type Segment, type UpkeepOptions } from '../upkeep.ts';
import { basePostings } from './borrowing.ts';
import type { Connection } from './opening/connection.ts';
import { checkSeal } from './opening/driver.ts';

/** The names of the inverted indexes, which are also the names of their tables. */
export type SegmentOwner = 'postings' | 'message_postings';

/** Writes the collected terms as the newest segment, then merges segments if there are more than `segmentsMax`. */
export function writeSegment(
  connection: Connection,
  owner: SegmentOwner,
  { terms, segmentsMax = SEGMENTS_MAX }: UpkeepOptions & { readonly terms: TermBytes },
): void {
  const id = insertSegment(connection, owner, bucketsOf(terms));
  if (id === null) return;
  const segments = segmentsOf(connection, owner);
  if (segments.length > segmentsMax) mergeFrom(connection, owner, { from: segments[mergeStart(segments)]!.id });
}

/** Merges the segments from the id `from` on into a new one; `filter` may shorten each bucket. */
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

/**
 * The number of buckets; a hash of the term selects its bucket. One row for each term would turn every change into many
 * small rows. A bucket is one row of a segment, and quick to search. Another number needs a new `TABLES_VERSION`.
 */
const BUCKETS = 2048;

// A bucket is a sequence of entries: length of the term, the term in UTF-8, length of its bytes, its bytes. A term may
// have several entries, so that two buckets can be concatenated.
const HASH_START = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;
const UTF8_BYTES_PER_UNIT_MAX = 3;
const ASCII_MAX = 127;
const INITIAL_BYTES = 1 << 16;

/** The bucket of a term (FNV-1a over its code units, folded). */
export function bucketOf(term: string): number {
  let hash = HASH_START;
  for (let index = 0; index < term.length; index += 1) hash = Math.imul(hash ^ term.charCodeAt(index), HASH_FACTOR);
  return ((hash >>> 16) ^ hash) & (BUCKETS - 1);
}

/** The buckets with content, in order. The bytes of a bucket are valid until the next iteration. */
function* bucketsOf(collected: TermBytes): Iterable<[bucket: number, bytes: Uint8Array]> {
  const { terms } = collected;
  const { order, ends } = byBucket(terms);
  let page = Buffer.allocUnsafe(INITIAL_BYTES);
  for (let bucket = 0, index = 0; bucket < BUCKETS; bucket += 1) {
    if (index === ends[bucket]) continue;
    let end = 0;
    for (; index < ends[bucket]!; index += 1) {
      const id = order[index]!;
      const size = collected.sizeOf(id);
      const max = end + 2 * VARINT_BYTES_MAX + UTF8_BYTES_PER_UNIT_MAX * terms[id]!.length + size;
      if (max > page.length) page = Buffer.concat([page], 2 * max);
      end = collected.copyTo(page, writeEntryHead(page, end, { term: terms[id]!, size }), id);
    }
    yield [bucket, page.subarray(0, end)];
  }
}

// Sorts term numbers by bucket, and returns where each bucket ends.
function byBucket(terms: readonly string[]): { order: Uint32Array; ends: Uint32Array } {
  const buckets = Uint16Array.from(terms, bucketOf);
  const ends = new Uint32Array(BUCKETS + 1);
  // Counts each bucket one place later, so that the sums are the starts; filling moves each start to the end.
  for (const bucket of buckets) ends[bucket + 1]! += 1;
  for (let bucket = 1; bucket < BUCKETS; bucket += 1) ends[bucket]! += ends[bucket - 1]!;
  const order = new Uint32Array(terms.length);
  buckets.forEach((bucket, id) => {
    order[ends[bucket]!++] = id;
  });
  return { order, ends };
}

// Writes the head of an entry whose bytes have the length `size`; returns the offset for the bytes.
function writeEntryHead(page: Buffer, offset: number, { term, size }: { term: string; size: number }): number {
  let index = writeVarint(page, offset, term.length);
  const start = index;
  for (let sign = 0; sign < term.length; sign += 1) {
    const code = term.charCodeAt(sign);
    if (code > ASCII_MAX) return writeWideHead(page, offset, { term, size });
    page[index++] = code;
  }
  return writeVarint(page, start + term.length, size);
}

function writeWideHead(page: Buffer, offset: number, { term, size }: { term: string; size: number }): number {
  const length = Buffer.byteLength(term);
  const start = writeVarint(page, offset, length);
  page.write(term, start);
  return writeVarint(page, start + length, size);
}

function entriesOf(bucket: Uint8Array, term: string): Uint8Array[] {
  const wanted = Buffer.from(term);
  const found: Uint8Array[] = [];
  for (const reader = new VarintReader(bucket); !reader.isDone; ) {
    const length = reader.next();
    // Compares lengths first, because most terms already differ in length.
    const isWanted = length === wanted.length && wanted.equals(reader.peek(length));
    reader.skip(length);
    const size = reader.next();
    if (isWanted) found.push(reader.take(size));
    else reader.skip(size);
  }
  return found;
}

/** Filters the bytes of every term in a bucket, and drops terms without bytes. */
export function filterBucket(bucket: Uint8Array, filter: (bytes: Uint8Array) => Uint8Array): Uint8Array {
  const filtered = new Uint8Array(bucket.length);
  let end = 0;
  for (const reader = new VarintReader(bucket); !reader.isDone; ) {
    const term = reader.take(reader.next());
    const kept = filter(reader.take(reader.next()));
    if (kept.length === 0) continue;
    end = writeVarint(filtered, end, term.length);
    filtered.set(term, end);
    end = writeVarint(filtered, end + term.length, kept.length);
    filtered.set(kept, end);
    end += kept.length;
  }
  return filtered.subarray(0, end);
}
