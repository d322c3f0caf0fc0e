// Gives each path a number, so that other tables need not repeat the path.
import type { Connection } from './opening/connection.ts';

/** Numbers of paths. A path keeps its number forever, so the numbers can be cached across transactions. */
export interface PathIds {
  /** The number of a path; assigns one at the first call. */
  intern(path: string): number;
  /** Clears the cache; call it after a failed transaction, whose new numbers are void. */
  forget(): void;
}

/** Creates the path numbers of a database. */
export function pathIds(connection: Connection): PathIds {
  const known = new Map<string, number>();
  return {
    intern: (path) => {
      const remembered = known.get(path);
      if (remembered !== undefined) return remembered;
      const stored = connection.get<{ id: number }>('SELECT id FROM paths WHERE path = ?', path)?.id;
      const id = stored ?? connection.run('INSERT INTO main.paths (path) VALUES (?)', path);
      known.set(path, id);
      return id;
    },
    forget: () => known.clear(),
  };
}

/** Encodes a list as one value for `json_each(?)`, so that no list is too long for a statement. */
export function listValue(values: readonly (string | number)[]): string {
  return JSON.stringify([...new Set(values)]);
}
