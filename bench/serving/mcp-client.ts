import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The built command, because users run that. */
export const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

interface ToolContent {
  readonly type: string;
  readonly text?: string;
}

export interface Result {
  readonly isError?: boolean;
  readonly content?: readonly ToolContent[];
  readonly structuredContent?: unknown;
  readonly tools?: readonly unknown[];
  readonly _meta?: { readonly 'knap/error'?: { readonly code: string } };
}

const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } };

/** The resident memory of a process. */
export function megabytesOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024;
}

export type McpClient = Awaited<ReturnType<typeof connect>>;

/** Starts a server of a folder as an agent does, and connects to it. */
export async function connect(root: string) {
  const child = spawn(process.execPath, [CLI, 'mcp', root], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<number, (result: Result) => void>();
  let rest = '';
  let last = 0;
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const { id, result, error } = JSON.parse(line);
      waiting.get(id)?.(result ?? { isError: error !== undefined });
      waiting.delete(id);
    }
  });
  const ask = (method: string, params: object) =>
    new Promise<Result>((resolve) => {
      const id = ++last;
      waiting.set(id, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  await ask('initialize', INITIALIZE);
  return {
    call: (name: string, args: object) => ask('tools/call', { name, arguments: args }),
    list: () => ask('tools/list', {}),
    megabytes: () => megabytesOf(child.pid!),
    end: async () => {
      const gone = once(child, 'exit');
      child.stdin.end();
      await gone;
    },
  };
}
