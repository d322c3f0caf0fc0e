import { ContextError } from '../../src/model/errors.ts';

/** One reader of what strangers write, and what must hold of its answer whatever they wrote. */
export interface Target {
  readonly name: string;
  /** What people really write; it is cut, joined and damaged. */
  readonly samples: readonly string[];
  /** What its grammar is made of; put together at random. */
  readonly pieces: readonly string[];
  /** An error it may throw beside `ContextError`. */
  readonly refuses?: readonly (abstract new (
    ...given: never[]
  ) => Error)[];
  /** Characters of the longest text it is given; more than its own limits let in says nothing. */
  readonly charactersMax?: number;
  /** How many characters of answer one character of text may become. */
  readonly growth?: number;
  /** Takes a thousandth of a second and more: it gets a quarter of the cases that others get. */
  readonly isCostly?: true;
  /** Reads a text and throws where a promise is broken; what it returns is bounded by the text. */
  read(text: string): unknown;
}

/** A broken promise, as the case that shows it is told. */
export class Broken extends Error {}

export function promise(holds: boolean, what: string): void {
  if (!holds) throw new Broken(what);
}

/** Lines as readers count them: `\n` ends one, and so does `\r` by itself. */
export function lineCountOf(text: string): number {
  return (text.match(/\r\n|\n|\r/g)?.length ?? 0) + 1;
}

/** Every line of an answer lies in its text. */
export function within(lines: Iterable<number>, count: number, what: string): void {
  for (const line of lines)
    promise(Number.isInteger(line) && line >= 1 && line <= count, `${what}: line ${line} of ${count}`);
}

/** The answer, or nothing where the question is refused as a user's fault. */
export function refused<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch (error) {
    if (error instanceof ContextError) return null;
    throw error;
  }
}
