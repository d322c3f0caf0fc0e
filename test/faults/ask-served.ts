import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { post } from '../surfaces/http/server.ts';

/** Asks a server that is being started, then lets it end; it may be gone at any moment. */
export async function askServed(child: ChildProcess, questions: readonly (readonly [path: string, body: object])[]) {
  const url = await addressOf(child);
  if (url === null) return;
  // All but the first find a warm one.
  for (const [path, body] of questions) await post(`${url}${path}`, body).catch(() => null);
  try {
    process.kill(serverOf(child.pid!), 'SIGTERM');
  } catch {
    // It is gone already.
  }
}

function addressOf(child: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    let said = '';
    child.stderr!.on('data', (chunk) => {
      said += chunk;
      const [, url] = /serving .* on (http:\/\/\S+)\n/.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.on('close', () => resolve(null));
  });
}

// What traces it would be ended instead, and leave it behind.
function serverOf(pid: number): number {
  if (process.platform !== 'linux') return pid;
  if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('strace\0')) return pid;
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0] ?? pid);
}
