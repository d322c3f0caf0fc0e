import { grownFor } from '../../model/memory.ts';
import { VARINT_BYTES_MAX, writeVarint } from './varint.ts';

const INITIAL_BYTES = 1 << 16;

/** Collects numbers of many terms: those of one term end up as one byte string, in the order in which they came. */
export class TermBytes {
  #arena = new Uint8Array(INITIAL_BYTES);
  #end = 0;
  /** Terms in the order in which they came: a term's place is its number. */
  readonly terms: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #numbersOf = new Map<readonly string[], Int32Array>();
  // Of each term: how many bytes it has, and the last of its runs.
  #sizes = new Int32Array(1024);
  #lastRuns = new Int32Array(1024).fill(-1);
  // The runs of bytes, each with the next one of its term; one ends where the one behind it starts. Chains cost far less than a list
  // for every term; they are rings, so that the run behind the last one is the first.
  #runs = 0;
  #starts = new Int32Array(1024);
  #next = new Int32Array(1024);

  /** Appends a number to the run that `close` will give to a term. */
  put(value: number): void {
    if (this.#end + VARINT_BYTES_MAX > this.#arena.length) this.#grow();
    this.#end = writeVarint(this.#arena, this.#end, value);
  }

  /** The number of a term, which it gets when it is first asked for. */
  numberOf(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.terms.push(term) - 1;
    this.#numbers.set(term, number);
    const before = this.#sizes.length;
    this.#sizes = grownFor(this.#sizes, number + 1);
    this.#lastRuns = grownFor(this.#lastRuns, number + 1);
    if (number === before) this.#lastRuns.fill(-1, before);
    return number;
  }

  /** Room for the numbers of all terms of a list, to be filled by `numberOf`: where contents share it, each is asked for once. */
  numbersOf(terms: readonly string[]): Int32Array {
    const known = this.#numbersOf.get(terms);
    if (known?.length === terms.length) return known;
    const numbers = new Int32Array(terms.length).fill(-1);
    this.#numbersOf.set(terms, numbers);
    return numbers;
  }

  /** Says that everything put since the last call belongs to the term of this number. */
  close(term: number): void {
    const run = this.#runs++;
    this.#starts = grownFor(this.#starts, run + 2);
    this.#next = grownFor(this.#next, run + 1);
    this.#starts[run + 1] = this.#end;
    this.#sizes[term]! += this.#end - this.#starts[run]!;
    const last = this.#lastRuns[term]!;
    this.#lastRuns[term] = run;
    this.#next[run] = last < 0 ? run : this.#next[last]!;
    if (last >= 0) this.#next[last] = run;
  }

  /** How many bytes a term has, by its number. */
  sizeOf(term: number): number {
    return this.#sizes[term]!;
  }

  /** Copies the bytes of a term to where there is room for them; returns the offset behind them. */
  copyTo(page: Uint8Array, offset: number, term: number): number {
    const last = this.#lastRuns[term]!;
    let end = offset;
    let run = last;
    do {
      run = this.#next[run]!;
      for (let at = this.#starts[run]!; at < this.#starts[run + 1]!; at += 1) page[end++] = this.#arena[at]!;
    } while (run !== last);
    return end;
  }

  #grow(): void {
    const larger = new Uint8Array(this.#arena.length * 2);
    larger.set(this.#arena);
    this.#arena = larger;
  }
}
