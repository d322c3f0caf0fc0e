// The command `mcp`: serves the agent that started it.
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
import {
  defineServer,
  type ServedPlace,
  type ServedWorkspace,
  servedRoot,
  serveWorkspace,
} from '../serving/serve-workspace.ts';
import { createServer } from './create-server.ts';
import { lineTransport } from './line-transport.ts';
import { createSentMemory } from './sent-memory.ts';

// How long the process waits for a clean end. Ending while the index is written does no harm.
const CLOSING_MS = 300;

export const mcpCommand = defineServer({
  input: z.strictObject({ root: servedRoot }),
  positional: 'root',
  details:
    'Speaks the Model Context Protocol on standard input and output, and ends with its client. It writes only messages to standard output, and only the index to the workspace. With neither ROOT nor the setting root it serves the folder that its client has open: the one in CLAUDE_PROJECT_DIR or WORKSPACE_FOLDER_PATHS, else the repository it starts in, else the first of the client’s roots.',
  examples: ['knap mcp', 'knap mcp ~/src/shop'],
  serve: async (_values, place, terminal) => {
    let server: Server | null = null;
    const workspace = serveWorkspace({ ...place, listens: true, openFolder: () => clientFolder(place, server) });
    await serveStreams(workspace, terminal, (one) => {
      server = one;
    });
    await Promise.race([workspace.close().catch(() => undefined), setTimeout(CLOSING_MS)]);
    return 0;
  },
});

/** Serves one client until it disconnects. */
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

// Claude Code and Cursor may start a server in the home folder or at `/`; these variables name the open folder.
const VARIABLES = ['CLAUDE_PROJECT_DIR', 'WORKSPACE_FOLDER_PATHS'] as const;

/**
 * The folder that a client has open: the one in its variables, else the workspace that the server was started in, else
 * the first of the client's roots; undefined if there is none.
 */
export async function clientFolder(
  { cwd, env }: Pick<ServedPlace, 'cwd' | 'env'>,
  server: Server | null,
): Promise<string | undefined> {
  const folder = VARIABLES.flatMap((name) => (env[name] ?? '').split(delimiter)).find(isFolder);
  if (folder !== undefined) return findRoot(folder, undefined);
  const here = findRoot(cwd, undefined);
  if (isMarked(here) && !isWholeDisk(here, env)) return here;
  const open = (await rootsOf(server)).find(isFolder);
  return open === undefined ? undefined : findRoot(open, undefined);
}

// Newer protocol versions have no roots.
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
