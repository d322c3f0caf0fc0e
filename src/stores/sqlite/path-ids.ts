import type { Connection } from './opening/connection.ts';

/** Numbers of paths. They are given once and never taken back, so they can be remembered across transactions. */
export interface PathIds {
  /** The number of a path, a new one when it has none yet. */
  intern(path: string): number;
  /** Must follow a transaction that failed: its new numbers are void. */
  forget(): void;
}

/** The numbers of paths in a database. */
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

/** A list as the one value that `json_each(?)` takes apart, so that no list is too long for a statement. */
export function listValue(values: readonly (string | number)[]): string {
  return JSON.stringify([...new Set(values)]);
}
