import {
  type Tool as ListedTool,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { VERSION } from '../../config/this-package.ts';
import { PACK_AIMS } from '../../model/budget.ts';
import { fieldsOf } from '../../operations/input/read-input.ts';
import type { Operation } from '../../operations/operation.ts';
import { type JsonSchema, jsonSchemaOf } from '../../operations/output/output.ts';
import type { CallOptions, Progress } from '../../ports/engine.ts';
import { servedOperation } from '../serving/answer-question.ts';
import { describeError } from '../serving/describe-error.ts';
import type { ServedWorkspace } from '../serving/serve-workspace.ts';
import { callTool } from './call-tool.ts';
import type { SentMemory } from './sent-memory.ts';
import { allTools, type Tool } from './tools.ts';

const INSTRUCTIONS =
  'Context of this workspace. Start with context_pack for a task, context_query for a question, context_show for a known name or place, context_grep for an exact text, context_uses for callers and tests.';

// What never changes while a server lives may be kept; what lies on the disk may not.
const FIXED = { ttlMs: 3_600_000, cacheScope: 'private' } as const;
const CACHE_HINTS = { 'prompts/list': FIXED, 'resources/templates/list': FIXED } as const;

/** A server of both eras of the protocol for one workspace. Nothing is opened before somebody asks for something. */
export function createServer(workspace: ServedWorkspace, memory: SentMemory | null = null): Server {
  const server = new Server(
    { name: 'knap', title: 'knap', version: VERSION },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      instructions: INSTRUCTIONS,
      cacheHints: CACHE_HINTS,
    },
  );
  server.setRequestHandler('tools/list', async () => ({
    tools: await listTools(workspace, { hasMemory: memory !== null }),
  }));
  server.setRequestHandler('tools/call', ({ params }, context) =>
    callTool(params, { workspace, memory }, callOptionsOf(context)),
  );
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: (await import('./resources/resources.ts')).TEMPLATES,
  }));
  server.setRequestHandler('resources/list', ({ params }, context) =>
    answered(context, async (options) =>
      (await import('./resources/resources.ts')).listResources(params?.cursor, workspace, options),
    ),
  );
  server.setRequestHandler('resources/read', ({ params }, context) =>
    answered(context, async (options) =>
      (await import('./resources/resources.ts')).readResource(params.uri, workspace, options),
    ),
  );
  server.setRequestHandler('prompts/list', async () => ({
    prompts: (await import('./prompts.ts')).listPrompts(),
  }));
  server.setRequestHandler('prompts/get', ({ params }, context) =>
    answered(context, async (options) => (await import('./prompts.ts')).getPrompt(params, workspace, options)),
  );
  server.setRequestHandler('completion/complete', ({ params }, context) =>
    answered(context, async (options) => ({
      completion: await (await import('./prompts.ts')).complete(params, workspace, options),
    })),
  );
  return server;
}

// Only tools have answers that are errors; everything else fails as the protocol has it, with the same words.
async function answered<Result>(
  context: ServerContext,
  work: (options: CallOptions) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(callOptionsOf(context));
  } catch (error) {
    const described = await describeError(error);
    const code = described.code === 'INTERNAL' ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
    throw new ProtocolError(code, described.message, described);
  }
}

const EVERY_MS = 100;
// What is done for a question, in this order.
const STAGES: readonly Progress['stage'][] = ['scan', 'parse', 'link', 'history'];
const STAGE_WIDTH = 100;

/** What an agent's request says about how it wants to be answered. */
function callOptionsOf({ mcpReq }: ServerContext): CallOptions {
  const token = mcpReq._meta?.progressToken;
  const { signal } = mcpReq;
  return token === undefined ? { signal } : { signal, onProgress: progressTo(mcpReq, token) };
}

// Progress only ever grows, as the protocol demands; a stage that begins again waits until it has something new to say.
function progressTo(mcpReq: ServerContext['mcpReq'], progressToken: string | number): (progress: Progress) => void {
  let lastMs = Number.NEGATIVE_INFINITY;
  let last = 0;
  return ({ stage, done, total }) => {
    const share = total > 0 ? Math.min(1, done / total) : 0;
    const progress = (STAGES.indexOf(stage) + share) * STAGE_WIDTH;
    const nowMs = performance.now();
    if (progress <= last || nowMs - lastMs < EVERY_MS) return;
    lastMs = nowMs;
    last = progress;
    const message = `${stage} ${done}${total > 0 ? `/${total}` : ''}`;
    const params = { progressToken, progress, total: STAGES.length * STAGE_WIDTH, message };
    // Whoever has gone needs no progress.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

// Nothing here changes anything, nor reaches beyond the workspace.
const ANNOTATIONS = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const;

// Whoever connects waits for the list; what is not indexed by then is answered all the same.
const LISTING_WAITS_MS = 500;

/** Every tool of use in a workspace, as an agent sees it. */
async function listTools(
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
