import type { TermBytes } from '../bytes/term-bytes.ts';
import { VARINT_BYTES_MAX, VarintReader, writeVarint } from '../bytes/varint.ts';

/**
 * Terms are kept in this many buckets, chosen by a hash of the term. A row for every term would make many small rows
 * of every change; a bucket is one row, and is quick to search. Part of the format: a change needs a new version.
 */
const BUCKETS = 2048;

// A bucket is a sequence of entries: length of the term, the term in UTF-8, length of its bytes, its bytes. A term may
// have several entries, so that two buckets join by standing one behind the other.
const HASH_START = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;
const UTF8_BYTES_PER_UNIT_MAX = 3;
const INITIAL_BYTES = 1 << 16;

/** The bucket of a term (FNV-1a over its code units, folded). */
export function bucketOf(term: string): number {
  let hash = HASH_START;
  for (let at = 0; at < term.length; at += 1) hash = Math.imul(hash ^ term.charCodeAt(at), HASH_FACTOR);
  return ((hash >>> 16) ^ hash) & (BUCKETS - 1);
}

/** The buckets that hold anything, in order. Their bytes are good until the next bucket is asked for. */
export function* bucketsOf(collected: TermBytes): Iterable<[bucket: number, bytes: Uint8Array]> {
  const members: [term: string, size: number][][] = Array.from({ length: BUCKETS }, () => []);
  for (const [term, size] of collected.sizes()) members[bucketOf(term)]!.push([term, size]);
  let page = Buffer.alloc(INITIAL_BYTES);
  for (const [bucket, terms] of members.entries()) {
    if (terms.length === 0) continue;
    const most = terms.reduce((sum, [term, size]) => sum + entryBytesMax(term, size), 0);
    if (most > page.length) page = Buffer.alloc(2 * most);
    let end = 0;
    for (const [term, size] of terms) end = collected.copyTo(page, writeEntryHead(page, end, { term, size }), term);
    yield [bucket, page.subarray(0, end)];
  }
}

function entryBytesMax(term: string, size: number): number {
  return 2 * VARINT_BYTES_MAX + UTF8_BYTES_PER_UNIT_MAX * term.length + size;
}

// Writes all of an entry but its bytes, of which there will be `size`; returns the offset where they go.
function writeEntryHead(page: Buffer, offset: number, entry: { term: string; size: number }): number {
  const length = Buffer.byteLength(entry.term);
  const termStart = writeVarint(page, offset, length);
  page.write(entry.term, termStart);
  return writeVarint(page, termStart + length, entry.size);
}

/** The bytes of one term in a bucket, in order. */
export function entriesOf(bucket: Uint8Array, term: string): Uint8Array[] {
  const wanted = Buffer.from(term);
  const found: Uint8Array[] = [];
  for (const reader = new VarintReader(bucket); !reader.isDone; ) {
    const length = reader.next();
    // Most terms differ in length already, which spares looking at them.
    const isWanted = length === wanted.length && wanted.equals(reader.peek(length));
    reader.skip(length);
    const size = reader.next();
    if (isWanted) found.push(reader.take(size));
    else reader.skip(size);
  }
  return found;
}

/** The bucket with every term's bytes filtered; terms with nothing left are dropped. */
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
