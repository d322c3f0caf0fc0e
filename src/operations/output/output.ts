import * as z from 'zod';

/** What an answer holds beside its text: data for programs. */
export interface Output<Value = unknown> {
  /** Names every field of the data. */
  readonly schema: z.ZodObject;
  /** The value without the texts that the answer's own text holds already. */
  data(value: Value): Readonly<Record<string, unknown>>;
}

/** An output whose data the compiler checks against its schema, and so against the type of the answer it is made from. */
export function outputOf<Value, Schema extends z.ZodObject>(
  schema: Schema,
  data: (value: Value) => ReadonlyDeep<z.input<Schema>>,
): Output<Value> {
  return { schema, data: (value) => data(value) as Readonly<Record<string, unknown>> };
}

// A schema that lets more be said does not ask for it.
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

/** What is not there is left out rather than said to be null: not every reader of a schema knows null. */
export function withoutNulls<Data extends object>(data: Data): WithoutNulls<Data> {
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    const there = Object.entries(value).filter(([, one]) => one !== null && one !== undefined);
    return Object.fromEntries(there.map(([key, one]) => [key, plain(one)]));
  };
  return plain(data) as WithoutNulls<Data>;
}

// Fields that mean the same in every answer.

export const score = z.number();
export const likelihood = z.number().min(0).max(1);

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

/** A schema as other programs read it, without what every reader takes for granted. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON Schema of what goes in or comes out. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      // The bounds of a safe integer say nothing about the field.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      // An answer may learn to say more.
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (io === 'output') delete jsonSchema.propertyNames;
    },
  });
  return plain;
}
