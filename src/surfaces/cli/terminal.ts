// The streams, environment and folder of a command line, as values, so that a server or a test can run a command too.
import picocolors from 'picocolors';
import type { Config } from '../../config/schema.ts';
import type { Engine } from '../../ports/engine.ts';

export interface Terminal {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The start of the process by `performance.now()`; absent if a server runs the command. */
  readonly startedMs?: number;
  /** After this call the first SIGINT, SIGTERM or SIGHUP aborts the returned signal instead of ending the process. */
  readonly deferStop?: () => AbortSignal;
  /** The server that runs the command for another process; absent if the command has its own process. */
  readonly server?: {
    /** Aborts when the asking process ends. */
    readonly signal: AbortSignal;
    /** The engine of the server, if it serves this root with this configuration; otherwise declines. */
    engineFor(root: string, config: Config): Engine;
    /** Leaves the command to the asking process. */
    decline(): never;
  };
}

/** Runs one command line and returns its exit status. */
export type RunCommand = (argv: readonly string[], terminal: Terminal) => Promise<number>;

// The width of a pipe, and of terminals that report no width or 0.
const COLUMNS = 80;

export function columnsOf({ stdout }: Pick<Terminal, 'stdout'>): number {
  return (stdout.isTTY && stdout.columns) || COLUMNS;
}

/** Writes a text and waits until the stream has taken it. */
export function print(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve) => {
    // Another listener handles errors of the stream.
    stream.write(text, () => resolve());
  });
}

export type TerminalColors = ReturnType<typeof picocolors.createColors>;

export function chooseColors({ stdout, stderr, env }: Terminal, isRefused: boolean) {
  const on = (stream: NodeJS.WriteStream): boolean => {
    if (isRefused || env.NO_COLOR) return false;
    if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0';
    return stream.isTTY === true && env.TERM !== 'dumb';
  };
  return { stdout: picocolors.createColors(on(stdout)), stderr: picocolors.createColors(on(stderr)) };
}
