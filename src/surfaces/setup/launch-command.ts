// The command that an agent's settings contain to start knap, and a test that it works.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isSea } from 'node:sea';
import { DEFAULTS } from '../../config/defaults.ts';
import { invariant } from '../../model/errors.ts';
import type { Scope } from './user-folders.ts';

/** How to start knap: a program, and the arguments before those of a command. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

// The command line's entry, relative to the bundle and to the sources.
const ENTRIES = ['./cli.js', '../cli/main.ts'];

/**
 * In a user's settings, Node and knap are named by their absolute paths, because an app that was started from a dock
 * lacks the shell's PATH. A committed file must work on every machine, so it names only the command.
 */
export function launchFor(scope: Scope): Launch {
  if (scope === 'project') return { command: 'knap', args: [] };
  // A single executable contains Node and knap.
  if (isSea()) return { command: process.execPath, args: [] };
  const entry = ENTRIES.map((path) => join(import.meta.dirname, path)).find((path) => existsSync(path));
  invariant(entry, 'the package contains its command line');
  return { command: process.execPath, args: [entry] };
}

/** On Windows, only the shell finds npm's `knap.cmd`. */
export function startedBy(launch: Launch, platform: NodeJS.Platform): Launch {
  const isShim = platform === 'win32' && !/[\\/.]/.test(launch.command);
  return isShim ? { command: 'cmd.exe', args: ['/d', '/c', launch.command, ...launch.args] } : launch;
}

export function shellLine({ command, args }: Launch, words: readonly string[], shell: 'posix' | 'windows'): string {
  return [command, ...args, ...words].map(shell === 'posix' ? posixWord : windowsWord).join(' ');
}

const PLAIN = /^[\w@%+=:,./-]+$/;
const posixWord = (word: string): string => (PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
// In double quotes, `cmd`, PowerShell and the bash of some agents all take a backslash literally.
const windowsWord = (word: string): string => (/^[\w@+=:,./-]+$/.test(word) ? word : `"${word}"`);

const GREETING = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'knap setup', version: '1' } },
};

interface LaunchPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

const launchResults = new Map<string, Promise<string | null>>();

/**
 * Starts the server like an agent and sends it `initialize`. Returns null if it answers, else the reason. This process
 * tries a command once for each PATH.
 */
export function whyNoAnswer(launch: Launch, place: LaunchPlace): Promise<string | null> {
  const key = JSON.stringify([launch, place.env.PATH]);
  const before = launchResults.get(key) ?? greet(launch, place);
  launchResults.set(key, before);
  return before;
}

async function greet(launch: Launch, { env, cwd }: LaunchPlace): Promise<string | null> {
  const { command, args } = startedBy({ ...launch, args: [...launch.args, 'mcp'] }, process.platform);
  const child = spawn(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString('utf8').slice(0, 2000);
  });
  child.stdin.on('error', () => undefined);
  child.stdin.write(`${JSON.stringify(GREETING)}\n`);
  const timer = setTimeout(() => child.kill(), DEFAULTS.setup.answerMs);
  const failed = new Promise<string>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ENOENT' ? `${command} does not exist` : error.message),
    );
    child.once('close', () => resolve(errors.trim().split('\n')[0] || 'it ended without an answer'));
  });
  const answered = once(createInterface({ input: child.stdout }), 'line').then(([line]) =>
    String(line).includes('"serverInfo"') ? null : 'its answer is not that of an MCP server',
  );
  try {
    return await Promise.race([failed, answered]);
  } finally {
    clearTimeout(timer);
    child.kill();
  }
}
