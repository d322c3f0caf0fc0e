import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { PACK_AIMS } from '../../model/budget.ts';
import { fieldsOf } from '../../operations/input/read-input.ts';
import type { Operation } from '../../operations/operation.ts';
import { type JsonSchema, jsonSchemaOf } from '../../operations/output/output.ts';
import { servedOperation } from '../serving/answer-question.ts';
import type { ServedWorkspace } from '../serving/serve-workspace.ts';
import { allTools, type Tool } from './tools.ts';

// Nothing here changes anything, nor reaches beyond the workspace.
const ANNOTATIONS = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const;

// Whoever connects waits for the list; what is not indexed by then is answered all the same.
const LISTING_WAITS_MS = 500;

/** Every tool of use in a workspace, as an agent sees it. */
export async function listTools(
  workspace: Pick<ServedWorkspace, 'call'>,
  options: { readonly hasMemory: boolean },
): Promise<ListedTool[]> {
  // A workspace that cannot be opened is told with the first call; until then nobody knows what it holds.
  const call = await workspace.call({ indexWaitMs: LISTING_WAITS_MS }).catch(() => null);
  const isListed = async ({ isUseful }: Tool) => !isUseful || (call !== null && (await isUseful(call)));
  const tools = await allTools();
  const listed = await Promise.all(tools.map((tool) => isListed(tool).catch(() => false)));
  return tools
    .filter((_, at) => listed[at])
    .map((tool) => ({
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: {
        ...objectSchema(terseSchema(jsonSchemaOf(inputOf(tool, options.hasMemory), 'input'))),
        ...(tool.required !== undefined && { required: [tool.required] }),
      },
      annotations: ANNOTATIONS,
    }));
}

const remember = z.boolean().optional();
// Told once: a model reads the list in every conversation.
const told = remember.describe('Leave out what this connection was sent and has not changed');

function inputOf({ face, definition, sent }: Tool, hasMemory: boolean): z.ZodObject {
  const offered = face?.input ?? offeredInput(definition);
  if (!sent || !hasMemory) return offered;
  return z.object({ ...offered.shape, remember: 'task' in offered.shape ? told : remember });
}

// What holds here when nothing is said is not what holds on the command line.
const OWN: Readonly<Record<string, z.ZodType>> = {
  budget: z.int().default(DEFAULTS.mcp.budgetTokens).describe('Tokens the answer may cost, everything sent included'),
  aim: z
    .enum(PACK_AIMS)
    .default(DEFAULTS.mcp.aim)
    .describe('How much is enough; map names likely places with lines instead of code'),
};

function offeredInput(definition: Operation): z.ZodObject {
  const offered = fieldsOf(servedOperation(definition)).filter(({ face }) => !face.isFine);
  return z.object(Object.fromEntries(offered.map(({ key }) => [key, OWN[key] ?? definition.input.shape[key]!])));
}

const objectSchema = (schema: Readonly<Record<string, unknown>>) => ({ ...schema, type: 'object' as const });

/**
 * A schema as a model reads it with every conversation: each field with its type and what it means, and nothing that a
 * wrong value would be told anyway.
 */
function terseSchema(schema: JsonSchema): JsonSchema {
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
