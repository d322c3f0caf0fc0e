import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ContextError } from '../../../model/errors.ts';
import { type Connection, connect } from '../../../stores/sqlite/opening/connection.ts';
import { withoutExperimentalWarning } from '../../../stores/sqlite/opening/driver.ts';

const NEEDED = ['nodes', 'tag_applications', 'references', 'field_values'];

export interface SupertagDatabase {
  readonly connection: Connection;
  /** When supertag last brought it up to date; the time of the file where it does not say. */
  readonly asOfMs: number;
  has(table: string): boolean;
}

/** Opens supertag's index to read it. It is somebody else's: nothing in it or beside it is ever written. */
export function openSupertagDatabase(path: string): SupertagDatabase {
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file?.isFile()) throw new ContextError('NO_SUCH_FILE', `There is no database ${path}.`);
  let connection: Connection | undefined;
  try {
    connection = connect(openReadOnly(path));
    const tables = new Set(
      connection.all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => name),
    );
    const missing = NEEDED.find((table) => !tables.has(table));
    if (missing)
      throw new ContextError('BAD_INPUT', `${path} is not an index of supertag: it has no table ${missing}.`);
    const asOfMs = syncedAt(connection, tables) ?? Math.floor(file.mtimeMs);
    return { connection, asOfMs, has: (table) => tables.has(table) };
  } catch (error) {
    connection?.close();
    if (error instanceof ContextError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ContextError('BAD_INPUT', `${path} cannot be read as a database (${reason}).`, { cause: error });
  }
}

// Without a log beside it the file is all there is, and SQLite is told that nothing changes: else it would make one.
function openReadOnly(path: string) {
  const { DatabaseSync } = withoutExperimentalWarning(() => process.getBuiltinModule('node:sqlite'));
  const url = pathToFileURL(path);
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (!log || log.size === 0) url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true });
}

function syncedAt(connection: Connection, tables: ReadonlySet<string>): number | null {
  if (!tables.has('sync_metadata')) return null;
  const row = connection.get<Readonly<Record<string, unknown>>>('SELECT * FROM sync_metadata LIMIT 1') ?? {};
  const times = [row.last_sync_timestamp, row.delta_sync_timestamp].filter((time) => typeof time === 'number');
  return times.length > 0 ? Math.max(...times) : null;
}
