import { spawn } from 'node:child_process';
import { gitEnvironment } from '../../config/git-environment.ts';
import { rememberChild } from './running.ts';

/** What a git command answered. `isMissing` says that there is no git to ask. */
export interface GitOutput {
  readonly ok: boolean;
  readonly isMissing: boolean;
  readonly stdout: Buffer;
  /** First line of what git complained about. */
  readonly complaint: string;
}

export interface GitOptions {
  /** Called with each piece of output instead of collecting it; a promise holds git back until it is settled. */
  readonly onOutput?: (piece: Buffer) => void | Promise<void>;
  /** Called with what git says beside its answer: progress and complaints. */
  readonly onComplaint?: (text: string) => void;
  readonly signal?: AbortSignal | undefined;
  /** What git reads from its standard input; nothing without it. */
  readonly input?: string;
  /** More output than this ends the command. */
  readonly outputBytesMax?: number;
  /** A command that says nothing for longer is ended: it may wait for a pipe that somebody put in the place of a file. */
  readonly silenceMsMax?: number;
}

/** Where a command runs, and which git folder it is about. */
export interface GitStart {
  /** A folder of ours: programs are looked for in no other. */
  readonly startIn: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

// The user's own settings apply, but for those that run something, ask somebody or change what is printed.
const SETTINGS = [
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'core.quotePath=false', 'log.showSignature=false'],
  ...[
    'log.showRoot=true',
    'submodule.recurse=false',
    'transfer.bundleURI=false',
    'gc.auto=0',
    'maintenance.auto=false',
    'safe.bareRepository=explicit',
  ],
].flatMap((setting) => ['-c', setting]);
const ALONE = {
  // Without a name of its own git makes one of the machine's, which it may ask a server of names about.
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
const COMPLAINT_BYTES_MAX = 4096;
// Between two pieces of what goes on and on; what answers with one value is quicker, however long the history.
const SILENCE_MS_MAX = 10_000;
const VALUE_MS_MAX = 5000;
const VALUES: ReadonlySet<string> = new Set(['rev-parse', 'merge-base', 'config']);

/** Starts git with an argument list; never through a shell, never rejecting. The only place where a program is started. */
export function runGit(start: GitStart, args: readonly string[], options: GitOptions = {}): Promise<GitOutput> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let complaint = '';
    let bytes = 0;
    let isMissing = false;
    const child = spawn('git', [...SETTINGS, '-C', start.folder, ...args], {
      cwd: start.startIn,
      env: { ...gitEnvironment(), ...ALONE, ...start.environment },
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const { stdin, stdout, stderr } = child;
    // Git may end before it has read everything; why, it says itself.
    stdin.on('error', () => undefined).end(options.input);
    const forget = child.pid === undefined ? () => undefined : rememberChild(child.pid);
    const stop = () => child.kill('SIGKILL');
    const silenceMs = options.silenceMsMax ?? (VALUES.has(args[0] ?? '') ? VALUE_MS_MAX : SILENCE_MS_MAX);
    const silence = setTimeout(() => {
      complaint = `git said nothing for ${silenceMs / 1000} seconds and was ended`;
      stop();
    }, silenceMs);
    options.signal?.addEventListener('abort', stop, { once: true });
    stdout.on('data', (piece: Buffer) => {
      bytes += piece.length;
      silence.refresh();
      if (bytes > (options.outputBytesMax ?? OUTPUT_BYTES_MAX)) return void stop();
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
      complaint = `${complaint}${text}`.slice(-COMPLAINT_BYTES_MAX);
    });
    // ENOENT also means that the folder is gone; either way there is nothing to ask.
    child.on('error', () => {
      isMissing = true;
    });
    child.on('exit', forget);
    child.on('close', (code) => {
      clearTimeout(silence);
      options.signal?.removeEventListener('abort', stop);
      resolve({ ok: code === 0, isMissing, stdout: Buffer.concat(pieces), complaint: firstFault(complaint) });
    });
    if (options.signal?.aborted) stop();
  });
}

// Progress is drawn over itself in one line, and comes before what went wrong.
function firstFault(said: string): string {
  const lines = said.trim().split(/[\r\n]+/);
  return lines.find((line) => /^(?:fatal|error):/.test(line)) ?? lines[0] ?? '';
}
