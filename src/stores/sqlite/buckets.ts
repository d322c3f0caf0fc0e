import { VARINT_BYTES_MAX, VarintReader, writeVarint } from './bytes/varint.ts';

/**
 * Terms are kept in this many buckets, chosen by a hash of the term. A row for every term would make many small rows
 * of every change; a bucket is one row, and is quick to search. Part of the format: a change needs a new version.
 */
export const BUCKETS = 2048;

// A bucket is a sequence of entries: length of the term, the term in UTF-8, length of its bytes, its bytes. A term may
// have several entries, so that two buckets join by standing one behind the other.
const HASH_START = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;
const UTF8_BYTES_PER_UNIT_MAX = 3;

/** The bucket of a term (FNV-1a over its code units, folded). */
export function bucketOf(term: string): number {
  let hash = HASH_START;
  for (let at = 0; at < term.length; at += 1) hash = Math.imul(hash ^ term.charCodeAt(at), HASH_FACTOR);
  return ((hash >>> 16) ^ hash) & (BUCKETS - 1);
}

/** The most room an entry can take. */
export function entryBytesMax(term: string, size: number): number {
  return 2 * VARINT_BYTES_MAX + UTF8_BYTES_PER_UNIT_MAX * term.length + size;
}

/** Writes all of an entry but its bytes, of which there will be `size`; returns the offset where they go. */
export function writeEntryHead(page: Buffer, offset: number, entry: { term: string; size: number }): number {
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
