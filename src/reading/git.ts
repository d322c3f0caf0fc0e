import { spawn } from 'node:child_process';

/** What a git command answered. `isMissing` says that there is no git to ask. */
export interface GitAnswer {
  readonly ok: boolean;
  readonly isMissing: boolean;
  readonly stdout: Buffer;
  /** First line of what git complained about. */
  readonly complaint: string;
}

export interface GitOptions {
  /** Called with each piece of output instead of collecting it; a promise holds git back until it is settled. */
  readonly onOutput?: (piece: Buffer) => void | Promise<void>;
  readonly signal?: AbortSignal | undefined;
  /** More output than this ends the command. */
  readonly outputBytesMax?: number;
}

// A folder's own git configuration may name programs to run and remotes to fetch from: neither is wanted here.
// Without the last one a partial clone would go to the network for what it lacks.
const SAFE = [
  '--no-optional-locks',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.quotePath=false',
  '-c',
  'log.showSignature=false',
  '-c',
  'log.showRoot=true',
  '-c',
  'protocol.allow=never',
] as const;
const OUTPUT_BYTES_MAX = 512 * 1024 * 1024;
const COMPLAINT_BYTES_MAX = 4096;

/** Runs git in a folder with an argument list; never through a shell, never rejecting. */
export function git(folder: string, args: readonly string[], options: GitOptions = {}): Promise<GitAnswer> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let complaint = '';
    let bytes = 0;
    let isMissing = false;
    const child = spawn('git', [...SAFE, ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const stop = () => child.kill();
    options.signal?.addEventListener('abort', stop, { once: true });
    child.stdout.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > (options.outputBytesMax ?? OUTPUT_BYTES_MAX)) return void child.kill();
      if (!options.onOutput) return void pieces.push(piece);
      const pending = options.onOutput(piece);
      if (!pending) return;
      child.stdout.pause();
      pending.finally(() => child.stdout.resume());
    });
    child.stderr.on('data', (piece: Buffer) => {
      if (complaint.length < COMPLAINT_BYTES_MAX) complaint += piece.toString();
    });
    // ENOENT also means that the folder is gone; either way there is nothing to ask.
    child.on('error', () => {
      isMissing = true;
    });
    child.on('close', (code) => {
      options.signal?.removeEventListener('abort', stop);
      const firstLine = complaint.trim().split('\n', 1)[0] ?? '';
      resolve({ ok: code === 0, isMissing, stdout: Buffer.concat(pieces), complaint: firstLine });
    });
    if (options.signal?.aborted) stop();
  });
}

/** The entries of NUL-separated output; names that are not UTF-8 come apart. */
export function splitNames(output: Buffer): { readonly names: readonly string[]; readonly undecodable: number } {
  const names = output
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '');
  if (!names.some((name) => name.includes('\uFFFD'))) return { names, undecodable: 0 };
  // A replacement character is only proof of a bad name when the bytes do not hold that very character.
  const valid = names.filter((name) => !name.includes('\uFFFD') || output.includes(Buffer.from(`${name}\0`)));
  return { names: valid, undecodable: names.length - valid.length };
}
