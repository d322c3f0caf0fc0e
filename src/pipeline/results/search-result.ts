import type { Location } from '../../model/entity.ts';

/** A search result as people bring it: with its place on the entity or in the entity's metadata. */
export interface SearchResult {
  readonly entity: ResultEntity;
  readonly score: number;
}

export interface ResultEntity {
  readonly id?: string | undefined;
  readonly name: string;
  readonly type: string;
  readonly qualifiedName?: string | undefined;
  /** The code as it was when indexed, or a description of it. */
  readonly content?: string | null | undefined;
  readonly summary?: string | null | undefined;
  readonly filePath?: string | null | undefined;
  readonly startLine?: number | null | undefined;
  readonly endLine?: number | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
}

// Without an end this many lines after the start are taken.
const LINES_WITHOUT_END = 50;

/** Where a result lies, whichever way it says so; null when it does not say. Line 0 means the start is unknown. */
export function placeOf(entity: ResultEntity): Location | null {
  const path = entity.filePath ?? textIn(entity.metadata, 'filePath');
  if (!path) return null;
  const start = entity.startLine ?? numberIn(entity.metadata, 'startLine');
  const end = entity.endLine ?? numberIn(entity.metadata, 'endLine');
  if (start === null || !Number.isInteger(start) || start < 1) return { path, startLine: 0, endLine: 0 };
  return {
    path,
    startLine: start,
    endLine: end !== null && Number.isInteger(end) && end >= start ? end : start + LINES_WITHOUT_END,
  };
}

/**
 * The path under the root, with forward slashes; null for one that leads out of it. Only text is looked at here: links
 * are the reader's business.
 */
export function pathUnder(root: string | null, path: string): string | null {
  const forward = path.replaceAll('\\', '/');
  const base = root?.replaceAll('\\', '/').replace(/(?<!\/)\/+$/, '');
  const isInside = base !== undefined && forward.startsWith(`${base}/`);
  const relative = isInside ? forward.slice(base.length + 1) : forward;
  if (/^(\/|[A-Za-z]:)/.test(relative) || relative.includes('\0')) return null;
  const parts: string[] = [];
  for (const part of relative.split('/')) {
    if (part === '..' && parts.pop() === undefined) return null;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.length > 0 ? parts.join('/') : null;
}

function textIn(metadata: ResultEntity['metadata'], key: string): string | null {
  const value = metadata?.[key];
  return typeof value === 'string' ? value : null;
}

function numberIn(metadata: ResultEntity['metadata'], key: string): number | null {
  const value = metadata?.[key];
  return typeof value === 'number' ? value : null;
}
