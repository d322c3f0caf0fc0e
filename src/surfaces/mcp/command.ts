import { setTimeout } from 'node:timers/promises';
import type { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { oneLine } from '../../model/visible-text.ts';
import type { Terminal } from '../cli/terminal.ts';
import { type ServedWorkspace, serveWorkspace } from '../serving/serve-workspace.ts';
import { type ServerCommand, servedRoot } from '../serving/server-command.ts';
import { clientFolder } from './client-folder.ts';
import { createServer } from './create-server.ts';
import { createSentMemory } from './sent-memory.ts';
import { lineTransport } from './transport/line-transport.ts';

// An index that is being written can be left at any time; a clean end is a courtesy.
const CLOSING_MS = 300;

const input = z.strictObject({ root: servedRoot });

/** `knap mcp`: an agent starts it and talks to it over standard input and output. */
export const mcpCommand: ServerCommand = {
  input,
  positional: 'root',
  details:
    'Speaks the Model Context Protocol on standard input and output, and ends when its client does. Nothing is written to standard output but messages, and nothing to the workspace but the index. Without ROOT it answers for the folder its client has open: what CLAUDE_PROJECT_DIR or WORKSPACE_FOLDER_PATHS say, else the repository it is started in, else the first of the client’s roots.',
  examples: ['knap mcp', 'knap mcp ~/src/shop'],
  serve: async (_values, at, terminal) => {
    let server: Server | null = null;
    const workspace = serveWorkspace({ ...at, openFolder: () => clientFolder(at, server) });
    await serveStreams(workspace, terminal, (one) => {
      server = one;
    });
    await Promise.race([workspace.close().catch(() => undefined), setTimeout(CLOSING_MS)]);
    return 0;
  },
};

/** Serves one client on a pair of streams until it is gone. */
export function serveStreams(
  workspace: ServedWorkspace,
  streams: Pick<Terminal, 'stdin' | 'stdout' | 'stderr'>,
  onServer?: (server: Server) => void,
) {
  return new Promise<void>((resolve) => {
    const onerror = (error: Error) => streams.stderr.write(`knap: ${oneLine(error.message)}\n`);
    const transport = lineTransport(streams, DEFAULTS.mcp);
    const open = () => {
      const server = createServer(workspace, createSentMemory());
      onServer?.(server);
      return server;
    };
    serveStdio(open, { transport, onerror });
    const closed = transport.onclose;
    transport.onclose = () => {
      closed?.();
      resolve();
    };
  });
}
