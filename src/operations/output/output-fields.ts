import * as z from 'zod';

// Fields that mean the same in every answer.

export const score = z.number();

/** A score as it is worth reading. */
export const rounded = (value: number): number => Number(value.toFixed(4));

export const texts = z.array(z.string());
export const numbers = z.record(z.string(), z.int());
export const lines = { startLine: z.int(), endLine: z.int() };

export const reasons = z.array(
  z.object({ signal: z.string(), value: z.number(), weight: z.number(), because: z.string() }),
);

export const coverage = z.object({
  files: z.int(),
  languages: numbers,
  parsed: z.int(),
  failed: z.int(),
  history: z.object({ available: z.boolean(), commits: z.int(), note: z.string().nullable() }),
  meaning: z.boolean(),
});
