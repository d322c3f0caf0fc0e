import { stat } from 'node:fs/promises';
import { didYouMean } from '../../config/did-you-mean.ts';
import { ContextError } from '../../model/errors.ts';
import type { GraphImportReport, GraphReading, GraphSource, GraphStore } from '../../ports/graph.ts';
import type { Redact } from '../../ports/reader.ts';
import { GRAPH_SOURCES } from '../../sources/graph-sources.ts';
import type { GraphMaker } from './graph-files.ts';
import { redactRows } from './redact-rows.ts';

export interface ImportParts {
  readonly redact: Redact;
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((nodes: number) => void) | undefined;
}

export function sourceNamed(name: string): GraphSource {
  const known = GRAPH_SOURCES.map((source) => source.name);
  const source = GRAPH_SOURCES.find((one) => one.name === name);
  if (source) return source;
  throw new ContextError(
    'BAD_INPUT',
    `knap cannot import "${name}"${didYouMean(name, known) || `; it can import ${known.join(' and ')}`}`,
  );
}

/** Makes a graph what a file or folder says now. When that cannot be read to its end, nothing has changed. */
export async function importGraph(
  store: GraphStore,
  { source: name, path }: GraphMaker,
  { redact, now, signal, onProgress }: ImportParts,
): Promise<GraphImportReport & { readonly asOfMs: number }> {
  const source = sourceNamed(name);
  const stamp = await readableStamp({ source: name, path });
  const notes: string[] = [];
  let secrets = 0;
  const reading: GraphReading = { notes, signal, ...(onProgress ? { onProgress } : {}) };
  const rows = redactRows(unchangedRows(source, path, { stamp: stamp.stamp, reading }), redact, () => {
    secrets++;
  });
  const counts = await store.replace(rows, { source: name, path, ...stamp, importedAtMs: now() });
  if (secrets > 0) notes.push('secrets in the graph were replaced');
  return { ...counts, notes, asOfMs: stamp.asOfMs };
}

/** How what a graph is made from looks now; throws when that is not there or not of its kind. */
export async function readableStamp({ source: name, path }: GraphMaker) {
  const source = sourceNamed(name);
  const stamp = await source.stampOf(path);
  if (stamp) return stamp;
  const found = await stat(path).catch(() => null);
  if (!found) throw new ContextError('NO_SUCH_FILE', `There is no ${path}.`);
  const what = found.isDirectory() ? 'is a folder' : 'is not one';
  throw new ContextError('BAD_EXPORT', `${path} ${what}: ${source.name} takes ${source.takes}.`);
}

// An export that is written while it is read would come out half old and half new.
async function* unchangedRows(
  source: GraphSource,
  path: string,
  { stamp, reading }: { readonly stamp: string; readonly reading: GraphReading },
) {
  yield* source.read(path, reading);
  if ((await source.stampOf(path))?.stamp !== stamp)
    throw new ContextError('BAD_EXPORT', `${path} changed while it was read; import it again.`);
}
