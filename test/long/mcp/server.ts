import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** The command as it is shipped; `npm run test:long` builds it first. */
export const CLI = join(import.meta.dirname, '../../../dist/cli.js');

export const INITIALIZE = {
  id: 'init',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

interface Reply {
  readonly id?: string | number;
  readonly result?: Record<string, unknown> & { readonly isError?: boolean; readonly _meta?: Record<string, unknown> };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: { readonly code: string } };
}

/** A server of its own, spoken to in raw messages. */
export function startServer(root: string) {
  const child = spawn(process.execPath, [CLI, 'mcp', root], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, HOME: join(root, '.home') },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const waiting = new Map<string | number, (reply: Reply) => void>();
  let rest = '';
  const read = () =>
    child.stdout.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const reply = JSON.parse(line) as Reply;
        if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
      }
    });
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = (message: { readonly id: string | number }) => {
    const replied = new Promise<Reply>((resolve) => waiting.set(message.id, resolve));
    send(message);
    return replied;
  };
  return { child, send, ask, read };
}

export const call = (id: number, name: string, args: object) => ({
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A process that has ended but was not waited for is dead all the same.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

export async function goneWithin(pid: number, milliseconds: number): Promise<boolean> {
  const until = performance.now() + milliseconds;
  while (performance.now() < until && isAlive(pid)) await setTimeout(20);
  return !isAlive(pid);
}

/** Memory in use, in MB. */
export function memoryOf({ pid }: ChildProcess): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** Enough files that indexing them takes a while. */
export function manyFiles(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const functions = Array.from(
        { length: 20 },
        (_, one) =>
          `export function part${index}of${one}(value: number): number {\n  return value * ${one} + ${index};\n}\n`,
      );
      return [`src/area${index % 40}/file${index}.ts`, functions.join('\n')];
    }),
  );
}
