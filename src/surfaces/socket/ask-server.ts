// Lets a running server answer a command, which saves the start of an engine.
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { findRoot } from '../../config/workspace-folders.ts';
import type { SocketReply, SocketRequest } from './listen.ts';
import { installation, isOwnSocket, jsonLineParser, socketPath } from './socket-path.ts';

// The commands that a server may answer.
const QUESTION_COMMANDS = 'pack query explain show search context grep uses ready list links check hook'.split(' ');
// Options for another index, the clipboard, help or the version: with one of them the command answers itself.
const LOCAL_OPTIONS = '--repo --store --workspace --group --copy --help -h --version'.split(' ');
const GREETING_MS = 200;
const REPLY_BYTES_MAX = 256 * 1024 * 1024;

interface ServerReply {
  /** The exit status of the server's answer; null if the command must answer itself. */
  readonly status: number | null;
  /** The text of standard input; null if it was not read. */
  readonly input: string | null;
}

const NO_SERVER: ServerReply = { status: null, input: null };

/** Asks a running server of the same workspace, owner, installation and configuration, if there is one. */
export async function askServer(argv: readonly string[]): Promise<ServerReply> {
  const { env, stdin, stdout, stderr } = process;
  if (env.KNAP_SOCKET === '0' || !canAskServer(argv)) return NO_SERVER;
  const connection = await connectToServer(argv).catch(() => null);
  if (connection === null) return NO_SERVER;
  const { socket, pid } = connection;
  const takesInput = argv.some((word) => word === 'hook' || word === '-' || word.endsWith('=-'));
  const request: SocketRequest = {
    argv,
    cwd: process.cwd(),
    env,
    columns: stdout.columns,
    terminals: { stdin: stdin.isTTY === true, stdout: stdout.isTTY === true, stderr: stderr.isTTY === true },
    input: takesInput && !stdin.isTTY ? await text(stdin) : null,
  };
  const status = await printReply(socket, request);
  if (status !== null && argv.some((word) => word === '--verbose' || word === '-v'))
    stderr.write(`note: answered by the server of this workspace, process ${pid}\n`);
  return { status, input: request.input };
}

function canAskServer(argv: readonly string[]): boolean {
  const command = argv.find(
    (word, index) => !word.startsWith('-') && argv[index - 1] !== '--root' && argv[index - 1] !== '--config',
  );
  return (
    command !== undefined &&
    QUESTION_COMMANDS.includes(command) &&
    !argv.some((word) => LOCAL_OPTIONS.includes(word.split('=')[0]!))
  );
}

// The root that the command names, or the one around the current folder; null for several roots, which no server
// answers.
function rootOf(argv: readonly string[]): string | null {
  const named = argv.flatMap((word, index) => {
    if (word === '--root') return [argv[index + 1] ?? ''];
    return word.startsWith('--root=') ? [word.slice('--root='.length)] : [];
  });
  return named.length > 1 ? null : findRoot(process.cwd(), named[0]);
}

async function connectToServer(argv: readonly string[]) {
  const root = rootOf(argv);
  const path = root === null || !isOwnSocket(root) ? null : socketPath(root);
  if (path === null) return null;
  const thisInstallation = installation();
  return new Promise<{ readonly socket: Socket; readonly pid: number } | null>((resolve) => {
    const socket = connect(path);
    const end = (pid: number | null) => {
      clearTimeout(timer);
      socket.removeAllListeners();
      if (pid === null) socket.destroy();
      resolve(pid === null ? null : { socket, pid });
    };
    const timer = setTimeout(() => end(null), GREETING_MS);
    const read = jsonLineParser((said) => {
      const { knap, pid } = said as { knap?: unknown; pid?: unknown };
      end(knap === thisInstallation && typeof pid === 'number' ? pid : null);
    }, 1000);
    socket.on('data', (chunk: Buffer) => read(chunk) || end(null));
    socket.on('error', () => end(null));
    socket.on('close', () => end(null));
  });
}

// Prints the reply and returns the exit status; null if the server declined, or died before anything was printed.
function printReply(socket: Socket, request: SocketRequest): Promise<number | null> {
  return new Promise((resolve) => {
    let printing = Promise.resolve();
    let hasPrinted = false;
    let status: number | null | undefined;
    const write = (stream: NodeJS.WriteStream, text: string) => {
      hasPrinted = true;
      printing = printing.then(() => new Promise((written) => stream.write(text, () => written())));
    };
    const read = jsonLineParser((line) => {
      const reply = line as SocketReply;
      if ('out' in reply) write(process.stdout, reply.out);
      else if ('err' in reply) write(process.stderr, reply.err);
      else status = 'exit' in reply ? reply.exit : null;
    }, REPLY_BYTES_MAX);
    socket.on('data', (chunk: Buffer) => read(chunk) || socket.destroy());
    socket.on('error', () => undefined);
    socket.on('close', () => {
      // If the server died, the command answers itself, unless part of the answer has been printed.
      const isBroken = status === undefined && hasPrinted;
      if (isBroken) process.stderr.write('knap: the server stopped while it answered; run the command again\n');
      void printing.then(() => resolve(isBroken ? 1 : (status ?? null)));
    });
    socket.write(`${JSON.stringify(request)}\n`);
  });
}
