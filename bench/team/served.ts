import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TeamWorkspace } from './workspaces.ts';

const COMMAND = resolve(import.meta.dirname, '../../dist/cli.js');

/** Servers of one database, each a process of its own in a folder without any tree. */
export interface Served {
  readonly urls: readonly string[];
  /** The resident memory of all servers now, in MiB. */
  megabytes(): number;
  /** Processor time of all servers so far. */
  cpuSeconds(): number;
  /** Waits until every server is ready, and returns the seconds since the start. */
  ready(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts `count` processes of `knap serve` for these workspaces. */
export async function serve(store: string, workspaces: readonly TeamWorkspace[], count: number): Promise<Served> {
  const nowhere = mkdtempSync(join(tmpdir(), 'knap-nowhere-'));
  const started = performance.now();
  const servers = await Promise.all(Array.from({ length: count }, () => start(store, workspaces, nowhere)));
  return {
    urls: servers.map(({ url }) => url),
    megabytes: () => Math.round(servers.reduce((sum, { child }) => sum + residentKilobytes(child), 0) / 1024),
    cpuSeconds: () => servers.reduce((sum, { child }) => sum + cpuSecondsOf(child), 0),
    ready: async () => {
      for (const { url } of servers) while ((await fetch(`${url}/readyz`)).status !== 200) await sleep(100);
      return Math.round((performance.now() - started) / 100) / 10;
    },
    stop: async () => {
      for (const { child } of servers) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
        await ended;
        clearTimeout(late);
      }
      rmSync(nowhere, { recursive: true, force: true });
    },
  };
}

async function start(store: string, workspaces: readonly TeamWorkspace[], cwd: string) {
  const more = workspaces.flatMap(({ path, name }) => ['--workspace', `${path}=${name}@main`]);
  const env = { ...process.env, KNAP_STORE: store, KNAP_WORKSPACE: `${workspaces[0]!.name}@main` };
  const child = spawn(process.execPath, [COMMAND, 'serve', '--port', '0', '--quiet', ...more], {
    ...{ cwd, env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  const url = await new Promise<string>((resolveUrl, reject) => {
    child.stderr.on('data', (chunk) => {
      if (said.length < 10_000) said += chunk;
      const [, found] = /serving .* on (http:\/\/\S+)/.exec(said) ?? [];
      if (found !== undefined) resolveUrl(found);
    });
    child.on('exit', () => reject(new Error(`knap serve ended: ${said}`)));
  });
  return { child, url };
}

function residentKilobytes({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}

// The fourteenth and fifteenth field, in hundredths of a second; the name before them may hold anything but a bracket.
function cpuSecondsOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
