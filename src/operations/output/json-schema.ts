import * as z from 'zod';

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
