// Keeps track of git processes and temporary folders, so that none are left behind.
import { hash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { getEnvironmentData, setEnvironmentData, threadId } from 'node:worker_threads';

/**
 * The table of git processes and temporary folders of all threads of this process, so that an ended thread or process leaves none of
 * them behind.
 */
const KEY = 'knap.git';
const CHILDREN_MAX = 256;
// The number of open folders, then two numbers for each child: its process id and the thread that started it.
const table = openTable();
// The name includes the host, because containers may share a temporary folder but have separate processes.
const FOLDERS = `knap-git-${hash('sha256', hostname()).slice(0, 8)}-`;
let isSwept = false;

/** Records a child process; call the returned function when it has ended. */
export function rememberChild(pid: number): () => void {
  let index = 1;
  while (index < table.length && Atomics.compareExchange(table, index, 0, pid) !== 0) index += 2;
  if (index >= table.length) return () => undefined;
  Atomics.store(table, index + 1, threadId);
  return () => void Atomics.compareExchange(table, index, pid, 0);
}

/** Ends the child processes of an ended thread, or of all threads. */
export function endChildren(thread?: number): void {
  for (let index = 1; index < table.length; index += 2) {
    const pid = Atomics.load(table, index);
    if (pid === 0 || (thread !== undefined && Atomics.load(table, index + 1) !== thread)) continue;
    Atomics.store(table, index, 0);
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended already.
    }
  }
}

/** Creates a folder for git and a function that removes it. The first call also removes the folders of killed processes. */
export function openFolder(): { readonly folder: string; readonly remove: () => void } {
  if (!isSwept) removeFolders((pid) => !isAlive(pid));
  isSwept = true;
  const folder = mkdtempSync(join(tmpdir(), `${FOLDERS}${process.pid}-`));
  Atomics.add(table, 0, 1);
  return {
    folder,
    remove() {
      rmSync(folder, { recursive: true, force: true });
      Atomics.sub(table, 0, 1);
    },
  };
}

function openTable(): Int32Array<SharedArrayBuffer> {
  const given = getEnvironmentData(KEY);
  if (given instanceof SharedArrayBuffer) return new Int32Array(given);
  process.on('exit', () => {
    endChildren();
    if (Atomics.load(table, 0) > 0) removeFolders((pid) => pid === process.pid);
  });
  const made = new SharedArrayBuffer(4 * (1 + 2 * CHILDREN_MAX));
  // Threads that start from now on share the table.
  setEnvironmentData(KEY, made);
  return new Int32Array(made);
}

function removeFolders(isUnwanted: (pid: number) => boolean): void {
  for (const name of attempt(() => readdirSync(tmpdir())) ?? [])
    if (name.startsWith(FOLDERS) && isUnwanted(Number.parseInt(name.slice(FOLDERS.length), 10)))
      attempt(() => rmSync(join(tmpdir(), name), { recursive: true, force: true }));
}

// The temporary folder may not be listed, and a folder of another user is removed by that user.
function attempt<T>(step: () => T): T | undefined {
  try {
    return step();
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
