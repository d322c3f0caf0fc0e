import { createHash } from 'node:crypto';
import { constants, lstatSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { VERSION } from '../../config/this-package.ts';

const FOLDER = '.knap';
const NAME = 'socket';
// The path of a socket may have 104 bytes on macOS and 108 on Linux.
const PATH_BYTES_MAX = 100;

/**
 * Where a server of a workspace listens for commands of its owner. Nothing is written outside of the state folder: where its
 * path is too long for a socket, Linux names the folder by an open descriptor, and elsewhere there is none.
 */
export function socketPath(root: string): string | null {
  if (process.platform === 'win32')
    return `\\\\.\\pipe\\knap-${createHash('sha256').update(root).digest('hex').slice(0, 32)}`;
  const path = join(root, FOLDER, NAME);
  if (Buffer.byteLength(path) <= PATH_BYTES_MAX) return path;
  if (process.platform !== 'linux') return null;
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
  return `/proc/self/fd/${openSync(join(root, FOLDER), O_RDONLY | O_DIRECTORY | O_NOFOLLOW)}/${NAME}`;
}

/** Whether only the owner of this process can have made the socket: no link, no folder that others may write to. */
export function isOwnSocket(root: string): boolean {
  if (process.platform === 'win32') return true;
  const uid = process.getuid?.();
  const folder = lstatSync(join(root, FOLDER), { throwIfNoEntry: false });
  const socket = lstatSync(join(root, FOLDER, NAME), { throwIfNoEntry: false });
  if (folder === undefined || socket === undefined) return false;
  const isPrivate = folder.isDirectory() && folder.uid === uid && (folder.mode & 0o022) === 0;
  return isPrivate && socket.isSocket() && socket.uid === uid;
}

/** Two processes with the same name run the same code: the version, and where and when it was built. */
export function installation(): string {
  const file = fileURLToPath(import.meta.url);
  const { mtimeMs, size } = statSync(file);
  return `${VERSION} ${createHash('sha256').update(`${file} ${mtimeMs} ${size}`).digest('hex').slice(0, 16)}`;
}

/** What a command tells the server: everything that shapes its answer. */
export interface SocketRequest {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminals: { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean };
  readonly columns?: number | undefined;
  /** What was read from standard input, where the command takes it. */
  readonly input: string | null;
}

/** What the server sends, one a line. `declined`: the command does the work itself. */
export type SocketReply =
  | { readonly out: string }
  | { readonly err: string }
  | { readonly exit: number }
  | { readonly declined: true };

/** Reads lines of JSON; one that is longer than the limit ends the reading. */
export function jsonLines(onLine: (value: unknown) => void, limit: number): (chunk: Buffer) => boolean {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const line = rest.subarray(0, end).toString('utf8');
      rest = rest.subarray(end + 1);
      try {
        onLine(JSON.parse(line));
      } catch {
        // What is no JSON comes from no knap.
        return false;
      }
    }
    return rest.length <= limit;
  };
}
