import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { ContextError } from '../../../model/errors.ts';
import { isRecord } from '../../../model/records.ts';
import type { GraphReading } from '../../../ports/graph.ts';
import { docScanner } from './doc-scanner.ts';
import { DATABASE_MARK, supertagDocs } from './supertag-docs.ts';
import { DOC_TYPES, isSystemId } from './system-names.ts';
import { isTuple, mentionedDoc, type TanaDoc } from './tana-doc.ts';

const PIECE_BYTES = 1024 * 1024;
const DOC_BYTES_MAX = 256 * 1024 * 1024;
const LEADING = /^[\s,\uFEFF]+/;

/** Everything an export holds, linked. Of each document only what a reader could ever see is kept. */
export async function readExport(
  path: string,
  { notes, signal, onProgress }: GraphReading,
  { nameCharactersMax }: { readonly nameCharactersMax: number },
): Promise<ReadonlyMap<string, TanaDoc>> {
  const known = new Map<string, TanaDoc>();
  const counts = { read: 0, twice: 0, cut: 0, odd: 0 };
  const docOf = (id: string): TanaDoc => {
    const doc = known.get(id) ?? mentionedDoc(id);
    known.set(id, doc);
    return doc;
  };
  const reading = { nameCharactersMax, docOf, onCut: () => counts.cut++ };
  for await (const raw of rawDocs(path, signal)) {
    counts.read++;
    if (counts.read % 10_000 === 0) onProgress?.(counts.read);
    if (!isRecord(raw) || typeof raw.id !== 'string' || raw.id === '') counts.odd++;
    else if (known.get(raw.id)?.isHere) counts.twice++;
    else readDoc(docOf(raw.id), raw, reading);
  }
  const missing = link(known);
  const say = (count: number, what: string) => count > 0 && notes.push(`${count} ${what}`);
  say(counts.twice, 'documents came twice in the export; the first of each counts');
  say(counts.odd, 'documents without an id were left out');
  say(counts.cut, `names or descriptions were cut to ${nameCharactersMax} characters`);
  say(missing, 'documents are listed that are not in the export');
  return known;
}

async function* rawDocs(path: string, signal: AbortSignal | undefined): AsyncGenerator<unknown> {
  // Not to wait for the other end of a pipe.
  await using file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  if (!(await file.stat()).isFile()) throw new ContextError('BAD_EXPORT', `${path} is not a plain file.`);
  const scanner = docScanner(DOC_BYTES_MAX);
  const buffer = Buffer.allocUnsafe(PIECE_BYTES);
  const { bytesRead: begun } = await file.read(buffer, 0, DATABASE_MARK.length, 0);
  if (buffer.toString('latin1', 0, begun) === DATABASE_MARK) return yield* supertagDocs(path);
  let number = 0;
  for (;;) {
    signal?.throwIfAborted();
    const { bytesRead } = await file.read(buffer, 0, PIECE_BYTES);
    if (bytesRead === 0) break;
    for (const bytes of scanner.push(buffer.subarray(0, bytesRead))) yield parsed(bytes, ++number);
  }
  scanner.end();
}

function parsed(bytes: Buffer, number: number): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(LEADING, ''));
  } catch (cause) {
    throw new ContextError('BAD_EXPORT', `Document ${number} of the export is not JSON.`, { cause });
  }
}

/** Links what documents say only of one another; returns how many are listed that are not there. */
function link(docs: ReadonlyMap<string, TanaDoc>): number {
  let missing = 0;
  for (const doc of docs.values()) {
    const isList = doc.docType === null || !LISTS_OTHERS.has(doc.docType);
    for (const child of doc.children) {
      if (!child.isHere) {
        // Tana's own fields and values are not part of an export.
        if (!isSystemId(child.id)) missing++;
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
  return missing;
}

// What these list they do not own: results, values, applied tags.
const LISTS_OTHERS = new Set(['search', 'metanode', ...DOC_TYPES.keys()].filter((type) => type !== 'workspace'));

// Times a calendar cannot show are no times.
const TIME_MAX_MS = 8.64e15;

type Props = Readonly<Record<string, unknown>>;

export interface DocReading {
  readonly nameCharactersMax: number;
  /** The document of an id, whether it has come yet or not. */
  readonly docOf: (id: string) => TanaDoc;
  readonly onCut: () => void;
}

/** Fills in a document from its JSON; everything about it that is not known here is left alone. */
function readDoc(doc: TanaDoc, raw: Props, { nameCharactersMax, docOf, onCut }: DocReading): void {
  const props = isRecord(raw.props) ? raw.props : {};
  const linked = (id: unknown): TanaDoc | null => (isId(id) ? docOf(id) : null);
  const text = (value: unknown): string => {
    if (typeof value !== 'string') return '';
    if (value.length <= nameCharactersMax) return value;
    onCut();
    return value.slice(0, nameCharactersMax);
  };
  doc.isHere = true;
  doc.docType = typeof props._docType === 'string' ? props._docType : null;
  doc.name = text(props.name);
  doc.description = text(props.description) || null;
  doc.owner = linked(props._ownerId);
  doc.metaNode = linked(props._metaNodeId);
  doc.source = linked(props._sourceId);
  if (Array.isArray(raw.children) && raw.children.length > 0) {
    const ids: readonly unknown[] = raw.children;
    // Mapped, because a list that grows keeps room for more: with half a million of them that is what memory goes to.
    doc.children = (ids.every(isId) ? ids : ids.filter(isId)).map(docOf);
  }
  doc.createdMs = timeOf(props.created);
  doc.modifiedMs = lastOf(raw.modifiedTs) ?? doc.createdMs;
  doc.isDone = doneOf(props._done ?? props.done);
}

const isId = (value: unknown): value is string => typeof value === 'string' && value !== '';

function timeOf(value: unknown): number | null {
  return typeof value === 'number' && Math.abs(value) <= TIME_MAX_MS ? Math.trunc(value) : null;
}

// One time for everybody who edited it, as a list or as the text of one.
function lastOf(value: unknown): number | null {
  const list = typeof value === 'string' ? parsedList(value) : value;
  if (!Array.isArray(list)) return null;
  const times = list.flatMap((time) => timeOf(time) ?? []).filter((time) => time > 0);
  return times.length === 0 ? null : Math.max(...times);
}

function parsedList(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A time nobody can read is a time nobody knows.
    return null;
  }
}

function doneOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  return typeof value === 'number' ? value > 0 : null;
}
