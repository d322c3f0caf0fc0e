import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { Operation } from '../../operations/operation.ts';
import { jsonSchemaOf } from '../../operations/output/json-schema.ts';
import { fieldsOf } from '../../operations/read-input.ts';
import { servedOperation } from '../serving/answer-question.ts';
import { terseAnswer, terseSchema } from './terse-schema.ts';
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
    outputSchema: objectSchema(terseAnswer(jsonSchemaOf(definition.output.schema, 'output'))),
    annotations: ANNOTATIONS,
  }));
}

function offeredInput(definition: Operation): z.ZodObject {
  const offered = fieldsOf(servedOperation(definition)).filter(({ face }) => !face.isFine);
  return z.object(Object.fromEntries(offered.map(({ key }) => [key, definition.input.shape[key]!])));
}

const objectSchema = (schema: Readonly<Record<string, unknown>>) => ({ ...schema, type: 'object' as const });
