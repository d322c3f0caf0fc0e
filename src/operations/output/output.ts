import type * as z from 'zod';

/** What an answer holds beside its text: data for programs. */
export interface Output<Value = unknown> {
  /** Names every field of the data. */
  readonly schema: z.ZodObject;
  /** The value without the texts that the answer's own text holds already. */
  data(value: Value): Readonly<Record<string, unknown>>;
}
