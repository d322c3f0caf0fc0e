// Packs and reads postings, the places where a term occurs: in contents, and in commit messages.
import { growTo } from '../../model/memoize.ts';
import type { MessagePostings, PostingList, UnitTerms } from '../../ports/store.ts';
import { packVarints, unpackVarints, VARINT_BYTES_MAX, writeVarint } from './varint.ts';

// A posting of a content is: content, unit, unit length, body count × 4 + flags, then the counts the flags announce. Contents are
// absolute, not differences, so that the byte strings of two segments can be concatenated.
const HAS_NAME = 2;
const HAS_DOC = 1;
const FLAG_BITS = 2;
const POSTING_NUMBERS_MIN = 4;
const FLAGS_AT = 3;

export function termCount({ unitLengths }: UnitTerms): number {
  return unitLengths.reduce((sum, length) => sum + length, 0);
}

export function writePostings(sink: TermBytes, content: number, counts: UnitTerms): void {
  const { terms, places, entries, units, body, name, doc, unitLengths } = counts;
  const numbers = sink.numbersOf(terms);
  let index = 0;
  for (let own = 0; own < places.length; own += 1) {
    for (const end = index + entries[own]!; index < end; index += 1) {
      const unit = units[index]!;
      sink.put(content);
      sink.put(unit);
      sink.put(unitLengths[unit]!);
      sink.put((body[index]! << FLAG_BITS) | (name[index] ? HAS_NAME : 0) | (doc[index] ? HAS_DOC : 0));
      if (name[index]) sink.put(name[index]!);
      if (doc[index]) sink.put(doc[index]!);
    }
    const place = places[own]!;
    if (numbers[place]! < 0) numbers[place] = sink.numberOf(terms[place]!);
    sink.close(numbers[place]!);
  }
}

/** Reads the postings of one term, leaving out contents that are not live. */
export function readPostings(term: string, chunks: readonly Uint8Array[], live: Uint8Array): PostingList {
  const numbers = chunks.map(unpackVarints);
  const max = numbers.reduce((sum, chunk) => sum + Math.ceil(chunk.length / POSTING_NUMBERS_MIN), 0);
  const contents = new Uint32Array(max);
  const units = new Uint32Array(max);
  const unitLengths = new Uint32Array(max);
  const body = new Uint8Array(max);
  const name = new Uint8Array(max);
  const doc = new Uint8Array(max);
  let count = 0;
  for (const chunk of numbers) {
    for (let index = 0; index < chunk.length; ) {
      const content = chunk[index++]!;
      contents[count] = content;
      units[count] = chunk[index++]!;
      unitLengths[count] = chunk[index++]!;
      const bodyAndFlags = chunk[index++]!;
      body[count] = bodyAndFlags >> FLAG_BITS;
      name[count] = bodyAndFlags & HAS_NAME ? chunk[index++]! : 0;
      doc[count] = bodyAndFlags & HAS_DOC ? chunk[index++]! : 0;
      if (live[content] === 1) count += 1;
    }
  }
  return {
    term,
    contents: contents.slice(0, count),
    units: units.slice(0, count),
    body: body.slice(0, count),
    name: name.slice(0, count),
    doc: doc.slice(0, count),
    unitLengths: unitLengths.slice(0, count),
  };
}

/** Removes the postings of contents for which `isKept` is false. */
export function filterPostings(bytes: Uint8Array, isKept: (content: number) => boolean): Uint8Array {
  const numbers = unpackVarints(bytes);
  let length = 0;
  for (let index = 0; index < numbers.length; ) {
    const bodyAndFlags = numbers[index + FLAGS_AT]!;
    const end = index + POSTING_NUMBERS_MIN + (bodyAndFlags & HAS_NAME ? 1 : 0) + (bodyAndFlags & HAS_DOC ? 1 : 0);
    if (isKept(numbers[index]!)) {
      numbers.copyWithin(length, index, end);
      length += end - index;
    }
    index = end;
  }
  return packVarints(numbers.subarray(0, length));
}

export function readMessagePostings(term: string, chunks: readonly Uint8Array[]): MessagePostings {
  const pairs = chunks.map(unpackVarints);
  const length = pairs.reduce((sum, chunk) => sum + chunk.length / 2, 0);
  const commits = new Uint32Array(length);
  const counts = new Uint8Array(length);
  let count = 0;
  for (const chunk of pairs) {
    for (let index = 0; index < chunk.length; index += 2) {
      commits[count] = chunk[index]!;
      counts[count++] = chunk[index + 1]!;
    }
  }
  return { term, commits, counts };
}

/** Removes the postings of commits for which `isKept` is false. */
export function filterMessagePostings(bytes: Uint8Array, isKept: (commit: number) => boolean): Uint8Array {
  const numbers = unpackVarints(bytes);
  return packVarints(numbers.filter((_, index) => isKept(numbers[index - (index % 2)]!)));
}

const COUNTS_BY_FLAGS = [0, 1, 1, 2];

/** Counts the units of live contents that hold a term, without a list of postings: a word may be in every file. */
export function countPostings(chunks: readonly Uint8Array[], live: Uint8Array): number {
  let count = 0;
  for (const bytes of chunks) {
    let place = 0;
    let left = 0;
    let value = 0;
    let shift = 0;
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index]!;
      value |= (byte & 0x7f) << shift;
      if (byte >= 0x80) {
        shift += 7;
        continue;
      }
      if (place === 0) count += live[value] ?? 0;
      if (place === FLAGS_AT) left = COUNTS_BY_FLAGS[value & 3]!;
      else if (place > FLAGS_AT) left -= 1;
      place = place >= FLAGS_AT && left === 0 ? 0 : place + 1;
      value = 0;
      shift = 0;
    }
  }
  return count;
}

const INITIAL_BYTES = 1 << 16;

/** Collects numbers for many terms, and joins the numbers of each term to one byte string in the order they came. */
export class TermBytes {
  #arena = new Uint8Array(INITIAL_BYTES);
  #end = 0;
  /** Terms in the order they came; the index of a term is its number. */
  readonly terms: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #numbersOf = new Map<readonly string[], Int32Array>();
  // For each term: its number of bytes, and the index of its last run.
  #sizes = new Int32Array(1024);
  #lastRuns = new Int32Array(1024).fill(-1);
  // The runs of bytes, each linked to the next run of its term. A run ends where the next one in the arena starts.
  // Links take far less memory than a list for each term. They form a ring: the last run of a term links to its first.
  #runs = 0;
  #starts = new Int32Array(1024);
  #next = new Int32Array(1024);

  /** Appends a number to the open run, which `close` assigns to a term. */
  put(value: number): void {
    if (this.#end + VARINT_BYTES_MAX > this.#arena.length) this.#grow();
    this.#end = writeVarint(this.#arena, this.#end, value);
  }

  /** The number of a term; assigns one at the first call. */
  numberOf(term: string): number {
    const existing = this.#numbers.get(term);
    if (existing !== undefined) return existing;
    const number = this.terms.push(term) - 1;
    this.#numbers.set(term, number);
    const before = this.#sizes.length;
    this.#sizes = growTo(this.#sizes, number + 1);
    this.#lastRuns = growTo(this.#lastRuns, number + 1);
    if (number === before) this.#lastRuns.fill(-1, before);
    return number;
  }

  /** The numbers of a list of terms, -1 until the caller sets them: the same array until the list grows. */
  numbersOf(terms: readonly string[]): Int32Array {
    const existing = this.#numbersOf.get(terms);
    if (existing?.length === terms.length) return existing;
    const numbers = new Int32Array(terms.length).fill(-1);
    this.#numbersOf.set(terms, numbers);
    return numbers;
  }

  /** Assigns all numbers put since the last call to a term. */
  close(term: number): void {
    const run = this.#runs++;
    this.#starts = growTo(this.#starts, run + 2);
    this.#next = growTo(this.#next, run + 1);
    this.#starts[run + 1] = this.#end;
    this.#sizes[term]! += this.#end - this.#starts[run]!;
    const last = this.#lastRuns[term]!;
    this.#lastRuns[term] = run;
    this.#next[run] = last < 0 ? run : this.#next[last]!;
    if (last >= 0) this.#next[last] = run;
  }

  sizeOf(term: number): number {
    return this.#sizes[term]!;
  }

  /** Copies the bytes of a term into `page`, and returns the offset after them. */
  copyTo(page: Uint8Array, offset: number, term: number): number {
    const last = this.#lastRuns[term]!;
    let end = offset;
    let run = last;
    do {
      run = this.#next[run]!;
      for (let index = this.#starts[run]!; index < this.#starts[run + 1]!; index += 1)
        page[end++] = this.#arena[index]!;
    } while (run !== last);
    return end;
  }

  #grow(): void {
    const larger = new Uint8Array(this.#arena.length * 2);
    larger.set(this.#arena);
    this.#arena = larger;
  }
}
