import type { VectorModel } from '../../ports/embedder.ts';
import type { Connection } from './opening/connection.ts';

/** Which vectors are stored. */
export function readVectorModel(connection: Connection): VectorModel | null {
  const row = connection.get<{ name: string; dimensions: number }>('SELECT name, dimensions FROM vector_model');
  return row ? { name: row.name, dimensions: row.dimensions } : null;
}
