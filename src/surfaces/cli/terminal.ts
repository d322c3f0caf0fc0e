import picocolors from 'picocolors';
import type { Config } from '../../config/schema.ts';
import type { Engine } from '../../ports/engine.ts';

/** What a command line runs in. */
export interface Terminal {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** When the process began, by `performance.now()`; absent where the terminal is none of its own. */
  readonly startedMs?: number;
  /** From now on the first signal to stop aborts this instead of ending the process; absent where there are no signals. */
  readonly stopInOrder?: () => AbortSignal;
  /** Present where a server runs the command for another process. */
  readonly warm?: WarmTerminal;
}

/** Runs one command line and returns its exit status. */
export type RunCommand = (argv: readonly string[], terminal: Terminal) => Promise<number>;

/** How a command that a server runs gets its engine. */
export interface WarmTerminal {
  /** Aborted when the process that asked is gone. */
  readonly signal: AbortSignal;
  /** The server's engine, where root and configuration are its own; else the command is declined. */
  engineFor(root: string, config: Config): Engine;
  /** The process that asked does the work itself. */
  decline(): never;
}

// Some terminals do not tell their width, or tell 0; a pipe has none.
const COLUMNS = 80;

/** How wide what is read on it may be. */
export function columnsOf({ stdout }: Pick<Terminal, 'stdout'>): number {
  return (stdout.isTTY && stdout.columns) || COLUMNS;
}

/** Writes and waits until it has left the process. */
export function print(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve) => {
    // Errors of the stream are met by its own listener.
    stream.write(text, () => resolve());
  });
}

export type Colors = ReturnType<typeof picocolors.createColors>;

/** Colours for each stream: only on terminals, unless FORCE_COLOR or NO_COLOR says otherwise. */
export function chooseColors(
  { stdout, stderr, env }: Terminal,
  isRefused: boolean,
): { stdout: Colors; stderr: Colors } {
  const on = (stream: NodeJS.WriteStream): boolean => {
    if (isRefused || env.NO_COLOR) return false;
    if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0';
    return stream.isTTY === true && env.TERM !== 'dumb';
  };
  return { stdout: picocolors.createColors(on(stdout)), stderr: picocolors.createColors(on(stderr)) };
}
