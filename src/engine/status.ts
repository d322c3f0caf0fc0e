import { statSync } from 'node:fs';
import { INDEX_META } from '../indexing/index-meta.ts';
import { parseRefused, plan, type Refused } from '../indexing/plan.ts';
import { scanSources } from '../indexing/scan-sources.ts';
import { languageOfPath } from '../languages/index.ts';
import type { ReadPart, Status } from '../ports/status.ts';
import type { FileRecord } from '../ports/store.ts';
import { coverageOf } from './coverage.ts';
import type { EngineParts } from './parts/open-parts.ts';

/** What the index holds, and what has changed since. Changes nothing. */
export async function statusOf(root: string, parts: EngineParts): Promise<Omit<Status, 'graphs'>> {
  const { store, storePath } = parts;
  for (const source of parts.sources) source.begin?.();
  const [opening, counts, borrowed] = await Promise.all([store.opening(), store.counts(), store.borrowed?.()]);
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
    store: {
      name: store.name,
      path: storePath,
      bytes: sizeOf(storePath),
      ...(borrowed ? { borrowed } : {}),
    },
    coverage: coverageOf(opening, parts.embedder),
    reading: readingOf(files, refused),
    symbols: counts.symbols,
    edges: counts.edges,
    lastIndexedMs,
    pending: { added: todo.add.length, changed: todo.change.length, removed: todo.remove.length },
    notes: [...parts.notes, ...[...scan.notes.values()].flat()],
  };
}

function readingOf(files: readonly FileRecord[], refused: Refused): Status['reading'] {
  const opened = [
    ...files.map(
      ({ path, language, isParsed }) => ({ path, language, how: isParsed ? 'structure' : 'words' }) as const,
    ),
    ...[...refused.keys()].map((path) => ({ path, language: languageOfPath(path)?.name, how: 'leftOut' }) as const),
  ];
  const by = (nameOf: (file: (typeof opened)[number]) => string): readonly ReadPart[] =>
    [...Map.groupBy(opened, nameOf)]
      .map(([name, of]) => {
        const count = (how: string) => of.filter((file) => file.how === how).length;
        return { name, structure: count('structure'), words: count('words'), leftOut: count('leftOut') };
      })
      .toSorted((a, b) => sizeOfPart(b) - sizeOfPart(a) || (a.name < b.name ? -1 : 1));
  return {
    languages: by(({ language }) => language ?? 'other'),
    folders: by(({ path }) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '.')),
  };
}

const sizeOfPart = ({ structure, words, leftOut }: ReadPart): number => structure + words + leftOut;

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
