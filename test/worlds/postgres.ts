import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('postgres-server.ts', import.meta.url));

/** A running server. */
export interface PostgresServer {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server of its own; fails with one line where that cannot be. With a port and a folder it can be started again
 * with the data it had when it was stopped, which is at once, as in a crash.
 */
export async function startPostgres(kept?: { folder: string; port?: string }): Promise<PostgresServer> {
  const args = kept === undefined ? [SERVER] : [SERVER, kept.port ?? '', kept.folder];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] });
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
  return { url: output.trim(), stop };
}
