// The order of rows in answers. All stores use it, so that each gives the same answer.
import type { Edge } from '../model/edge.ts';
import { byText } from '../model/terms.ts';
import type { DocumentHit, FileRecord } from '../ports/store.ts';

/** Orders edges by source, target and kind. */
export function compareEdges(a: Edge, b: Edge): number {
  return byText(a.from, b.from) || byText(a.to, b.to) || byText(a.kind, b.kind);
}

/** Orders hits by key, path and section, a document before its sections. */
export function compareHits(a: DocumentHit, b: DocumentHit): number {
  return byText(a.key, b.key) || byText(a.path, b.path) || (a.section ?? -1) - (b.section ?? -1);
}

/** The first path of every content in the view; `files` must be sorted by path. */
export function firstPaths(files: readonly FileRecord[]): readonly Pick<FileRecord, 'path' | 'hash' | 'content'>[] {
  const first = new Map<number, Pick<FileRecord, 'path' | 'hash' | 'content'>>();
  for (const { path, hash, content } of files) if (!first.has(content)) first.set(content, { path, hash, content });
  return [...first.values()];
}
