// Where the socket lies, who made it, which code may talk over it, and how its bytes are split into lines, each a message.
import { createHash } from 'node:crypto';
import { constants, lstatSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { VERSION } from '../../config/this-package.ts';
import { STATE_FOLDER } from '../../config/workspace-folders.ts';

const NAME = 'socket';
// A socket path may have 104 bytes on macOS and 108 on Linux.
const PATH_BYTES_MAX = 100;

/**
 * The socket on which a server of a workspace listens for commands of its owner: a pipe on Windows, else a file in the
 * state folder. If its path is too long, uses an open descriptor of the folder on Linux, and no socket elsewhere.
 */
export function socketPath(root: string): string | null {
  if (process.platform === 'win32')
    return `\\\\.\\pipe\\knap-${createHash('sha256').update(root).digest('hex').slice(0, 32)}`;
  const path = join(root, STATE_FOLDER, NAME);
  if (Buffer.byteLength(path) <= PATH_BYTES_MAX) return path;
  if (process.platform !== 'linux') return null;
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
  return `/proc/self/fd/${openSync(join(root, STATE_FOLDER), O_RDONLY | O_DIRECTORY | O_NOFOLLOW)}/${NAME}`;
}

/**
 * Whether the user of this process created the socket: it and its folder belong to that user, and the folder is no link
 * and not writable for others. Windows is not checked.
 */
export function isOwnSocket(root: string): boolean {
  if (process.platform === 'win32') return true;
  const uid = process.getuid?.();
  const folder = lstatSync(join(root, STATE_FOLDER), { throwIfNoEntry: false });
  const socket = lstatSync(join(root, STATE_FOLDER, NAME), { throwIfNoEntry: false });
  if (folder === undefined || socket === undefined) return false;
  const isPrivate = folder.isDirectory() && folder.uid === uid && (folder.mode & 0o022) === 0;
  return isPrivate && socket.isSocket() && socket.uid === uid;
}

/** Identifies the running code by its version and file: only equal installations talk to each other. */
export function installation(): string {
  const file = fileURLToPath(import.meta.url);
  const { mtimeMs, size } = statSync(file);
  return `${VERSION} ${createHash('sha256').update(`${file} ${mtimeMs} ${size}`).digest('hex').slice(0, 16)}`;
}

/** The parser returns false after an invalid line, or if an unfinished one is longer than `bytesMax`. */
export function jsonLineParser(onLine: (value: unknown) => void, bytesMax: number): (chunk: Buffer) => boolean {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const line = rest.subarray(0, end).toString('utf8');
      rest = rest.subarray(end + 1);
      try {
        onLine(JSON.parse(line));
      } catch {
        // Only another program sends such a line.
        return false;
      }
    }
    return rest.length <= bytesMax;
  };
}
