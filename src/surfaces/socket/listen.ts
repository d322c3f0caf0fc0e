// Lets a server listen on a socket for commands of its owner, and answer them (see `ask-server.ts`).
import { chmodSync, lstatSync, unlinkSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { Config } from '../../config/schema.ts';
import { makeStateFolder } from '../../config/workspace-folders.ts';
import { ContextError } from '../../model/errors.ts';
import type { Engine } from '../../ports/engine.ts';
import type { RunCommand, Terminal } from '../cli/terminal.ts';
import { installation, isOwnSocket, jsonLineParser, socketPath } from './socket-path.ts';

const REQUEST_BYTES_MAX = 128 * 1024 * 1024;

// A command, and what of its process affects the answer. `input` is null if standard input was not read.
const requestSchema = z.object({
  argv: z.array(z.string()).readonly(),
  cwd: z.string(),
  env: z.record(z.string(), z.string().optional()),
  terminals: z.object({ stdin: z.boolean(), stdout: z.boolean(), stderr: z.boolean() }),
  columns: z.int().optional(),
  input: z.string().nullable(),
});
export type SocketRequest = z.infer<typeof requestSchema>;

/** The messages of the server after its greeting, one per line. After `declined` the command answers itself. */
export type SocketReply = { out: string } | { err: string } | { exit: number } | { declined: true };

/** The engine of a server, for commands with the same workspace and configuration. */
export interface SharedEngine {
  readonly root: string;
  readonly config: Config;
  readonly engine: Engine;
}

/** If the socket cannot be created or another server listens on it already, commands do without this server. */
export async function listenForCommands(shared: SharedEngine, run: RunCommand): Promise<{ close(): void }> {
  const noListener = { close: () => undefined };
  await makeStateFolder(shared.root).catch(() => undefined);
  const path = socketPath(shared.root);
  if (path === null || !(await isFree(path, shared.root))) return noListener;
  const thisInstallation = installation();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.write(`${JSON.stringify({ knap: thisInstallation, pid: process.pid })}\n`);
    let isTaken = false;
    const read = jsonLineParser((line) => {
      const request = requestSchema.safeParse(line);
      if (isTaken || !request.success) return void socket.destroy();
      isTaken = true;
      void answer(request.data, socket, shared, run);
    }, REQUEST_BYTES_MAX);
    socket.on('data', (chunk: Buffer) => read(chunk) || socket.destroy());
  });
  // Until chmod below, only the permissions of the state folder protect the socket.
  const listening = new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(path, () => resolve(true));
  });
  if (!(await listening)) return noListener;
  // Does not keep the process alive for later commands.
  server.unref();
  if (process.platform !== 'win32') chmodSync(path, 0o600);
  return {
    close: () => {
      // Node also removes the socket file.
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

// Whether this server may use the socket. Removes the socket file of a killed server.
async function isFree(path: string, root: string): Promise<boolean> {
  if (process.platform === 'win32') return true;
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return true;
  if (!isOwnSocket(root)) return false;
  const isAnswered = await new Promise<boolean>((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
  if (!isAnswered) unlinkSync(path);
  return !isAnswered;
}

async function answer(request: SocketRequest, socket: Socket, shared: SharedEngine, run: RunCommand): Promise<void> {
  const gone = new AbortController();
  socket.on('close', () => gone.abort());
  let isDeclined = false;
  const send = (reply: SocketReply) =>
    new Promise<void>((resolve) => {
      if (socket.destroyed) return resolve();
      socket.write(`${JSON.stringify(reply)}\n`, () => resolve());
    });
  const stream = (isTTY: boolean, reply: (text: string) => SocketReply) =>
    Object.assign(
      new Writable({
        decodeStrings: false,
        write(chunk: string | Buffer, _encoding, done) {
          if (isDeclined) return done();
          void send(reply(typeof chunk === 'string' ? chunk : chunk.toString('utf8'))).then(() => done());
        },
      }),
      { isTTY, columns: request.columns },
    );
  const { terminals, env, cwd, argv, input } = request;
  const terminal = {
    stdin: Object.assign(Readable.from(input === null ? [] : [Buffer.from(input, 'utf8')]), { isTTY: terminals.stdin }),
    stdout: stream(terminals.stdout, (out) => ({ out })),
    stderr: stream(terminals.stderr, (err) => ({ err })),
    env,
    cwd,
    server: {
      signal: gone.signal,
      engineFor: (root: string, config: Config) => {
        if (root === shared.root && isDeepStrictEqual(config, shared.config)) return shared.engine;
        return terminal.server.decline();
      },
      decline: (): never => {
        isDeclined = true;
        throw new ContextError('SYSTEM', 'The server cannot answer this command.');
      },
    },
  };
  // The streams provide every part of a terminal that the command line uses.
  const status = await run(argv, terminal as unknown as Terminal);
  await send(isDeclined ? { declined: true } : { exit: status });
  socket.end();
}
