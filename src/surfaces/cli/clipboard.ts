// Copies a text to the clipboard, with a program of the system or through the terminal.
import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { DEFAULTS } from '../../config/defaults.ts';
import { ContextError } from '../../model/errors.ts';
import type { Terminal } from './terminal.ts';

// Tried in this order. A program that finds no clipboard fails, and the next one is tried.
const PROGRAMS: readonly (readonly [command: string, ...args: string[]])[] = [
  ['pbcopy'],
  ['wl-copy'],
  ['xclip', '-selection', 'clipboard'],
  ['xsel', '--clipboard', '--input'],
  ['clip.exe'],
];

/** Returns how. Over ssh the user's clipboard belongs to another machine, which only the terminal can reach. */
export async function copyText(text: string, { env, stderr }: Pick<Terminal, 'env' | 'stderr'>): Promise<string> {
  const isOverSsh = Boolean(env.SSH_CONNECTION || env.SSH_TTY);
  if (isOverSsh && stderr.isTTY) return copyByTerminal(text, stderr);
  for (const [command, ...args] of PROGRAMS) if (await copyBy(command, args, text, env)) return command;
  if (stderr.isTTY) return copyByTerminal(text, stderr);
  const names = PROGRAMS.map(([command]) => command).join(', ');
  throw new ContextError('NO_CLIPBOARD', `No program took the text for the clipboard; tried ${names}.`);
}

// Some programs leave a background process that serves the clipboard, so this waits for their exit and not for the end
// of output.
function copyBy(command: string, args: readonly string[], text: string, env: Terminal['env']): Promise<boolean> {
  return new Promise((resolve) => {
    // Starts in the home folder, so that a relative PATH cannot run a program of the current folder.
    const child = spawn(command, args, { cwd: homedir(), env, stdio: ['pipe', 'ignore', 'ignore'], windowsHide: true });
    const timer = setTimeout(() => child.kill(), DEFAULTS.clipboard.waitMs);
    const end = (isCopied: boolean) => {
      clearTimeout(timer);
      resolve(isCopied);
    };
    child.on('error', () => end(false));
    child.on('exit', (code) => end(code === 0));
    child.stdin.on('error', () => undefined);
    // Windows takes other text than ASCII only in UTF-16.
    child.stdin.end(command === 'clip.exe' ? Buffer.from(`\uFEFF${text}`, 'utf16le') : text);
  });
}

function copyByTerminal(text: string, stderr: Terminal['stderr']): string {
  const encoded = Buffer.from(text, 'utf8').toString('base64');
  if (encoded.length > DEFAULTS.clipboard.terminalCharactersMax)
    throw new ContextError('NO_CLIPBOARD', 'The text is longer than a terminal takes for the clipboard.');
  stderr.write(`\u001b]52;c;${encoded}\u0007`);
  return 'asked the terminal, by OSC 52';
}
