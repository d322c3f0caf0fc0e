import { statSync } from 'node:fs';
import { INDEX_META } from '../indexing/index-meta.ts';
import { parseRefused, plan } from '../indexing/plan.ts';
import { scanSources } from '../indexing/scan-sources.ts';
import type { Status } from '../ports/engine.ts';
import { coverageOf } from './coverage.ts';
import type { EngineParts } from './parts/open-parts.ts';

/** What the index holds, and what has changed since. Changes nothing. */
export async function statusOf(root: string, parts: EngineParts): Promise<Omit<Status, 'graphs'>> {
  const { store, storePath } = parts;
  const [opening, counts] = await Promise.all([store.opening(), store.counts()]);
  const { files, meta } = opening;
  const scan = await scanSources(parts.sources, opening);
  const indexedAt = meta.get(INDEX_META.indexedAtMs);
  const lastIndexedMs = indexedAt === undefined ? null : Number(indexedAt);
  const refused = parseRefused(meta.get(INDEX_META.refused) ?? null);
  const todo = plan([...files, ...refused.values()], scan.files, {
    indexedAtMs: lastIndexedMs,
    youngMs: 0,
  });
  return {
    root,
    store: { name: store.name, path: storePath, bytes: sizeOf(storePath) },
    coverage: coverageOf(opening, parts.embedder),
    symbols: counts.symbols,
    edges: counts.edges,
    lastIndexedMs,
    pending: { added: todo.add.length, changed: todo.change.length, removed: todo.remove.length },
    notes: [...parts.notes, ...[...scan.notes.values()].flat()],
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
