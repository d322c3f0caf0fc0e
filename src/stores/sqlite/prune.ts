// Deletes contents that are no longer in the view, the oldest first.
import { filterPostings } from '../bytes/posting-bytes.ts';
import { type ContentsKept, contentsToForget } from '../pruning.ts';
import { filterBucket } from './buckets.ts';
import type { Connection } from './opening/connection.ts';
import { MOST_CONTENTS, NEW_IDENTITY } from './opening/schema.ts';
import { mergeFrom } from './segments.ts';

// Includes only `main`: the base index deletes its own contents.
const DEAD = 'FROM main.contents WHERE was_live = 1 AND id NOT IN (SELECT content FROM files)';

/** Counts the stored contents that left the view. */
export function countDead(connection: Connection): number {
  return connection.get<{ dead: number }>(`SELECT count(*) AS dead ${DEAD}`)!.dead;
}

/** Deletes the oldest contents that left the view, with their postings, if there are too many. It counts only after a content left the view. */
export function prune(connection: Connection, keeping: ContentsKept, hasLost: boolean): void {
  const largestBefore = connection.get<{ most: number }>(
    `SELECT CAST(value AS INTEGER) AS most FROM meta WHERE key = ?`,
    MOST_CONTENTS,
  );
  if (!hasLost && !largestBefore) return;
  const { live } = connection.get<{ live: number }>('SELECT count(DISTINCT content) AS live FROM files')!;
  const { most, count } = contentsToForget(
    { live, dead: countDead(connection), most: largestBefore?.most ?? null },
    keeping,
  );
  if (most !== null && most !== largestBefore?.most)
    connection.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', MOST_CONTENTS, String(most));
  if (count === 0) return;

  connection.run(`DELETE FROM main.contents WHERE id IN (SELECT id ${DEAD} ORDER BY id LIMIT ?)`, count);
  for (const table of ['bodies', 'symbols', 'vectors'])
    connection.run(`DELETE FROM main.${table} WHERE content NOT IN (SELECT id FROM contents)`);
  connection.run(NEW_IDENTITY);
  const isStored = storedContents(connection);
  mergeFrom(connection, 'postings', {
    from: 0,
    filter: (bucket) => filterBucket(bucket, (bytes) => filterPostings(bytes, (content) => isStored[content] === 1)),
  });
}

function storedContents(connection: Connection): Uint8Array {
  const rows = connection.all<{ id: number }>('SELECT id FROM contents ORDER BY id');
  const isStored = new Uint8Array((rows.at(-1)?.id ?? 0) + 1);
  for (const { id } of rows) isStored[id] = 1;
  return isStored;
}
