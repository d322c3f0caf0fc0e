// Runs command lines: that of this process, and in a server those of other processes. Turns errors into messages and
// exit statuses.
import { Readable } from 'node:stream';
import { removeUnfinished } from '../../bundle/unfinished-folders.ts';
import { ERRORS, toContextError } from '../../model/errors.ts';
import { visible } from '../../model/visible-text.ts';
import { cleanLine } from '../serving/clean-lines.ts';
import { ProgramEnd, parseCommand } from './program.ts';
import { chooseColors, print, type Terminal, type TerminalColors } from './terminal.ts';

// 128 plus the number of the signal, as in shells.
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

// Erases a progress bar, and shows the cursor that a prompt hid.
const TIDY = '\r\u001b[K\u001b[?25h';

/** Runs the command of this process and exits. `input` is the text of standard input if it was already read. */
export async function runProcess(input: string | null = null): Promise<void> {
  const stop = new AbortController();
  let stopsGracefully = false;
  for (const [signal, code] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      // For a command that asked to stop gracefully, the first signal only aborts.
      if (stopsGracefully && !stop.signal.aborted) return stop.abort();
      removeUnfinished();
      if (process.stderr.isTTY) process.stderr.write(TIDY);
      process.exit(code);
    });
  }
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endOnClosedPipe);
  const terminal = {
    stdin: input === null ? process.stdin : streamOf(input),
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    // `performance.now()` counts from the start of the process.
    startedMs: 0,
    deferStop: () => {
      stopsGracefully = true;
      return stop.signal;
    },
  };
  const code = await run(process.argv.slice(2), terminal);
  // Exits even if timers or handles are still open.
  process.exit(code);
}

// A standard input with this text. Commands use nothing else of an input that is not a terminal.
function streamOf(text: string): NodeJS.ReadStream {
  return Object.assign(Readable.from([Buffer.from(text, 'utf8')]), { isTTY: false }) as unknown as NodeJS.ReadStream;
}

/** Runs one command line and returns its exit status. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  const colors = chooseColors(terminal, argv.includes('--no-color'));
  try {
    const parsed = await parseCommand(argv, terminal);
    // Loaded here, because help and version do not need it.
    if ('server' in parsed) return await (await import('./run-server.ts')).runServer(parsed, terminal, run);
    return await (await import('./run-command.ts')).runCommand(parsed, terminal, run);
  } catch (error) {
    if (error instanceof ProgramEnd) return error.exitCode;
    const exit = await reportError(error, terminal, colors.stderr);
    // A fault of a hook must not stop the prompt of an agent.
    return argv[0] === 'hook' ? 0 : exit;
  }
}

// It is not a failure if the reader closes the pipe.
function endOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  removeUnfinished();
  process.exit(0);
}

/** Returns the exit status. */
async function reportError(error: unknown, terminal: Terminal, colors: TerminalColors): Promise<number> {
  const reported = toContextError(error);
  const { exit } = ERRORS[reported.code];
  const lines = [
    `${colors.red('knap:')} ${await cleanLine(reported.message)}`,
    ...(reported.hint === null ? [] : [colors.dim(`      ${reported.hint}`)]),
  ];
  if (terminal.env.KNAP_DEBUG === '1') lines.push(visible(stackOf(error)));
  await print(terminal.stderr, `${lines.join('\n')}\n`);
  return exit;
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? (error.stack ?? '') : `${error.stack}\ncaused by ${stackOf(error.cause)}`;
}
