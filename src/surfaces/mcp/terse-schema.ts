import type { JsonSchema } from '../../operations/output/output.ts';

/**
 * A schema as a model reads it with every conversation: each field with its type and what it means, and nothing that a
 * wrong value would be told anyway.
 */
export function terseSchema(schema: JsonSchema): JsonSchema {
  const { minLength: _length, pattern: _pattern, minimum: _least, maximum: _most, ...checked } = schema;
  const { additionalProperties, ...named } = checked;
  const kept = additionalProperties === false ? named : checked;
  return {
    ...mapped(kept),
    ...(typeof kept.description === 'string' && { description: terse(kept.description, kept) }),
  };
}

function mapped(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties')
        return [key, Object.fromEntries(Object.entries(objectOf(value)).map(([name, one]) => [name, inner(one)]))];
      return [key, key === 'items' || key === 'additionalProperties' ? inner(value) : value];
    }),
  );
}

function inner(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? terseSchema(objectOf(value)) : value;
}

// The choices stand in the schema; how to give several is for people who type.
function terse(description: string, schema: JsonSchema): string {
  const choices = schema.enum ?? objectOf(schema.items).enum;
  const text = description.replace(/ \((?:repeatable|see: [^)]*)\)/, '');
  return choices === undefined ? text : text.replace(/: [^:]*$/, '');
}

const objectOf = (value: unknown): JsonSchema =>
  typeof value === 'object' && value !== null ? (value as JsonSchema) : {};
