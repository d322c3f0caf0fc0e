// The vector of a text is the weighted sum of rows of a table. This file finds the rows of a word by hashes and adds
// rows in shared memory with the WebAssembly program of row-adder.wat, because indexing spends much time on it.

/**
 * A table with a row for each word of a vocabulary, and one for each bucket of letter trigrams. It lies in shared
 * memory, so that all threads of the process use one table.
 */
export interface Model {
  readonly dimensions: number;
  /** The number of words in the vocabulary; their rows come first, then those of the trigrams. */
  readonly words: number;
  readonly buckets: number;
  /** The words in the order of their rows, with a newline between them. */
  readonly vocabulary: Uint8Array;
  /** The byte offset of each word in `vocabulary`, and where one more word would start. */
  readonly starts: Uint32Array;
  /** The hash table that `fillSlots` fills. */
  readonly slots: Int32Array;
  /** Factor of each row in documents. */
  readonly scales: Float32Array;
  /** Factor on `scales` in a query. */
  readonly ratios: Float32Array;
  /** The rows, which lie at the beginning of `memory`. */
  readonly rows: Int8Array;
  readonly memory: RowMemory;
}

/** The size of the hash table, more than twice the number of words, so that most lookups hit at once. */
export const SLOTS = 1 << 16;
const FNV_FACTOR = 0x01000193;
/** This bit changes an ASCII letter to lower case and leaves a digit as it is. */
const SMALL = 32;
const LETTERS = 3;

/** The hash of an empty text, to which letters are added one by one. */
export const EMPTY_HASH = 0x811c9dc5;

/** Adds an ASCII letter or digit to a hash, in lower case. */
export function addToHash(hash: number, code: number): number {
  return Math.imul(hash ^ (code | SMALL), FNV_FACTOR);
}

/** Fills the hash table of words: a slot holds the number of a row plus one, or 0 if it is free. */
export function fillSlots(slots: Int32Array, vocabulary: Uint8Array, starts: Uint32Array): Int32Array {
  for (let row = 0; row + 1 < starts.length; row += 1) {
    let hash = EMPTY_HASH;
    for (let index = starts[row]!; index < starts[row + 1]! - 1; index += 1) hash = addToHash(hash, vocabulary[index]!);
    let slot = hash & (SLOTS - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
    slots[slot] = row + 1;
  }
  return slots;
}

/** Returns the row of the word between two offsets of a text; -1 when the vocabulary does not have it. */
export function rowOf(model: Model, hash: number, text: string, start: number, end: number): number {
  const { slots, starts, vocabulary } = model;
  for (let slot = hash & (SLOTS - 1); ; slot = (slot + 1) & (SLOTS - 1)) {
    const row = slots[slot]! - 1;
    if (row < 0) return -1;
    const from = starts[row]!;
    if (starts[row + 1]! - 1 - from !== end - start) continue;
    let index = start;
    while (index < end && (text.charCodeAt(index) | SMALL) === vocabulary[from + index - start]) index += 1;
    if (index === end) return row;
  }
}

/** Returns the rows of an unknown word: one for each run of three characters, with `<` and `>` at its ends. */
export function trigramRows({ words, buckets }: Model, word: string): readonly number[] {
  const marked = `<${word}>`;
  const rows: number[] = [];
  for (let start = 0; start + LETTERS <= marked.length; start += 1) {
    let hash = EMPTY_HASH;
    for (let index = start; index < start + LETTERS; index += 1)
      hash = Math.imul(hash ^ marked.charCodeAt(index), FNV_FACTOR);
    rows.push(words + ((hash >>> 0) % buckets));
  }
  return rows;
}

/** The rows of a text's words with their weights. The first `length` count, until the bag's next `take`. */
export interface Weights {
  readonly length: number;
  readonly rows: Int32Array;
  readonly weights: Float64Array;
}

/** Returns the weighted sum of rows, scaled to length one; all zeros for an empty list. */
type RowSum = (weights: Weights, as: 'query' | 'document') => Float32Array;

/** Creates a sum of rows of a model; one serves any number of texts. */
export function createRowSum({ dimensions, scales, ratios, memory }: Model): RowSum {
  const { sum, addOne, addFour } = createRowAdder(memory, dimensions);
  return ({ length, rows, weights }, as) => {
    sum.fill(0);
    const factorAt = (at: number) => {
      const id = rows[at]!;
      return weights[at]! * scales[id]! * (as === 'query' ? ratios[id]! : 1);
    };
    const offsetAt = (at: number) => rows[at]! * dimensions;
    let index = 0;
    // biome-ignore format: offsets of rows on one line, their factors on the next.
    for (; index + 3 < length; index += 4)
      addFour(
        offsetAt(index), offsetAt(index + 1), offsetAt(index + 2), offsetAt(index + 3),
        factorAt(index), factorAt(index + 1), factorAt(index + 2), factorAt(index + 3),
      );
    for (; index < length; index += 1) addOne(offsetAt(index), factorAt(index));
    return toUnitLength(sum);
  };
}

/** Returns a vector scaled to length one; zeros stay zeros. */
export function toUnitLength(values: ArrayLike<number>): Float32Array {
  let squares = 0;
  for (let k = 0; k < values.length; k += 1) squares += values[k]! * values[k]!;
  const norm = Math.sqrt(squares) || 1;
  const vector = new Float32Array(values.length);
  for (let k = 0; k < values.length; k += 1) vector[k] = values[k]! / norm;
  return vector;
}

const PAGE_BYTES = 65_536;
const THREADS_MAX = 4096;
// The program of row-adder.wat, assembled by `npx node scripts/assemble-row-adder.ts`.
const PROGRAM =
  'AGFzbQEAAAABEQJgAn98AGAIf39/f3x8fHwAAiIDAW0GbWVtb3J5AgMAgIAEAW0Dc3VtA38AAW0DZW5kA38AAwMCAAEHDgIDb25lAAAEZm91cgABCpgGAssBAgF/A3sgAf0UIQMjACECA0AgAP0BAAAhBSAF/acBIQQgBf2oASEFIAIgAv0AAwAgBP3+ASAD/fIB/fAB/QsDACACIAL9AAMQIAQgBP0NCAkKCwwNDg8ICQoLDA0OD/3+ASAD/fIB/fAB/QsDECACIAL9AAMgIAX9/gEgA/3yAf3wAf0LAyAgAiAC/QADMCAFIAX9DQgJCgsMDQ4PCAkKCwwNDg/9/gEgA/3yAf3wAf0LAzAgAEEIaiEAIAJBwABqIQIgAiMBSQ0ACwvIBAIBfwx7IAT9FCEJIAX9FCEMIAb9FCEPIAf9FCESIwAhCANAIAD9AQAAIQsgC/2nASEKIAv9qAEhCyAB/QEAACEOIA79pwEhDSAO/agBIQ4gAv0BAAAhESAR/acBIRAgEf2oASERIAP9AQAAIRQgFP2nASETIBT9qAEhFCAIIAj9AAMAIAr9/gEgCf3yASAN/f4BIAz98gH98AEgEP3+ASAP/fIB/fABIBP9/gEgEv3yAf3wAf3wAf0LAwAgCCAI/QADECAKIAr9DQgJCgsMDQ4PCAkKCwwNDg/9/gEgCf3yASANIA39DQgJCgsMDQ4PCAkKCwwNDg/9/gEgDP3yAf3wASAQIBD9DQgJCgsMDQ4PCAkKCwwNDg/9/gEgD/3yAf3wASATIBP9DQgJCgsMDQ4PCAkKCwwNDg/9/gEgEv3yAf3wAf3wAf0LAxAgCCAI/QADICAL/f4BIAn98gEgDv3+ASAM/fIB/fABIBH9/gEgD/3yAf3wASAU/f4BIBL98gH98AH98AH9CwMgIAggCP0AAzAgCyAL/Q0ICQoLDA0ODwgJCgsMDQ4P/f4BIAn98gEgDiAO/Q0ICQoLDA0ODwgJCgsMDQ4P/f4BIAz98gH98AEgESAR/Q0ICQoLDA0ODwgJCgsMDQ4P/f4BIA/98gH98AEgFCAU/Q0ICQoLDA0ODwgJCgsMDQ4P/f4BIBL98gH98AH98AH9CwMwIABBCGohACABQQhqIQEgAkEIaiECIANBCGohAyAIQcAAaiEIIAgjAUkNAAsL';

/** Memory that threads and WebAssembly share. */
interface RowMemory {
  readonly buffer: SharedArrayBuffer;
  grow(pages: number): number;
}

// Node's types do not declare WebAssembly.
const { Memory, Module, Instance } = (globalThis as unknown as { WebAssembly: WasmConstructors }).WebAssembly;
interface WasmConstructors {
  readonly Memory: new (size: { initial: number; maximum: number; shared: true }) => RowMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (program: object, imports: object) => { readonly exports: Record<string, unknown> };
}

/** Adds rows, each multiplied by a factor, to a sum; a row is given by its byte offset in the memory. */
interface RowAdder {
  /** The sum, which has the length of a row. */
  readonly sum: Float64Array;
  addOne(row: number, factor: number): void;
  // biome-ignore format: four rows, then the factor of each.
  addFour(
    row1: number, row2: number, row3: number, row4: number,
    factor1: number, factor2: number, factor3: number, factor4: number,
  ): void;
}

/** Creates memory for the rows, which can grow by one page for each sum. */
export function createRowMemory(bytes: number): RowMemory {
  const pages = Math.ceil(bytes / PAGE_BYTES);
  return new Memory({ initial: pages, maximum: pages + THREADS_MAX, shared: true });
}

/**
 * Creates the adder of one thread, for rows whose length is a multiple of eight. It needs SIMD instructions, which
 * JavaScript lacks. It adds doubles in the order of a plain JavaScript loop, so that both give the same bits.
 */
function createRowAdder(memory: RowMemory, length: number): RowAdder {
  const sumAt = memory.grow(1) * PAGE_BYTES;
  const imports = { memory, sum: sumAt, end: sumAt + Float64Array.BYTES_PER_ELEMENT * length };
  const { one, four } = new Instance(new Module(Buffer.from(PROGRAM, 'base64')), { m: imports }).exports;
  return {
    sum: new Float64Array(memory.buffer, sumAt, length),
    // The functions in row-adder.wat have these parameters.
    addOne: one as RowAdder['addOne'],
    addFour: four as RowAdder['addFour'],
  };
}
