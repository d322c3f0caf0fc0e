// Writes the inverted index in segments, and merges segments so that a lookup reads few of them.
import { filterPostings, type TermBytes } from '../../bytes/posting-bytes.ts';
import { mergeStart, SEGMENTS_MAX, type Segment, type UpkeepOptions } from '../../upkeep.ts';
import type { Ask } from '../connection/database.ts';
import { keyOf } from '../keys.ts';
import { BytePage, bytesOf } from '../statements.ts';

// The number of terms to rewrite at once; their postings are in memory meanwhile.
const REWRITTEN_AT_ONCE = 4000;

interface SegmentPlace {
  readonly ask: Ask;
  readonly workspace: string;
  readonly owner: string;
}

/** Writes the collected terms as the newest segment, then merges segments if there are more than `segmentsMax`. */
export async function writeSegment(
  place: SegmentPlace,
  { terms, segmentsMax = SEGMENTS_MAX }: UpkeepOptions & { readonly terms: TermBytes },
): Promise<void> {
  const page = new BytePage();
  const keys: string[] = [];
  for (const [number, term] of terms.terms.entries()) {
    const size = terms.sizeOf(number);
    const bytes = new Uint8Array(size);
    terms.copyTo(bytes, 0, number);
    page.add(bytes);
    keys.push(keyOf(term));
  }
  if (keys.length === 0) return;
  const segments = await segmentsOf(place);
  const id = (segments.at(-1)?.id ?? 0) + 1;
  await insertTerms(place, id, keys, page);
  const bytes = page.sizes.reduce((sum, size) => sum + size, 0);
  await insertSegment(place, { id, bytes });
  const all = [...segments, { id, bytes }];
  if (all.length > segmentsMax) await mergeFrom(place, all.slice(mergeStart(all)));
}

export async function clearSegments({ ask, workspace, owner }: SegmentPlace): Promise<void> {
  await ask('DELETE FROM knap.postings WHERE workspace = ? AND owner = ?', workspace, owner);
  await ask('DELETE FROM knap.segments WHERE workspace = ? AND owner = ?', workspace, owner);
}

/** Merges all segments into one, with only the postings of contents that stay. */
export async function filterSegments(place: SegmentPlace, kept: Uint8Array): Promise<void> {
  const old = await segmentsOf(place);
  const last = old.at(-1)?.id ?? 0;
  let bytes = 0;
  for (let after: string | null = null; ; ) {
    const rows = await place.ask(
      `SELECT term::text, encode(string_agg(bytes, ''::bytea ORDER BY segment), 'base64') FROM knap.postings
       WHERE workspace = ? AND owner = ? AND segment <= ? AND term > ?::bigint GROUP BY term ORDER BY term LIMIT ${REWRITTEN_AT_ONCE}`,
      ...[place.workspace, place.owner, last, after ?? LEAST_KEY],
    );
    if (rows.length === 0) break;
    const filtered = rows
      .map(([key, packed]) => [key!, filterPostings(bytesOf(packed!), (content) => kept[content] === 1)] as const)
      .filter(([, left]) => left.length > 0);
    const page = new BytePage();
    for (const [, left] of filtered) page.add(left);
    const keys = filtered.map(([key]) => key);
    await insertTerms(place, last + 1, keys, page);
    bytes += page.sizes.reduce((sum, size) => sum + size, 0);
    after = rows.at(-1)![0]!;
  }
  await removeSegments(place, 0, last);
  if (bytes > 0) await insertSegment(place, { id: last + 1, bytes });
}

const LEAST_KEY = '-9223372036854775808';

// The server merges the segments itself, without sending them here.
async function mergeFrom(place: SegmentPlace, segments: readonly Segment[]): Promise<void> {
  const [from, last] = [segments[0]!.id, segments.at(-1)!.id];
  await place.ask(
    `INSERT INTO knap.postings (workspace, owner, term, segment, bytes)
     SELECT workspace, owner, term, ?::int, string_agg(bytes, ''::bytea ORDER BY segment) FROM knap.postings
     WHERE workspace = ? AND owner = ? AND segment BETWEEN ? AND ? GROUP BY workspace, owner, term`,
    ...[last + 1, place.workspace, place.owner, from, last],
  );
  await removeSegments(place, from, last);
  await insertSegment(place, { id: last + 1, bytes: segments.reduce((sum, { bytes }) => sum + bytes, 0) });
}

async function segmentsOf({ ask, workspace, owner }: SegmentPlace): Promise<readonly Segment[]> {
  const sql = 'SELECT id, bytes FROM knap.segments WHERE workspace = ? AND owner = ? ORDER BY id';
  return (await ask(sql, workspace, owner)).map(([id, bytes]) => ({ id: Number(id), bytes: Number(bytes) }));
}

async function insertSegment({ ask, workspace, owner }: SegmentPlace, { id, bytes }: Segment): Promise<void> {
  await ask('INSERT INTO knap.segments (workspace, owner, id, bytes) VALUES (?, ?, ?, ?)', workspace, owner, id, bytes);
}

async function insertTerms(
  { ask, workspace, owner }: SegmentPlace,
  id: number,
  keys: readonly string[],
  page: BytePage,
): Promise<void> {
  if (keys.length === 0) return;
  await ask(
    `INSERT INTO knap.postings (workspace, owner, term, segment, bytes)
     SELECT ?::bigint, ?::bigint, row.term, ?::int, substring(page.bytes FROM row.start FOR row.size)
     FROM (SELECT ?::bytea AS bytes) AS page, unnest(?::bigint[], ?::int[], ?::int[]) AS row (term, start, size)
     ON CONFLICT DO NOTHING`,
    ...[workspace, owner, id, page.bytes, keys, page.starts, page.sizes],
  );
}

async function removeSegments({ ask, workspace, owner }: SegmentPlace, from: number, last: number) {
  const which = 'WHERE workspace = ? AND owner = ? AND';
  await ask(`DELETE FROM knap.postings ${which} segment BETWEEN ? AND ?`, workspace, owner, from, last);
  await ask(`DELETE FROM knap.segments ${which} id BETWEEN ? AND ?`, workspace, owner, from, last);
}
