import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { fieldsOf } from '../../operations/input/read-input.ts';
import type { Operation } from '../../operations/operation.ts';
import { jsonSchemaOf } from '../../operations/output/json-schema.ts';
import { servedOperation } from '../serving/answer-question.ts';
import { terseSchema } from './terse-schema.ts';
import { allTools } from './tools.ts';

// Nothing here changes anything, nor reaches beyond the workspace.
const ANNOTATIONS = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const;

/** Every tool as an agent sees it. */
export async function listTools(): Promise<ListedTool[]> {
  return (await allTools()).map(({ name, title, description, definition, face }) => ({
    name,
    title,
    description,
    inputSchema: objectSchema(terseSchema(jsonSchemaOf(face?.input ?? offeredInput(definition), 'input'))),
    annotations: ANNOTATIONS,
  }));
}

// What holds here when nothing is said is not what holds on the command line.
const OWN: Readonly<Record<string, z.ZodType>> = {
  budget: z.int().default(DEFAULTS.mcp.budgetTokens).describe('Tokens the answer may cost, everything sent included'),
};

function offeredInput(definition: Operation): z.ZodObject {
  const offered = fieldsOf(servedOperation(definition)).filter(({ face }) => !face.isFine);
  return z.object(Object.fromEntries(offered.map(({ key }) => [key, OWN[key] ?? definition.input.shape[key]!])));
}

const objectSchema = (schema: Readonly<Record<string, unknown>>) => ({ ...schema, type: 'object' as const });
