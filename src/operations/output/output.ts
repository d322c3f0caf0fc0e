// How the data of an answer is described and made, with fields that several answers share.
import * as z from 'zod';

/** The data that an answer gives to programs beside its text. */
export interface Output<Value = unknown> {
  readonly schema: z.ZodObject;
  /** The value as data of the schema. */
  data(value: Value): Readonly<Record<string, unknown>>;
}

/** Defines an output; the compiler checks its data against the schema. */
export function outputOf<Value, Schema extends z.ZodObject>(
  schema: Schema,
  data: (value: Value) => ReadonlyDeep<z.input<Schema>>,
): Output<Value> {
  return { schema, data: (value) => data(value) as Readonly<Record<string, unknown>> };
}

// Drops the index signature of loose schemas, so that only named fields are required.
type ReadonlyDeep<Data> = Data extends readonly (infer Item)[]
  ? readonly ReadonlyDeep<Item>[]
  : Data extends object
    ? { readonly [Key in keyof Data as string extends Key ? never : Key]: ReadonlyDeep<Data[Key]> }
    : Data;

type WithoutNulls<Data> = Data extends readonly (infer Item)[]
  ? readonly WithoutNulls<Item>[]
  : Data extends object
    ? { readonly [Key in keyof Data as null extends Data[Key] ? never : Key]: WithoutNulls<Data[Key]> } & {
        readonly [Key in keyof Data as null extends Data[Key] ? Key : never]?: WithoutNulls<Exclude<Data[Key], null>>;
      }
    : Data;

/** Removes null fields, because not every client supports null in a schema. */
export function withoutNulls<Data extends object>(data: Data): WithoutNulls<Data> {
  const dropNulls = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(dropNulls);
    if (typeof value !== 'object' || value === null) return value;
    const there = Object.entries(value).filter(([, one]) => one !== null && one !== undefined);
    return Object.fromEntries(there.map(([key, one]) => [key, dropNulls(one)]));
  };
  return dropNulls(data) as WithoutNulls<Data>;
}

// Fields that several answers share.

export const score = z.number();
export const likelihood = z.number().min(0).max(1);

/** Rounds a score to four digits. */
export const roundScore = (value: number): number => Number(value.toFixed(4));

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

/** A JSON Schema as a plain object. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON Schema of an input or output, without keywords that say nothing to a caller. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...plainSchema } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      // Zod adds the bounds of safe integers to every integer.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      // Later versions may add fields to an answer.
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (io === 'output') delete jsonSchema.propertyNames;
    },
  });
  return plainSchema;
}
