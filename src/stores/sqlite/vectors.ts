// Writes and reads the vectors of units.
import type { UnembeddedContent, UnitVectors, VectorModel } from '../../ports/embedder.ts';
import type { FileRecord, StoreChange } from '../../ports/store.ts';
import { packVectors, unpackVectors } from '../bytes/vector-bytes.ts';
import { firstPaths } from '../compare-rows.ts';
import { type ReadCaches, readThrough } from '../read-caches.ts';
import type { Connection } from './opening/connection.ts';
import { checkSeal } from './opening/row-checksums.ts';
import { listValue, type PathIds } from './path-ids.ts';

/** Reads the model of the stored vectors. */
export function readVectorModel(connection: Connection): VectorModel | null {
  const row = connection.get<{ name: string; dimensions: number }>('SELECT name, dimensions FROM vector_model');
  return row ? { name: row.name, dimensions: row.dimensions } : null;
}

/** Stores vectors, after deleting those of another model. Ignores vectors of contents that are not stored. */
export function writeVectors(connection: Connection, paths: PathIds, vectors: StoreChange['vectors']): void {
  if (!vectors) return;
  const { model, contents } = vectors;
  const stored = readVectorModel(connection);
  if (stored?.name !== model.name || stored.dimensions !== model.dimensions) {
    connection.run('DELETE FROM main.vectors');
    connection.run('INSERT OR REPLACE INTO vector_model VALUES (1, ?, ?)', model.name, model.dimensions);
  }
  for (const { hash, path, scales, rows } of contents) {
    connection.run(
      'INSERT OR REPLACE INTO main.vectors (content, path, bytes) SELECT id, ?, ? FROM contents WHERE hash = ?',
      paths.intern(path),
      packVectors({ scales, rows }),
      hash,
    );
  }
}

/** Finds contents of the view whose vectors are missing or were made with another path. */
export function readUnembedded(connection: Connection, files: readonly FileRecord[]): UnembeddedContent[] {
  const rows = connection.lists<readonly [content: number, path: string]>(
    'SELECT v.content, p.path FROM vectors v JOIN paths p ON p.id = v.path',
  );
  const made = new Map(rows);
  return firstPaths(files).filter(({ path, content }) => made.get(content) !== path);
}

/** Reads the vectors of these contents. */
export function readVectors(
  connection: Connection,
  contents: readonly number[],
  cache: ReadCaches['vectors'],
): Map<number, UnitVectors> {
  const found = readThrough(cache, contents, (missing) => {
    const read = vectorsOf(connection, missing);
    return (content) => {
      const vectors = read.get(content);
      return vectors ? [vectors] : [];
    };
  });
  return new Map([...found].flatMap(([content, vectors]) => vectors.map((vector) => [content, vector] as const)));
}

function vectorsOf(connection: Connection, contents: readonly number[]): Map<number, UnitVectors> {
  const model = readVectorModel(connection);
  if (model === null) return new Map();
  const rows = connection.lists<readonly [content: number, path: number, seal: number, bytes: Uint8Array]>(
    'SELECT v.content, v.path, v.seal, v.bytes FROM json_each(?) wanted JOIN vectors v ON v.content = wanted.value',
    listValue(contents),
  );
  return new Map(
    rows.map(([content, path, seal, bytes]) => {
      checkSeal(seal, 'vectors.seal', content, path, bytes);
      return [content, unpackVectors(bytes, model.dimensions)];
    }),
  );
}
