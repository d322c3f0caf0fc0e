// Collects the bytes of many terms while contents are written, without one buffer for each term.
import { growTo } from '../../model/memoize.ts';
import { VARINT_BYTES_MAX, writeVarint } from './varint.ts';

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

  /** The numbers of a list of terms, -1 until the caller sets them by `numberOf`. The same list has the same array. */
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
