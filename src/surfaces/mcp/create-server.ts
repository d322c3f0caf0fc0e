// The MCP server for one workspace: tools, prompts and resources behind the protocol.
import {
  createMcpHandler,
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
import type { Call, Operation } from '../../operations/operation.ts';
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

// Clients may cache these lists, which never change while the server runs; those of tools and files may change.
const FIXED = { ttlMs: 3_600_000, cacheScope: 'private' } as const;
const CACHE_HINTS = { 'prompts/list': FIXED, 'resources/templates/list': FIXED } as const;

/** Creates a server for each request, which remembers nothing of earlier ones. */
export function serveOverHttp(workspace: ServedWorkspace) {
  return createMcpHandler(() => createServer(workspace), { maxRequestBodySize: DEFAULTS.http.bodyBytesMax });
}

/** Opens nothing before the first request. `memory` holds what the connection was sent. */
export function createServer(workspace: ServedWorkspace, memory: SentMemory | null = null): Server {
  const server = new Server(
    { name: 'knap', title: 'knap', version: VERSION },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      instructions: INSTRUCTIONS,
      cacheHints: CACHE_HINTS,
    },
  );
  const answerRequest = <Result>(context: ServerContext, work: (call: () => Promise<Call>) => Promise<Result>) => {
    const options = callOptionsOf(context);
    return withProtocolErrors(() => work(() => workspace.call(options)));
  };
  server.setRequestHandler('tools/list', async () => ({
    tools: await listTools(workspace, memory !== null),
  }));
  server.setRequestHandler('tools/call', ({ params }, context) =>
    callTool(params, workspace, memory, callOptionsOf(context)),
  );
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: (await resources()).TEMPLATES,
  }));
  server.setRequestHandler('resources/list', ({ params }, context) =>
    answerRequest(context, async (call) => (await resources()).listResources(params?.cursor, call)),
  );
  server.setRequestHandler('resources/read', ({ params }, context) =>
    answerRequest(context, async (call) => (await resources()).readResource(params.uri, call)),
  );
  server.setRequestHandler('prompts/list', async () => ({ prompts: (await prompts()).listPrompts() }));
  server.setRequestHandler('prompts/get', ({ params }, context) =>
    answerRequest(context, async (call) => (await prompts()).getPrompt(params, call)),
  );
  server.setRequestHandler('completion/complete', ({ params }, context) =>
    answerRequest(context, async (call) => ({ completion: await (await prompts()).complete(params, call) })),
  );
  return server;
}

const resources = () => import('./resources.ts');
const prompts = () => import('./prompts.ts');

// Tool calls report errors in their results instead.
async function withProtocolErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const described = await describeError(error);
    const code = described.code === 'INTERNAL' ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
    throw new ProtocolError(code, described.message, described);
  }
}

const EVERY_MS = 100;
const STAGES: readonly Progress['stage'][] = ['scan', 'parse', 'link', 'history'];
const STAGE_WIDTH = 100;

function callOptionsOf({ mcpReq }: ServerContext): CallOptions {
  const token = mcpReq._meta?.progressToken;
  const { signal } = mcpReq;
  return token === undefined ? { signal } : { signal, onProgress: progressTo(mcpReq, token) };
}

// Reports progress of STAGES that only grows, as the protocol demands: a stage that starts again is silent until it
// passes the last value.
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
    // Ignores failures, because the client may be gone.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

// The tools change nothing but the index, and answer from the workspace and its graphs.
const ANNOTATIONS = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const;

// How long the list of tools waits for the index, because a client waits for it while connecting.
const LISTING_WAITS_MS = 500;

async function listTools(workspace: ServedWorkspace, hasMemory: boolean): Promise<ListedTool[]> {
  // If the workspace cannot be opened, lists the tools that every workspace has; the first tool call reports the error.
  const call = await workspace.call({ indexWaitMs: LISTING_WAITS_MS }).catch(() => null);
  const isListed = async ({ isUseful }: Tool) => !isUseful || (call !== null && (await isUseful(call)));
  const tools = await allTools();
  const listed = await Promise.all(tools.map((tool) => isListed(tool).catch(() => false)));
  return tools
    .filter((_, index) => listed[index])
    .map((tool) => ({
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: {
        ...terseSchema(jsonSchemaOf(inputOf(tool, hasMemory), 'input')),
        type: 'object',
        ...(tool.required !== undefined && { required: [tool.required] }),
      },
      annotations: ANNOTATIONS,
    }));
}

const remember = z.boolean().optional();
// Only context_pack describes the field, because a model reads the whole list in every conversation.
const describedRemember = remember.describe('Leave out what this connection was sent and has not changed');

function inputOf({ face, definition, sent }: Tool, hasMemory: boolean): z.ZodObject {
  const offered = face?.input ?? offeredInput(definition);
  if (!sent || !hasMemory) return offered;
  return z.object({ ...offered.shape, remember: 'task' in offered.shape ? describedRemember : remember });
}

// Fields whose defaults are not those of the configuration.
const TOOL_FIELDS: Readonly<Record<string, z.ZodType>> = {
  budget: z.int().default(DEFAULTS.mcp.budgetTokens).describe('Tokens the answer may cost, everything sent included'),
  aim: z
    .enum(PACK_AIMS)
    .default(DEFAULTS.mcp.aim)
    .describe('How much is enough; map names likely places with lines instead of code'),
};

function offeredInput(definition: Operation): z.ZodObject {
  const offered = fieldsOf(servedOperation(definition)).filter(({ face }) => !face.isFine);
  return z.object(
    Object.fromEntries(offered.map(({ key }) => [key, TOOL_FIELDS[key] ?? definition.input.shape[key]!])),
  );
}

const LIMITS: readonly string[] = ['minLength', 'pattern', 'minimum', 'maximum'];

// Shortens a schema, because a model reads it in every conversation: drops limits, which the error of a wrong value
// explains anyway, and parts of descriptions.
function terseSchema(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), function (this: JsonSchema, key: string, value: unknown) {
    if (key === 'additionalProperties' && value === false) return undefined;
    // A field of a tool may be called like a keyword; its value is an object then, and stays.
    if (typeof value === 'object') return value;
    if (LIMITS.includes(key)) return undefined;
    return key === 'description' ? terseDescription(String(value), this) : value;
  });
}

// Drops the list of choices, which the schema has, and hints for the command line.
function terseDescription(description: string, schema: JsonSchema): string {
  const choices = schema.enum ?? (schema.items as JsonSchema | undefined)?.enum;
  const text = description.replace(/ \((?:repeatable|see: [^)]*)\)/, '');
  return choices === undefined ? text : text.replace(/: [^:]*$/, '');
}
