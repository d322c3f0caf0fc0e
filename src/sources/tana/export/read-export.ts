// This file reads the documents of an export of Tana, from JSON or an index of supertag, and links them to one another.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { ContextError } from '../../../model/errors.ts';
import { isRecord, type JsonRecord, parseJson } from '../../../model/records.ts';
import type { GraphReading } from '../../../ports/graph.ts';
import { docScanner } from './doc-scanner.ts';
import { DATABASE_MARK, readSupertag } from './supertag-docs.ts';
import { DOC_TYPES, isSystemId } from './system-names.ts';
import { isTuple, TanaDoc } from './tana-doc.ts';

const PIECE_BYTES = 1024 * 1024;
const DOC_BYTES_MAX = 256 * 1024 * 1024;
const NAME_CHARACTERS_MAX = 20_000;
const LEADING = /^[\s,\uFEFF]+/;

export async function readExport(
  path: string,
  { notes, signal, onProgress }: GraphReading,
): Promise<ReadonlyMap<string, TanaDoc>> {
  const docs = new Map<string, TanaDoc>();
  const counts = { read: 0, twice: 0, cut: 0, odd: 0 };
  const docOf = (id: string): TanaDoc => {
    const doc = docs.get(id) ?? new TanaDoc(id);
    docs.set(id, doc);
    return doc;
  };
  const textOf = (value: unknown): string => {
    if (typeof value !== 'string') return '';
    if (value.length > NAME_CHARACTERS_MAX) counts.cut++;
    return value.slice(0, NAME_CHARACTERS_MAX);
  };
  for await (const raw of readDocs(path, signal)) {
    counts.read++;
    if (counts.read % 10_000 === 0) onProgress?.(counts.read);
    if (!isRecord(raw) || typeof raw.id !== 'string' || raw.id === '') counts.odd++;
    else if (docs.get(raw.id)?.isHere) counts.twice++;
    else readDoc(docOf(raw.id), raw, { docOf, textOf });
  }
  const missing = link(docs);
  const say = (count: number, what: string) => count > 0 && notes.push(`${count} ${what}`);
  say(counts.twice, 'documents came twice in the export; the first of each counts');
  say(counts.odd, 'documents without an id were left out');
  say(counts.cut, `names or descriptions were cut to ${NAME_CHARACTERS_MAX} characters`);
  say(missing, 'documents are listed that are not in the export');
  return docs;
}

async function* readDocs(path: string, signal: AbortSignal | undefined): AsyncGenerator<unknown> {
  // O_NONBLOCK keeps a pipe without a writer from blocking.
  await using file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  if (!(await file.stat()).isFile()) throw new ContextError('BAD_EXPORT', `${path} is not a plain file.`);
  const scanner = docScanner(DOC_BYTES_MAX);
  const buffer = Buffer.allocUnsafe(PIECE_BYTES);
  const { bytesRead: markBytes } = await file.read(buffer, 0, DATABASE_MARK.length, 0);
  if (buffer.toString('latin1', 0, markBytes) === DATABASE_MARK) return yield* readSupertag(path);
  let number = 0;
  for (;;) {
    signal?.throwIfAborted();
    const { bytesRead } = await file.read(buffer, 0, PIECE_BYTES);
    if (bytesRead === 0) break;
    for (const bytes of scanner.push(buffer.subarray(0, bytesRead))) yield parseDoc(bytes, ++number);
  }
  scanner.end();
}

function parseDoc(bytes: Buffer, number: number): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(LEADING, ''));
  } catch (cause) {
    throw new ContextError('BAD_EXPORT', `Document ${number} of the export is not JSON.`, { cause });
  }
}

/** Sets owners, metanodes and tuples that follow from other documents; returns how many listed ones are missing. */
function link(docs: ReadonlyMap<string, TanaDoc>): number {
  const missing = new Set<TanaDoc>();
  for (const doc of docs.values()) {
    const isList = doc.docType === null || !LISTS_OTHERS.has(doc.docType);
    for (const child of doc.children) {
      if (!child.isHere) {
        // An export seldom contains Tana's system fields and values.
        if (!isSystemId(child.id)) missing.add(child);
      } else if (isTuple(child) && child.owner === doc) child.isListed = true;
      else if (child.owner === null && isList) child.owner = doc;
    }
  }
  for (const doc of docs.values()) {
    if (!doc.isHere || !doc.owner) continue;
    if (doc.docType === 'metanode') doc.owner.metaNode ??= doc;
    if (!isTuple(doc) || doc.isListed) continue;
    doc.owner.looseTuples ??= [];
    doc.owner.looseTuples.push(doc);
  }
  return missing.size;
}

// Documents of these types list others that they do not own: results, values, applied tags.
const LISTS_OTHERS = new Set(DOC_TYPES.keys().filter((type) => type !== 'workspace'));

// The greatest time that a `Date` can have.
const TIME_MAX_MS = 8.64e15;

interface DocReading {
  /** Returns the document with an id, which may be read later. */
  readonly docOf: (id: string) => TanaDoc;
  readonly textOf: (value: unknown) => string;
}

function readDoc(doc: TanaDoc, raw: JsonRecord, { docOf, textOf }: DocReading): void {
  const props = isRecord(raw.props) ? raw.props : {};
  const docAt = (id: unknown): TanaDoc | null => (isId(id) ? docOf(id) : null);
  doc.isHere = true;
  doc.docType = typeof props._docType === 'string' ? props._docType : null;
  doc.name = textOf(props.name);
  doc.description = textOf(props.description) || null;
  doc.owner = docAt(props._ownerId);
  doc.metaNode = docAt(props._metaNodeId);
  doc.source = docAt(props._sourceId);
  if (Array.isArray(raw.children) && raw.children.length > 0) {
    const ids: readonly unknown[] = raw.children;
    // `map` makes a list of exact length. Lists that grow would reserve more memory, half a million times.
    doc.children = (ids.every(isId) ? ids : ids.filter(isId)).map(docOf);
  }
  doc.createdMs = timeOf(props.created);
  doc.modifiedMs = lastOf(raw.modifiedTs) ?? doc.createdMs;
  doc.isDone = doneOf(props._done ?? props.done);
}

const isId = (value: unknown): value is string => typeof value === 'string' && value !== '';

const timeOf = (value: unknown): number | null =>
  typeof value === 'number' && Math.abs(value) <= TIME_MAX_MS ? Math.trunc(value) : null;

// The latest time from a list with a time for each editor, or from the JSON text of such a list.
function lastOf(value: unknown): number | null {
  const list = typeof value === 'string' ? parseJson(value) : value;
  if (!Array.isArray(list)) return null;
  const times = list.flatMap((time) => timeOf(time) ?? []).filter((time) => time > 0);
  return times.length === 0 ? null : Math.max(...times);
}

function doneOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  return typeof value === 'number' ? value > 0 : null;
}
