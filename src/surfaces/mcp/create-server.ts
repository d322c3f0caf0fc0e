import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server';
import { VERSION } from '../../config/version.ts';
import type { CallOptions, Progress } from '../../ports/engine.ts';
import { describeError } from '../serving/describe-error.ts';
import type { ServedWorkspace } from '../serving/serve-workspace.ts';
import { callTool } from './call-tool.ts';
import { listTools } from './list-tools.ts';
import type { SentMemory } from './sent-memory.ts';

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
