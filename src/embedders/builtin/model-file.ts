// The table of vectors is a binary file. This file reads its header, vocabulary and weights first, and rows when they
// are needed.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { createRowMemory, fillSlots, type Model, SLOTS } from './rows.ts';

// The header: 'KNE1', then version, dimensions, words, buckets, bytes of the vocabulary, kind of term frequency.
const MAGIC = 0x31454e4b;
const VERSION = 1;
const HEADER_BYTES = 28;
const LOGARITHMIC = 0;
const NEWLINE = 10;

/**
 * Reads the header of a model; throws when the file is incomplete or no model that this version reads. `weightsAt` and
 * `rowsAt` are byte offsets.
 */
export function readHeader(path: string) {
  const header = new DataView(readBytes(path, 0, HEADER_BYTES).buffer);
  const numberAt = (position: number) => header.getUint32(4 * position, true);
  const [magic, version, frequency] = [numberAt(0), numberAt(1), numberAt(6)];
  const [dimensions, words, buckets, vocabularyBytes] = [numberAt(2), numberAt(3), numberAt(4), numberAt(5)];
  if (magic !== MAGIC || version !== VERSION || frequency !== LOGARITHMIC)
    throw new Error(`${path} is not a model this version of knap can read`);
  const count = words + buckets;
  const weightsAt = HEADER_BYTES + vocabularyBytes;
  const rowsAt = weightsAt + 8 * count;
  if (statSync(path).size < rowsAt + count * dimensions) throw new Error(`${path} ends too soon`);
  return { dimensions, words, buckets, vocabularyBytes, weightsAt, rowsAt };
}

/** Opens a model and reads its vocabulary and weights, a small part of the file; the rows are read later. */
export function openModelFile(path: string) {
  const { dimensions, words, buckets, vocabularyBytes, weightsAt, rowsAt } = readHeader(path);
  const count = words + buckets;
  const vocabulary = readBytes(path, HEADER_BYTES, vocabularyBytes);
  const weights = readBytes(path, weightsAt, 8 * count).buffer;
  const starts = findStarts(vocabulary, words);
  const memory = createRowMemory(count * dimensions);
  const model: Model = {
    dimensions,
    words,
    buckets,
    vocabulary,
    starts,
    slots: fillSlots(new Int32Array(new SharedArrayBuffer(4 * SLOTS)), vocabulary, starts),
    scales: new Float32Array(weights, 0, count),
    ratios: new Float32Array(weights, 4 * count, count),
    rows: new Int8Array(memory.buffer, 0, count * dimensions),
    memory,
  };
  return { model, ...createRowReader(path, model, rowsAt) };
}

/** Reads the words of a model with their ranks: words that are more frequent in code come earlier. */
export function readVocabulary(path: string): ReadonlyMap<string, number> {
  const words = Buffer.from(readBytes(path, HEADER_BYTES, readHeader(path).vocabularyBytes)).toString('utf8');
  return new Map(words.split('\n').map((word, place) => [word, place]));
}

function createRowReader(path: string, { rows, dimensions }: Model, rowsAt: number) {
  const loaded = new Uint8Array(rows.length / dimensions);
  let isWhole = false;
  return {
    /** Reads the rows with these ids that were not read before. */
    load: (ids: Iterable<number>) => {
      if (isWhole) return;
      withOpenFile(path, (file) => {
        for (const id of ids) {
          if (loaded[id] === 1) continue;
          readAll(file, path, rows.subarray(id * dimensions, (id + 1) * dimensions), rowsAt + id * dimensions);
          loaded[id] = 1;
        }
      });
    },
    loadAll: () => {
      if (isWhole) return;
      withOpenFile(path, (file) => readAll(file, path, rows, rowsAt));
      isWhole = true;
    },
  };
}

function readBytes(path: string, position: number, length: number): Uint8Array<SharedArrayBuffer> {
  const bytes = new Uint8Array(new SharedArrayBuffer(length));
  withOpenFile(path, (file) => readAll(file, path, bytes, position));
  return bytes;
}

// Reads until all bytes are there, because a disk may return fewer and rows of zeros would look like vectors.
function readAll(file: number, path: string, into: Uint8Array | Int8Array, position: number): void {
  for (let filled = 0; filled < into.length; ) {
    const count = readSync(file, into, { offset: filled, position: position + filled });
    if (count === 0) throw new Error(`${path} ends too soon`);
    filled += count;
  }
}

function withOpenFile<T>(path: string, work: (file: number) => T): T {
  const file = openSync(path, 'r');
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
}

function findStarts(vocabulary: Uint8Array, words: number): Uint32Array {
  const starts = new Uint32Array(new SharedArrayBuffer(4 * (words + 1)));
  let next = 1;
  for (let index = 0; index < vocabulary.length && next <= words; index += 1)
    if (vocabulary[index] === NEWLINE) starts[next++] = index + 1;
  // The last word may have no newline after it.
  if (next === words) starts[words] = vocabulary.length + 1;
  return starts;
}
