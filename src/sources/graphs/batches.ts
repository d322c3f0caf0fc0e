// Readers of graphs return hundreds of thousands of rows. This file groups them into batches.
import { setImmediate } from 'node:timers/promises';
import type { GraphRow } from '../../model/graph.ts';
import type { GraphReading } from '../../ports/graph.ts';

const BATCH_ROWS = 2000;

/** Groups rows into batches and reports progress. After each batch it lets other work of the process run. */
export async function* inBatches(
  rows: Iterable<GraphRow>,
  { onProgress, signal }: Omit<GraphReading, 'notes'>,
): AsyncGenerator<readonly GraphRow[]> {
  let batch: GraphRow[] = [];
  let done = 0;
  for (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH_ROWS) continue;
    done += batch.length;
    onProgress?.(done);
    await setImmediate();
    signal?.throwIfAborted();
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
  onProgress?.(done + batch.length);
}
