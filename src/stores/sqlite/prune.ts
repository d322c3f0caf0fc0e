import { filterPostings } from '../bytes/posting-bytes.ts';
import { isPruneDue } from '../pruning.ts';
import { filterBucket } from './buckets.ts';
import type { Connection } from './opening/connection.ts';
import { NEW_IDENTITY } from './opening/schema.ts';
import { mergeFrom } from './segments.ts';

// What was borrowed is the lender's to forget.
const DEAD = 'was_live = 1 AND id NOT IN (SELECT content FROM files)';

/** Forgets contents that left the view, with their postings, once there are more of them than live ones. */
export function prune(connection: Connection, deadContentsMin: number): void {
  const count = (sql: string) => connection.get<{ count: number }>(sql)!.count;
  const live = count('SELECT count(DISTINCT content) AS count FROM files');
  const dead = count(`SELECT count(*) AS count FROM main.contents WHERE ${DEAD}`);
  if (!isPruneDue(live, dead, deadContentsMin)) return;

  connection.run(`DELETE FROM main.contents WHERE ${DEAD}`);
  connection.run('DELETE FROM main.bodies WHERE content NOT IN (SELECT id FROM contents)');
  connection.run('DELETE FROM main.symbols WHERE content NOT IN (SELECT id FROM contents)');
  connection.run('DELETE FROM main.vectors WHERE content NOT IN (SELECT id FROM contents)');
  connection.run(NEW_IDENTITY);
  const kept = keptContents(connection);
  mergeFrom(connection, 'postings', {
    from: 0,
    filter: (bucket) => filterBucket(bucket, (bytes) => filterPostings(bytes, (content) => kept[content] === 1)),
  });
}

function keptContents(connection: Connection): Uint8Array {
  const rows = connection.all<{ id: number }>('SELECT id FROM contents ORDER BY id');
  const kept = new Uint8Array((rows.at(-1)?.id ?? 0) + 1);
  for (const { id } of rows) kept[id] = 1;
  return kept;
}
