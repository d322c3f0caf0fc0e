import { VARINT_BYTES_MAX, writeVarint } from './varint.ts';

const INITIAL_BYTES = 1 << 16;

/** Collects numbers of many terms: those of one term end up as one byte string, in the order in which they came. */
export class TermBytes {
  #arena = new Uint8Array(INITIAL_BYTES);
  #end = 0;
  /** Terms in the order in which they came: a term's place is its number. */
  readonly terms: string[] = [];
  readonly #numbers = new Map<string, number>();
  // Of each term: how many bytes it has, and the last of its runs.
  readonly #sizes: number[] = [];
  readonly #lastRuns: number[] = [];
  // The runs of bytes, each with the next one of its term. Chains cost far less than a list for every term; they are
  // rings, so that the run behind the last one is the first.
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #next: number[] = [];

  /** Appends a number to the run that `close` will give to a term. */
  put(value: number): void {
    if (this.#end + VARINT_BYTES_MAX > this.#arena.length) this.#grow();
    this.#end = writeVarint(this.#arena, this.#end, value);
  }

  get end(): number {
    return this.#end;
  }

  /** Says that everything put since `start` belongs to the term. */
  close(term: string, start: number): void {
    const run = this.#starts.length;
    this.#starts.push(start);
    this.#ends.push(this.#end);
    const known = this.#numbers.get(term);
    if (known === undefined) {
      this.#numbers.set(term, this.terms.push(term) - 1);
      this.#sizes.push(this.#end - start);
      this.#lastRuns.push(run);
      this.#next.push(run);
      return;
    }
    const last = this.#lastRuns[known]!;
    this.#sizes[known]! += this.#end - start;
    this.#lastRuns[known] = run;
    this.#next.push(this.#next[last]!);
    this.#next[last] = run;
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
      for (let at = this.#starts[run]!; at < this.#ends[run]!; at += 1) page[end++] = this.#arena[at]!;
    } while (run !== last);
    return end;
  }

  #grow(): void {
    const larger = new Uint8Array(this.#arena.length * 2);
    larger.set(this.#arena);
    this.#arena = larger;
  }
}
