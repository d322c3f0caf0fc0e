import type { FileRecord } from '../ports/store.ts';

/** Of every content in the view the first path that leads to it; files come sorted by path. */
export function firstPaths(files: readonly FileRecord[]): readonly Pick<FileRecord, 'path' | 'hash' | 'content'>[] {
  const first = new Map<number, Pick<FileRecord, 'path' | 'hash' | 'content'>>();
  for (const { path, hash, content } of files) if (!first.has(content)) first.set(content, { path, hash, content });
  return [...first.values()];
}
