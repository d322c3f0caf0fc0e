import * as z from 'zod';

// Fields that mean the same in every answer.

export const score = z.number();
export const likelihood = z.number().min(0).max(1);

type Data = Readonly<Record<string, unknown>>;

/** What is not there is left out rather than said to be null: not every reader of a schema knows null. */
export function withoutNulls(data: Data): Data {
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    return typeof value === 'object' && value !== null ? withoutNulls(value as Data) : value;
  };
  const there = Object.entries(data).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(there.map(([key, value]) => [key, plain(value)]));
}

/** A score as it is worth reading. */
export const rounded = (value: number): number => Number(value.toFixed(4));

export const texts = z.array(z.string());
const numbers = z.record(z.string(), z.int());
export const lines = { startLine: z.int(), endLine: z.int() };

export const reasons = z.array(
  z.object({ signal: z.string(), value: z.number(), weight: z.number(), because: z.string() }),
);

export const coverage = z.object({
  files: z.int(),
  languages: numbers,
  parsed: z.int(),
  failed: z.int(),
  history: z.object({ available: z.boolean(), commits: z.int(), note: z.string().optional() }),
  meaning: z.boolean(),
  left: z.object({ files: z.int(), olderCommits: z.boolean() }).optional(),
});
