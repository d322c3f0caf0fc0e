import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { ContextError } from '../../../model/errors.ts';
import type { GraphReading } from '../../../ports/graph.ts';
import { docScanner } from './doc-scanner.ts';
import { isRecord, readDoc } from './read-doc.ts';
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
