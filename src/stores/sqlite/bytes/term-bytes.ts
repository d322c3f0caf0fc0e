import { BUCKETS, bucketOf, entryBytesMax, writeEntryHead } from '../buckets.ts';
import { VARINT_BYTES_MAX, writeVarint } from './varint.ts';

const INITIAL_BYTES = 1 << 16;

/** Collects numbers of many terms: those of one term end up as one byte string, in the order in which they came. */
export class TermBytes {
  #arena = new Uint8Array(INITIAL_BYTES);
  #end = 0;
  readonly #terms = new Map<string, number>();
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
    const known = this.#terms.get(term);
    if (known === undefined) {
      this.#terms.set(term, this.#sizes.length);
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

  /** The buckets that hold anything, in order. Their bytes are good until the next bucket is asked for. */
  *buckets(): Iterable<[bucket: number, bytes: Uint8Array]> {
    const members: string[][] = Array.from({ length: BUCKETS }, () => []);
    for (const term of this.#terms.keys()) members[bucketOf(term)]!.push(term);
    let page = Buffer.alloc(INITIAL_BYTES);
    for (const [bucket, terms] of members.entries()) {
      if (terms.length === 0) continue;
      const most = terms.reduce((sum, term) => sum + entryBytesMax(term, this.#sizes[this.#terms.get(term)!]!), 0);
      if (most > page.length) page = Buffer.alloc(2 * most);
      let end = 0;
      for (const term of terms) end = this.#writeEntry(page, end, term);
      yield [bucket, page.subarray(0, end)];
    }
  }

  #writeEntry(page: Buffer, offset: number, term: string): number {
    const id = this.#terms.get(term)!;
    const last = this.#lastRuns[id]!;
    let end = writeEntryHead(page, offset, { term, size: this.#sizes[id]! });
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
