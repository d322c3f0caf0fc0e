import { statSync } from 'node:fs';
import { delimiter } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { findRoot, isMarked } from '../../config/workspace-folders.ts';
import { oneLine } from '../../model/visible-text.ts';
import type { Terminal } from '../cli/terminal.ts';
import { isWholeDisk } from '../serving/check-folder.ts';
import { type ServedAt, type ServedWorkspace, serveWorkspace } from '../serving/serve-workspace.ts';
import { type ServerCommand, servedRoot } from '../serving/server-command.ts';
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
    const workspace = serveWorkspace({ ...at, listens: true, openFolder: () => clientFolder(at, server) });
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

const ROOTS_WAIT_MS = 2000;

// What clients tell a server they start in a home or at the root of the disk: Claude Code and Cursor.
const VARIABLES = ['CLAUDE_PROJECT_DIR', 'WORKSPACE_FOLDER_PATHS'] as const;

/**
 * The folder a client has open, where nobody named one: what its variables say, else the workspace the server was started in, else what the
 * client lists as its roots; undefined where none of them says anything.
 */
export async function clientFolder(
  { cwd, env }: Pick<ServedAt, 'cwd' | 'env'>,
  server: Server | null,
): Promise<string | undefined> {
  const told = VARIABLES.flatMap((name) => (env[name] ?? '').split(delimiter)).find(isFolder);
  if (told !== undefined) return findRoot(told, undefined);
  const here = findRoot(cwd, undefined);
  if (isMarked(here) && !isWholeDisk(here, env)) return here;
  const open = (await rootsOf(server)).find(isFolder);
  return open === undefined ? undefined : findRoot(open, undefined);
}

// Newer clients have no such question, and answer none.
async function rootsOf(server: Server | null): Promise<readonly string[]> {
  if (server?.getClientCapabilities()?.roots === undefined) return [];
  try {
    const { roots } = await server.listRoots(undefined, { timeout: ROOTS_WAIT_MS });
    return roots.flatMap(({ uri }) => (uri.startsWith('file://') ? [fileURLToPath(uri)] : []));
  } catch {
    return [];
  }
}

function isFolder(path: string): boolean {
  return path !== '' && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
}
