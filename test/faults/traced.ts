import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ActName, Fault, FaultWorld } from './fault-world.ts';

/** What the system is asked to do with the files of an index. */
export const SYSTEM_CALLS = ['pwrite64', 'pread64', 'fsync', 'fdatasync', 'openat', 'ftruncate', 'unlink'] as const;
export type SystemCall = (typeof SYSTEM_CALLS)[number];

/** Whether this machine lets one process fail the calls of another. */
export const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

const FILES = ['', '-wal', '-shm', '-journal', '-stamp', '-replacing'].map((end) => `.knap/index.db${end}`);

/** A run whose n-th call of a kind, to the files of the index alone, goes as told: `error=EIO`, `signal=SIGKILL`, `retval=0`. */
export function traced(world: FaultWorld, call: SystemCall, { how, nth }: { how: string; nth: number }): Fault {
  return { before: tracing(world, '/dev/null', ['-e', `trace=${call}`, '-e', `inject=${call}:${how}:when=${nth}`]) };
}

/** How often one thread of a run makes each call to the files of the index. */
export async function systemCallsOf(world: FaultWorld, act: ActName): Promise<ReadonlyMap<SystemCall, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'knap-traced-'));
  const log = join(folder, 'log');
  await world.run(act, { before: tracing(world, log, ['-e', `trace=${SYSTEM_CALLS.join(',')}`]) });
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : [];
  rmSync(folder, { recursive: true });
  const counts = new Map<string, number>();
  for (const line of lines) {
    const [, thread, call] = /^(\d+)\s+(\w+)\(/.exec(line) ?? [];
    if (call !== undefined) counts.set(`${thread} ${call}`, (counts.get(`${thread} ${call}`) ?? 0) + 1);
  }
  const most = (call: string) =>
    Math.max(0, ...[...counts].filter(([key]) => key.endsWith(` ${call}`)).map(([, n]) => n));
  return new Map(SYSTEM_CALLS.map((call) => [call, most(call)]));
}

function tracing({ root }: FaultWorld, log: string, what: readonly string[]): readonly string[] {
  const paths = FILES.flatMap((file) => ['-P', join(root, file)]);
  return ['strace', '-f', '-qq', '-o', log, ...paths, ...what];
}
