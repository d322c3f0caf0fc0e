import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { GraphRow } from '../../model/graph.ts';
import type { GraphReading, GraphSource } from '../../ports/graph.ts';
import { decode } from '../../reading/decode.ts';
import { readPlainFile } from '../../reading/plain-file.ts';
import { makeDirectory } from './graph-directory.ts';
import { rowsOfPage, targetsOf } from './graph-rows.ts';
import { isGraph, listPages, type PageFile } from './list-pages.ts';
import { type ReadPage, readPage } from './read-page.ts';

const FILES_MAX = 50_000;
const FILE_BYTES_MAX = 16 * 1024 * 1024;
const BATCH_ROWS = 2000;
const NAME_CHARACTERS_MAX = 20_000;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What Logseq keeps as files: a folder of markdown pages. */
export const logseqGraphs: GraphSource = {
  name: 'logseq',
  takes: 'a folder with pages/ or journals/',
  async stampOf(path) {
    if (!(await isGraph(path))) return null;
    const { pages } = await listPages(path, FILES_MAX);
    const hash = createHash('sha256');
    for (const page of pages) hash.update(`${page.path}\n${page.bytes} ${page.modifiedMs}\n`);
    const asOfMs = pages.reduce((latest, { modifiedMs }) => Math.max(latest, modifiedMs), 0);
    return { stamp: hash.digest('hex'), asOfMs };
  },
  isId: (text) => UUID.test(text),
  read: readGraph,
};

async function* readGraph(root: string, call: GraphReading): AsyncGenerator<readonly GraphRow[]> {
  const { pages, orgFiles, isCut } = await listPages(root, FILES_MAX);
  if (orgFiles > 0)
    call.notes.push(`${orgFiles} org ${orgFiles === 1 ? 'file' : 'files'} left out: only markdown is read`);
  if (isCut) call.notes.push(`more than ${FILES_MAX} pages: the rest was left out`);
  const read: { file: PageFile; page: ReadPage }[] = [];
  for (const file of pages) {
    call.signal?.throwIfAborted();
    const page = await readOne(root, file, call);
    if (page) read.push({ file, page });
  }
  const directory = makeDirectory(read, targetsOf);
  if (directory.idsTwice > 0)
    call.notes.push(`${directory.idsTwice} blocks have the id of another: they go by a new one`);
  let batch: GraphRow[] = [];
  let told = 0;
  for (const page of directory.pages.values()) {
    for (const row of rowsOfPage(page, directory, NAME_CHARACTERS_MAX)) {
      batch.push(row);
      if (batch.length < BATCH_ROWS) continue;
      call.signal?.throwIfAborted();
      yield batch;
      told += batch.length;
      call.onProgress?.(told);
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
  call.onProgress?.(told + batch.length);
}

async function readOne(root: string, file: PageFile, call: GraphReading): Promise<ReadPage | null> {
  if (file.bytes > FILE_BYTES_MAX) {
    call.notes.push(`${file.path} is larger than ${FILE_BYTES_MAX} bytes: left out`);
    return null;
  }
  const read = readPlainFile(join(root, file.path), { bytesMax: FILE_BYTES_MAX });
  const bytes = typeof read === 'string' ? null : read;
  const decoded = bytes && decode(bytes);
  if (!decoded) {
    call.notes.push(`${file.path} ${bytes ? 'is not text' : 'cannot be read'}: left out`);
    return null;
  }
  if (decoded.hadInvalidBytes) call.notes.push(`${file.path} is not UTF-8: some characters are lost`);
  return readPage(decoded.text);
}
