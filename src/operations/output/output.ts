// How the data of an answer is described and made, with schemas that several answers share.
import * as z from 'zod';

/** The data that an answer gives to programs beside its text. */
export interface Output<Value = unknown> {
  readonly schema: z.ZodObject;
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

export const score = z.number();

/** Rounds a score to four decimals. */
export const roundScore = (value: number): number => Number(value.toFixed(4));

export const texts = z.array(z.string());
export const lines = { startLine: z.int(), endLine: z.int() };

/** A JSON Schema as a plain object. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON Schema of an input or output, without keywords that a caller does not need. */
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
