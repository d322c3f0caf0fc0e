import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('postgres-server.ts', import.meta.url));

/** A running server. */
export interface PostgresServer {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** How a server is started. */
export interface PostgresStart {
  /** With a folder it can be started again with the data it had when it was stopped, which is at once, as in a crash. */
  readonly folder?: string | undefined;
  readonly port?: string | undefined;
  /** The folder of the programs of another version. */
  readonly programs?: string | undefined;
  /** A command it is started by. */
  readonly before?: readonly string[] | undefined;
  /** Settings of the server besides those that make it quick to start. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
}

/** Starts a PostgreSQL server of its own; fails with one line where that cannot be. */
export async function startPostgres(start: PostgresStart = {}): Promise<PostgresServer> {
  const { folder, port = '', programs, before = [], settings = {} } = start;
  const options = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const [program, ...args] = [...before, process.execPath, SERVER, port, folder ?? '', ...options];
  const env = programs === undefined ? process.env : { ...process.env, POSTGRES_PROGRAMS: programs };
  const child = spawn(program!, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let [output, errors] = ['', ''];
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes('\n')) resolve();
    });
    child.on('exit', () => reject(new Error(`PostgreSQL cannot be started for the tests: ${errors.trim()}`)));
  });
  const stop = async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.stdin.end();
    await ended;
  };
  return { url: output.trim(), pid: child.pid!, stop };
}
