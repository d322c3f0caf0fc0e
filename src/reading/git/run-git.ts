// Starts git, with few variables and with limits on silence and output; no other file of knap starts it. Keeps track of
// the processes and temporary folders, so that none are left behind.
import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { getEnvironmentData, setEnvironmentData, threadId } from 'node:worker_threads';
import { gitEnvironment } from '../../config/git-environment.ts';
import { attempt } from '../../model/errors.ts';

/** The output of a git command. `isMissing` says that git could not be started. */
export interface GitOutput {
  readonly ok: boolean;
  readonly isMissing: boolean;
  readonly stdout: Buffer;
  /** The line of git's error output that says what failed, or that git said nothing for too long. */
  readonly complaint: string;
}

export interface GitOptions {
  /** Receives each piece of output instead of collecting it; git waits while a returned promise is pending. */
  readonly onOutput?: (piece: Buffer) => void | Promise<void>;
  /** Receives the standard error of git: progress and errors. */
  readonly onComplaint?: (text: string) => void;
  readonly signal?: AbortSignal | undefined;
  /** The standard input of git; empty by default. */
  readonly input?: string;
  /** The command is ended after this time without output, because it may read a pipe in place of a file. */
  readonly silenceMsMax?: number;
}

/** Where git starts, the folder that it then changes to, and the variables that name the git folder. */
interface GitStart {
  /** The working folder: one that knap made, because the system may look for programs in it. */
  readonly startIn: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

// The user's settings apply, except these.
const SETTINGS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.quotePath=false',
  'log.showSignature=false',
  'log.showRoot=true',
  'submodule.recurse=false',
  'transfer.bundleURI=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'safe.bareRepository=explicit',
].flatMap((setting) => ['-c', setting]);
const VARIABLES = {
  // Without an identity, git derives one from the name of the machine, for which it may ask a name server.
  GIT_COMMITTER_EMAIL: 'knap@localhost',
  GIT_COMMITTER_NAME: 'knap',
  GIT_ALLOW_PROTOCOL: '',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
} as const;
const OUTPUT_BYTES_MAX = 512 * 1024 * 1024;
const COMPLAINT_CHARACTERS_MAX = 4096;
// The longest pause between two pieces of output.
const SILENCE_MS_MAX = 10_000;
// These commands answer soon.
const VALUE_MS_MAX = 5000;
const VALUE_COMMANDS: ReadonlySet<string> = new Set(['rev-parse', 'merge-base', 'config']);

/** Runs git with an argument list and without a shell. */
export function runGit(start: GitStart, args: readonly string[], options: GitOptions = {}): Promise<GitOutput> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let complaint = '';
    let bytes = 0;
    let isMissing = false;
    const child = spawn('git', [...SETTINGS, '-C', start.folder, ...args], {
      cwd: start.startIn,
      env: { ...gitEnvironment(), ...VARIABLES, ...start.environment },
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const { stdin, stdout, stderr } = child;
    // Git may end before it has read all input; its own error output says why.
    stdin.on('error', () => undefined).end(options.input);
    const forget = child.pid === undefined ? () => undefined : rememberChild(child.pid);
    const stop = () => child.kill('SIGKILL');
    const silenceMs = options.silenceMsMax ?? (VALUE_COMMANDS.has(args[0] ?? '') ? VALUE_MS_MAX : SILENCE_MS_MAX);
    const silence = setTimeout(() => {
      complaint = `git said nothing for ${silenceMs / 1000} seconds and was ended`;
      stop();
    }, silenceMs);
    options.signal?.addEventListener('abort', stop, { once: true });
    stdout.on('data', (piece: Buffer) => {
      bytes += piece.length;
      silence.refresh();
      if (bytes > OUTPUT_BYTES_MAX) return void stop();
      if (!options.onOutput) return void pieces.push(piece);
      const pending = options.onOutput(piece);
      if (!pending) return;
      stdout.pause();
      pending.finally(() => {
        silence.refresh();
        stdout.resume();
      });
    });
    stderr.on('data', (piece: Buffer) => {
      const text = piece.toString();
      silence.refresh();
      options.onComplaint?.(text);
      complaint = `${complaint}${text}`.slice(-COMPLAINT_CHARACTERS_MAX);
    });
    // For example, git or the folder does not exist.
    child.on('error', () => {
      isMissing = true;
    });
    child.on('exit', forget);
    child.on('close', (code) => {
      clearTimeout(silence);
      options.signal?.removeEventListener('abort', stop);
      resolve({ ok: code === 0, isMissing, stdout: Buffer.concat(pieces), complaint: errorLine(complaint) });
    });
    if (options.signal?.aborted) stop();
  });
}

// Skips progress, which overwrites one line and comes before the error.
function errorLine(said: string): string {
  const lines = said.trim().split(/[\r\n]+/);
  return lines.find((line) => /^(?:fatal|error):/.test(line)) ?? lines[0] ?? '';
}

// Under this key threads share a table of git processes and the number of temporary folders.
const KEY = 'knap.git';
const CHILDREN_MAX = 256;
// The number of open folders, then two numbers for each child: its process id and the thread that started it.
const table = openTable();
// The name includes the host, because containers may share a temporary folder but have separate processes.
const FOLDERS = `knap-git-${hash('sha256', hostname()).slice(0, 8)}-`;
let isSwept = false;

/** Records a child process; call the returned function when it has ended. */
function rememberChild(pid: number): () => void {
  let index = 1;
  while (index < table.length && Atomics.compareExchange(table, index, 0, pid) !== 0) index += 2;
  if (index >= table.length) return () => undefined;
  Atomics.store(table, index + 1, threadId);
  return () => void Atomics.compareExchange(table, index, pid, 0);
}

/** Ends the git processes that a thread started, or all threads. */
export function endChildren(thread?: number): void {
  for (let index = 1; index < table.length; index += 2) {
    const pid = Atomics.load(table, index);
    if (pid === 0 || (thread !== undefined && Atomics.load(table, index + 1) !== thread)) continue;
    Atomics.store(table, index, 0);
    // It may have ended already.
    attempt(() => process.kill(pid, 'SIGKILL'));
  }
}

/** Creates a folder for git. The first call in a thread also removes the folders of killed processes. */
export function openFolder(): { readonly folder: string; readonly remove: () => void } {
  if (!isSwept) removeFolders((pid) => !isAlive(pid));
  isSwept = true;
  const folder = mkdtempSync(join(tmpdir(), `${FOLDERS}${process.pid}-`));
  Atomics.add(table, 0, 1);
  return {
    folder,
    remove() {
      rmSync(folder, { recursive: true, force: true });
      Atomics.sub(table, 0, 1);
    },
  };
}

function openTable(): Int32Array<SharedArrayBuffer> {
  const given = getEnvironmentData(KEY);
  if (given instanceof SharedArrayBuffer) return new Int32Array(given);
  process.on('exit', () => {
    endChildren();
    if (Atomics.load(table, 0) > 0) removeFolders((pid) => pid === process.pid);
  });
  const made = new SharedArrayBuffer(4 * (1 + 2 * CHILDREN_MAX));
  // Threads that start from now on share the table.
  setEnvironmentData(KEY, made);
  return new Int32Array(made);
}

// Ignores failures: a temporary folder that cannot be listed, and folders that belong to another user.
function removeFolders(isUnwanted: (pid: number) => boolean): void {
  for (const name of attempt(() => readdirSync(tmpdir())) ?? [])
    if (name.startsWith(FOLDERS) && isUnwanted(Number.parseInt(name.slice(FOLDERS.length), 10)))
      attempt(() => rmSync(join(tmpdir(), name), { recursive: true, force: true }));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
