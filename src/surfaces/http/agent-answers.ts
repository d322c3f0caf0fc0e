import { createMcpHandler } from '@modelcontextprotocol/server';
import { DEFAULTS } from '../../config/defaults.ts';
import { createServer } from '../mcp/create-server.ts';
import type { ServedWorkspace } from '../serving/serve-workspace.ts';
import type { AgentAnswers } from './served-apps.ts';

/** What agents are answered over HTTP: the same server as over standard input and output, a new one a request. */
export function agentAnswers(workspace: ServedWorkspace): AgentAnswers {
  return createMcpHandler(() => createServer(workspace), { maxRequestBodySize: DEFAULTS.http.bodyBytesMax });
}
