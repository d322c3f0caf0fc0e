// The form in which a caller of the library brings search results, the check that they have it, and how to read them.
import { ContextError } from '../../model/errors.ts';
import { isRecord } from '../../model/records.ts';

/** A search result of a caller; its place is in the fields of the entity or in its metadata. */
export interface SearchResult {
  readonly entity: ResultEntity;
  /** Any finite number on any scale; greater is better. */
  readonly score: number;
  /** The id, if the entity has none. */
  readonly entityId?: string | undefined;
  /** How it was found; not used. */
  readonly source?: string | undefined;
}

export interface ResultEntity {
  /** Results with one id are one entity; without an id, its names, file and lines identify it. */
  readonly id?: string | undefined;
  readonly entityId?: string | undefined;
  readonly name: string;
  readonly type: string;
  readonly qualifiedName?: string | undefined;
  /** The code as it was when indexed, or a description of it. */
  readonly content?: string | null | undefined;
  readonly summary?: string | null | undefined;
  readonly filePath?: string | null | undefined;
  readonly startLine?: number | null | undefined;
  readonly endLine?: number | null | undefined;
  /** The SHA-256 of the whole file, or the hash that a query returned: while it matches, the stated lines are right. */
  readonly hash?: string | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
}

export interface ResultPlace {
  readonly path: string;
  /** 0 if it is unknown. */
  readonly startLine: number;
  readonly endLine: number;
  readonly hasEnd: boolean;
}

// A result without an end ends this many lines after its start.
const LINES_WITHOUT_END = 50;

/** Reads the place of a result from its entity or metadata; null if it states none. */
export function placeOf(entity: ResultEntity): ResultPlace | null {
  const path = entity.filePath ?? textIn(entity.metadata, 'filePath');
  if (!path) return null;
  const start = entity.startLine ?? numberIn(entity.metadata, 'startLine');
  const end = entity.endLine ?? numberIn(entity.metadata, 'endLine');
  if (start === null || !Number.isInteger(start) || start < 1) return { path, startLine: 0, endLine: 0, hasEnd: false };
  const hasEnd = end !== null && Number.isInteger(end) && end >= start;
  return { path, startLine: start, endLine: hasEnd ? end : start + LINES_WITHOUT_END, hasEnd };
}

/** Reads the hash that the file had when the result was found; null if it is not stated. */
export function hashIn({ hash, metadata }: ResultEntity): string | null {
  return hash ?? textIn(metadata, 'hash');
}

export function givenId({ entity, entityId }: SearchResult): string | undefined {
  return entity.id ?? entity.entityId ?? entityId;
}

/** Makes a path relative to a root; null if it leads outside, or to the root. The reader checks links. */
export function pathUnder(roots: readonly string[], path: string): string | null {
  const forward = path.replaceAll('\\', '/');
  const bases = roots.map((root) => `${root.replaceAll('\\', '/').replace(/(?<!\/)\/+$/, '')}/`);
  const base = bases.find((each) => forward.startsWith(each));
  const relative = base === undefined ? forward : forward.slice(base.length);
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

/** Checks a list of search results; the error names the first wrong one and its fault. */
export function checkResults(results: unknown): readonly SearchResult[] {
  if (!Array.isArray(results)) throw bad(`A list of search results is needed, not ${describeValue(results)}`);
  for (const [index, result] of results.entries()) {
    const fault = findFault(result);
    if (fault !== null) throw bad(`Result ${index + 1} of ${results.length} ${fault}`);
  }
  return results;
}

function bad(fault: string): ContextError {
  return new ContextError('BAD_INPUT', `${fault}: a result is { entity: { name, type, … }, score }.`);
}

function findFault(result: unknown): string | null {
  if (!isRecord(result)) return `is ${describeValue(result)}`;
  const { entity, score } = result;
  if (!isRecord(entity)) return 'has no entity';
  for (const field of ['name', 'type'])
    if (typeof entity[field] !== 'string' || entity[field] === '') return `has no ${field}`;
  for (const [field, kind] of [...Object.entries(FIELD_KINDS), ['metadata', 'object'] as const]) {
    const value = entity[field];
    const isRight = kind === 'object' ? isRecord(value) : typeof value === kind;
    if (value !== undefined && value !== null && !isRight) return `has a wrong ${field} (${describeValue(value)})`;
  }
  if (typeof result.entityId !== 'string' && result.entityId !== undefined)
    return `has a wrong entityId (${describeValue(result.entityId)})`;
  if (typeof score !== 'number' || !Number.isFinite(score))
    return `has no score that can be ordered (${describeValue(score)})`;
  return null;
}

const FIELD_KINDS: Readonly<Record<string, 'string' | 'number'>> = {
  ...{ id: 'string', entityId: 'string', qualifiedName: 'string', content: 'string', summary: 'string' },
  ...{ filePath: 'string', startLine: 'number', endLine: 'number', hash: 'string' },
};

function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'number' || value === null) return String(value);
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`;
}
