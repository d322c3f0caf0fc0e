import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

// Times the server for agents as its client sees it: node bench/serving/run.ts --root DIR [--calls 200] [--callers 1
// --callers 8] [--handshakes 20]. DIR is a work tree of a git repository; every call has another task, from its own
// commit subjects. The built package is measured (npm run build).
const { values } = parseArgs({
  options: {
    root: { type: 'string' },
    calls: { type: 'string', default: '200' },
    callers: { type: 'string', multiple: true, default: ['1', '8'] },
    handshakes: { type: 'string', default: '20' },
  },
});
if (!values.root) throw new Error('usage: run.ts --root DIR');
const root = values.root;
const calls = Number(values.calls);
const WARM_UP = 40;
const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } };

const handshakes: number[] = [];
for (let run = 0; run < Number(values.handshakes); run++) handshakes.push(await handshake());
console.log(`handshake of ${handshakes.length} processes: ${summary(handshakes)}, load ${load()}\n`);

const tasks = subjects(calls + WARM_UP);
const client = startClient();
await client.ask('initialize', INITIALIZE);
const started = performance.now();
await pack(tasks[0]!);
console.log(
  `first call, index included where there was none: ${((performance.now() - started) / 1000).toFixed(2)} s\n`,
);
await askAll(tasks.slice(0, WARM_UP), 4);
console.log('| callers | calls | p50, p95, p99, most | a second | failed | server MB | load |');
console.log('|---|---|---|---|---|---|---|');
for (const callers of values.callers.map(Number)) {
  const begun = performance.now();
  const { times, failed } = await askAll(tasks.slice(WARM_UP), callers);
  const perSecond = (times.length / ((performance.now() - begun) / 1000)).toFixed(1);
  const cells = [callers, times.length, summary(times), perSecond, failed, memory(client.child), load()];
  console.log(`| ${cells.join(' | ')} |`);
}
await client.end();

async function handshake(): Promise<number> {
  const begun = performance.now();
  const one = startClient();
  await one.ask('initialize', INITIALIZE);
  const took = performance.now() - begun;
  await one.end();
  return took;
}

async function pack(task: string): Promise<boolean> {
  const result = await client.ask('tools/call', { name: 'context_pack', arguments: { task } });
  return result.isError !== true;
}

async function askAll(asked: readonly string[], callers: number) {
  const waiting = [...asked];
  const times: number[] = [];
  let failed = 0;
  const caller = async () => {
    for (let task = waiting.pop(); task !== undefined; task = waiting.pop()) {
      const begun = performance.now();
      if (!(await pack(task))) failed++;
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return { times, failed };
}

function startClient() {
  const child = spawn(process.execPath, [CLI, 'mcp', root], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<number, (result: { readonly isError?: boolean }) => void>();
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
  return {
    child,
    ask: (method: string, params: object) =>
      new Promise<{ readonly isError?: boolean }>((resolve) => {
        const id = ++last;
        waiting.set(id, resolve);
        child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      }),
    end: async () => {
      const gone = once(child, 'exit');
      child.stdin.end();
      await gone;
    },
  };
}

function summary(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(0);
  return `${at(0.5)}, ${at(0.95)}, ${at(0.99)}, ${at(1)} ms`;
}

function memory({ pid }: { readonly pid?: number | undefined }): string {
  return (Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024).toFixed(0);
}

function load(): string {
  return loadavg()[0]!.toFixed(1);
}

function subjects(count: number): readonly string[] {
  const log = execFileSync('git', ['-C', root, 'log', '--no-merges', '--format=%s', '-n', String(20 * count)], {
    maxBuffer: 1 << 26,
  });
  const said = [...new Set(log.toString().split('\n'))].filter((line) => line.split(' ').length > 3);
  if (said.length === 0) throw new Error(`${root} has no commit whose subject could be a task`);
  return Array.from({ length: count }, (_, index) => said[index % said.length]!);
}
