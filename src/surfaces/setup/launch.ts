import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isSea } from 'node:sea';
import { invariant } from '../../model/errors.ts';
import type { Scope } from './places.ts';

/** How knap is started: a program and what comes before the words of a command. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

// Beside the bundle, or in the sources.
const ENTRIES = ['./cli.js', '../cli/main.ts'];

/**
 * In files of one's own Node and knap are named by where they lie: an app that was started from a dock has no path of a
 * shell. What is committed holds on every machine, and names the command alone.
 */
export function launchFor(scope: Scope): Launch {
  if (scope === 'project') return { command: 'knap', args: [] };
  // One file that is Node and knap has nothing to be told to run.
  if (isSea()) return { command: process.execPath, args: [] };
  const entry = ENTRIES.map((path) => join(import.meta.dirname, path)).find((path) => existsSync(path));
  invariant(entry, 'the package holds its command');
  return { command: process.execPath, args: [entry] };
}

/** What the system is told to start: on Windows npm makes a shim of a command, `knap.cmd`, which only the shell finds. */
export function startedBy(launch: Launch, platform: NodeJS.Platform): Launch {
  const isShim = platform === 'win32' && !/[\\/.]/.test(launch.command);
  return isShim ? { command: 'cmd.exe', args: ['/d', '/c', launch.command, ...launch.args] } : launch;
}

/** A launch as one line of a shell. */
export function shellLine({ command, args }: Launch, words: readonly string[], shell: 'posix' | 'windows'): string {
  return [command, ...args, ...words].map(shell === 'posix' ? posixWord : windowsWord).join(' ');
}

const PLAIN = /^[\w@%+=:,./-]+$/;
const posixWord = (word: string): string => (PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
// In double quotes a backslash is one to `cmd`, to PowerShell and to the bash that some agents bring along.
const windowsWord = (word: string): string => (/^[\w@+=:,./-]+$/.test(word) ? word : `"${word}"`);
