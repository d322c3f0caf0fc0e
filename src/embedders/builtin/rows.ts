// The vector of a text is the weighted sum of the rows of its words. This file holds the rows in shared memory and adds
// them in WebAssembly, because this is the innermost loop of indexing.

/**
 * A table with a row for each word of a vocabulary, and one for each bucket of letter trigrams. All of it lies in shared
 * memory: threads that index use the table of the process, not one each.
 */
export interface Model {
  readonly dimensions: number;
  /** Words in the vocabulary; the rows behind theirs are those of the trigrams. */
  readonly words: number;
  readonly buckets: number;
  /** The words in the order of their rows, a newline behind each. */
  readonly vocabulary: Uint8Array;
  /** Where each word starts in `vocabulary`. */
  readonly starts: Uint32Array;
  /** Hash table from words to rows. */
  readonly slots: Int32Array;
  /** What a row counts in a document. */
  readonly scales: Float32Array;
  /** By what that is multiplied in a query. */
  readonly ratios: Float32Array;
  /** At the beginning of `memory`. */
  readonly rows: Int8Array;
  readonly memory: RowMemory;
}

/** What a bag of words comes to; good until the bag is used again. */
export interface Weights {
  readonly length: number;
  readonly rows: Int32Array;
  readonly weights: Float64Array;
}

/** The weighted sum of rows, brought to length one; all zero when there is nothing to add. */
type RowSum = (weights: Weights, as: 'query' | 'document') => Float32Array;

/** Sums the rows of a model. One is enough for any number of texts. */
export function createRowSum({ dimensions, scales, ratios, memory }: Model): RowSum {
  const { sum, addOne, addFour } = createRowAdder(memory, dimensions);
  return ({ length, rows, weights }, as) => {
    sum.fill(0);
    const times = (at: number) => {
      const id = rows[at]!;
      return weights[at]! * scales[id]! * (as === 'query' ? ratios[id]! : 1);
    };
    const place = (at: number) => rows[at]! * dimensions;
    let index = 0;
    // biome-ignore format: rows on one line, what each counts on the next.
    for (; index + 3 < length; index += 4)
      addFour(
        place(index), place(index + 1), place(index + 2), place(index + 3),
        times(index), times(index + 1), times(index + 2), times(index + 3),
      );
    for (; index < length; index += 1) addOne(place(index), times(index));
    return toUnitLength(sum);
  };
}

function toUnitLength(sum: Float64Array): Float32Array {
  let squares = 0;
  for (let k = 0; k < sum.length; k += 1) squares += sum[k]! * sum[k]!;
  const norm = Math.sqrt(squares) || 1;
  const vector = new Float32Array(sum.length);
  for (let k = 0; k < sum.length; k += 1) vector[k] = sum[k]! / norm;
  return vector;
}

const PAGE_BYTES = 65_536;
const THREADS_MAX = 4096;
// The program of row-adder.wat.
const PROGRAM =
  'AGFzbQEAAAABEQJgAn98AGAIf39/f3x8fHwAAiIDAW0GbWVtb3J5AgMAgIAEAW0Dc3VtA38AAW0DZW5kA38AAwMCAAEHDgIDb25lAAAEZm91cgABCpgGAssBAgF/A3sgAf0UIQMjACECA0AgAP0BAAAhBSAF/acBIQQgBf2oASEFIAIgAv0AAwAgBP3+ASAD/fIB/fAB/QsDACACIAL9AAMQIAQgBP0NCAkKCwwNDg8ICQoLDA0OD/3+ASAD/fIB/fAB/QsDECACIAL9AAMgIAX9/gEgA/3yAf3wAf0LAyAgAiAC/QADMCAFIAX9DQgJCgsMDQ4PCAkKCwwNDg/9/gEgA/3yAf3wAf0LAzAgAEEIaiEAIAJBwABqIQIgAiMBSQ0ACwvIBAIBfwx7IAT9FCEJIAX9FCEMIAb9FCEPIAf9FCESIwAhCANAIAD9AQAAIQsgC/2nASEKIAv9qAEhCyAB/QEAACEOIA79pwEhDSAO/agBIQ4gAv0BAAAhESAR/acBIRAgEf2oASERIAP9AQAAIRQgFP2nASETIBT9qAEhFCAIIAj9AAMAIAr9/gEgCf3yASAN/f4BIAz98gH98AEgEP3+ASAP/fIB/fABIBP9/gEgEv3yAf3wAf3wAf0LAwAgCCAI/QADECAKIAr9DQgJCgsMDQ4PCAkKCwwNDg/9/gEgCf3yASANIA39DQgJCgsMDQ4PCAkKCwwNDg/9/gEgDP3yAf3wASAQIBD9DQgJCgsMDQ4PCAkKCwwNDg/9/gEgD/3yAf3wASATIBP9DQgJCgsMDQ4PCAkKCwwNDg/9/gEgEv3yAf3wAf3wAf0LAxAgCCAI/QADICAL/f4BIAn98gEgDv3+ASAM/fIB/fABIBH9/gEgD/3yAf3wASAU/f4BIBL98gH98AH98AH9CwMgIAggCP0AAzAgCyAL/Q0ICQoLDA0ODwgJCgsMDQ4P/f4BIAn98gEgDiAO/Q0ICQoLDA0ODwgJCgsMDQ4P/f4BIAz98gH98AEgESAR/Q0ICQoLDA0ODwgJCgsMDQ4P/f4BIA/98gH98AEgFCAU/Q0ICQoLDA0ODwgJCgsMDQ4P/f4BIBL98gH98AH98AH9CwMwIABBCGohACABQQhqIQEgAkEIaiECIANBCGohAyAIQcAAaiEIIAgjAUkNAAsL';

/** Memory that threads and WebAssembly share. */
interface RowMemory {
  readonly buffer: SharedArrayBuffer;
  grow(pages: number): number;
}

// The types of Node leave them out.
const { Memory, Module, Instance } = (globalThis as unknown as { WebAssembly: Programs }).WebAssembly;
interface Programs {
  readonly Memory: new (size: { initial: number; maximum: number; shared: true }) => RowMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (program: object, given: object) => { readonly exports: Record<string, unknown> };
}

/** Adds rows, each times a number, to a sum; rows are named by where they begin in the memory. */
interface RowAdder {
  /** As many numbers as a row has. */
  readonly sum: Float64Array;
  addOne(row: number, times: number): void;
  addFour(a: number, b: number, c: number, d: number, ta: number, tb: number, tc: number, td: number): void;
}

/** Memory for so many bytes of rows, and a page to add in for each thread. */
export function rowMemory(bytes: number): RowMemory {
  const pages = Math.ceil(bytes / PAGE_BYTES);
  return new Memory({ initial: pages, maximum: pages + THREADS_MAX, shared: true });
}

/**
 * The adder of one thread, for rows whose length is a multiple of eight. This is the innermost loop of indexing, and wants
 * instructions a script does not have. It calculates with doubles in the order in which a script would, so that its sums
 * are those of a script to the last bit.
 */
function createRowAdder(memory: RowMemory, length: number): RowAdder {
  const sumAt = memory.grow(1) * PAGE_BYTES;
  const given = { memory, sum: sumAt, end: sumAt + Float64Array.BYTES_PER_ELEMENT * length };
  const { one, four } = new Instance(new Module(Buffer.from(PROGRAM, 'base64')), { m: given }).exports;
  return {
    sum: new Float64Array(memory.buffer, sumAt, length),
    // The program has just these parameters.
    addOne: one as RowAdder['addOne'],
    addFour: four as RowAdder['addFour'],
  };
}
