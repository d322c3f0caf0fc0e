import type * as z from 'zod';

/** What an answer holds beside its text: data for programs, and where to read again what it quotes. */
export interface Output<Value = unknown> {
  /** Names every field of the data. */
  readonly schema: z.ZodObject;
  /** The value without the texts that the answer's own text holds already. */
  data(value: Value): Readonly<Record<string, unknown>>;
  /** What of the workspace the text quotes, in its order, so that a reader can ask for it again. */
  quotes?(value: Value): readonly QuotedLines[];
}

/** Lines of a file that an answer quotes. */
export interface QuotedLines {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Of the whole file the lines belong to. */
  readonly hash: string;
  readonly name: string;
  /** Why it is there, in a clause. */
  readonly because: string;
}
