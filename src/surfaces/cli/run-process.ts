import { Readable } from 'node:stream';
import { removeUnfinished } from '../../bundle/unfinished-folders.ts';
import { ERRORS, toldError } from '../../model/errors.ts';
import { visible } from '../../model/visible-text.ts';
import { cleanLine } from '../serving/clean-lines.ts';
import { ProgramEnd, parseCommand } from './program.ts';
import { type Colors, chooseColors, print, type Terminal } from './terminal.ts';

// 128 and the number of the signal, as shells count.
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

// An empty line where a bar was drawn, and the cursor that a question hides.
const TIDY = '\r\u001b[K\u001b[?25h';

/** Runs this process as the command it was started as, to its end; `input` was read from standard input already. */
export async function runProcess(input: string | null = null): Promise<void> {
  const stop = new AbortController();
  let isInOrder = false;
  for (const [signal, code] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      // Whoever asks twice does not want to wait.
      if (isInOrder && !stop.signal.aborted) return stop.abort();
      removeUnfinished();
      if (process.stderr.isTTY) process.stderr.write(TIDY);
      process.exit(code);
    });
  }
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endOnClosedPipe);
  const terminal = {
    stdin: input === null ? process.stdin : inputRead(input),
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    startedMs: 0,
    stopInOrder: () => {
      isInOrder = true;
      return stop.signal;
    },
  };
  const code = await run(process.argv.slice(2), terminal);
  // Whatever is still held open has nothing left to say.
  process.exit(code);
}

function inputRead(text: string): NodeJS.ReadStream {
  // A stream that is no terminal's has all that the command line asks of it.
  return Object.assign(Readable.from([Buffer.from(text, 'utf8')]), { isTTY: false }) as unknown as NodeJS.ReadStream;
}

/** Runs one command line and returns its exit status. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  const colors = chooseColors(terminal, argv.includes('--no-color'));
  try {
    const parsed = await parseCommand(argv, terminal);
    // Loaded only when there is something to run: help and version are answered without it.
    if ('server' in parsed) return await (await import('./run-server.ts')).runServer(parsed, terminal, run);
    return await (await import('./run-command.ts')).runCommand(parsed, terminal, run);
  } catch (error) {
    if (error instanceof ProgramEnd) return error.exitCode;
    const exit = await reportError(error, { terminal, colors: colors.stderr });
    // Whatever is wrong with a hook, a prompt is not stopped by it.
    return argv[0] === 'hook' ? 0 : exit;
  }
}

// The reader has seen enough; that is no failure, and everything that is written was written before it was printed.
function endOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  removeUnfinished();
  process.exit(0);
}

/** One line that says what is wrong and, where it helps, one that says what to do; returns the exit status. */
async function reportError(
  error: unknown,
  { terminal, colors }: { terminal: Terminal; colors: Colors },
): Promise<number> {
  const known = toldError(error);
  const { exit } = ERRORS[known.code];
  const lines = [
    `${colors.red('knap:')} ${await cleanLine(known.message)}`,
    ...(known.hint === null ? [] : [colors.dim(`      ${known.hint}`)]),
  ];
  if (terminal.env.KNAP_DEBUG === '1') lines.push(visible(stackOf(error)));
  await print(terminal.stderr, `${lines.join('\n')}\n`);
  return exit;
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? (error.stack ?? '') : `${error.stack}\ncaused by ${stackOf(error.cause)}`;
}
