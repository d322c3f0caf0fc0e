import * as z from 'zod';
import { manifestSchema, packSchema } from '../src/bundle/manifest.ts';
import { configSchema } from '../src/config/schema.ts';

/** The JSON Schemas that ship with knap, by file name. */
export function schemaPages(): Readonly<Record<string, string>> {
  const schemas = {
    'manifest.schema.json': [manifestSchema, 'The manifest of a pack: ctx.json, or --manifest FILE'],
    'pack.schema.json': [packSchema, 'A pack as --format json prints it'],
    'config.schema.json': [configSchema, 'A configuration file of knap'],
  } as const;
  return Object.fromEntries(
    Object.entries(schemas).map(([name, [schema, title]]) => [
      name,
      `${JSON.stringify({ title, ...z.toJSONSchema(schema, { io: 'input' }) }, null, 2)}\n`,
    ]),
  );
}
