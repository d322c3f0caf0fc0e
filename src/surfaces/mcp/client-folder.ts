import { statSync } from 'node:fs';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Server } from '@modelcontextprotocol/server';
import { findRoot, isMarked } from '../../config/find-root.ts';
import { isWholeDisk } from '../serving/refuse-whole-disk.ts';
import type { ServedAt } from '../serving/serve-workspace.ts';

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
