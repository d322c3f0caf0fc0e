import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

// What a server holds on to: node bench/border/memory.ts --root DIR [--requests 20000] [--callers 4] [--cli FILE]. A real
// `knap serve` on DIR is asked ordinary questions, all of them different, and its resident memory is printed on the way.
// The built package is measured (npm run build).
const { values } = parseArgs({
  options: {
    root: { type: 'string' },
    requests: { type: 'string', default: '20000' },
    callers: { type: 'string', default: '4' },
    cli: { type: 'string', default: fileURLToPath(new URL('../../dist/cli.js', import.meta.url)) },
  },
});
if (!values.root) throw new Error('usage: memory.ts --root DIR');
const root = values.root;
const requests = Number(values.requests);
const STEPS = [1, 100, 500, 1000, 2000, 3500, 5000, 7500, 10_000, 15_000, 20_000];
const VERBS = ['fix', 'explain', 'why does it lose', 'add a test for', 'speed up', 'document', 'rename', 'log'];

// Of minified files there is no page to show.
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\w\.(?:[jt]sx?|py|md)$/.test(path) && !/\.min\./.test(path),
);
const agent = new Agent({ keepAlive: true });
const server = spawn(process.execPath, [values.cli, 'serve', '--port', '0', '--root', root], {
  stdio: ['ignore', 'ignore', 'pipe'],
});
const url = await addressOf(server);
console.log('| requests | resident MB | failed | seconds |');
console.log('|---|---|---|---|');
const begun = performance.now();
let [next, done, failed] = [0, 0, 0];
await Promise.all(Array.from({ length: Number(values.callers) }, caller));
const ended = once(server, 'exit');
server.kill('SIGTERM');
agent.destroy();
await ended;

async function caller(): Promise<void> {
  while (next < requests) {
    const question = questionAt(next++);
    const { status, said } = await ask(...question);
    if (status !== 200) {
      failed += 1;
      console.error(`${status} to ${JSON.stringify(question)}: ${said}`);
    }
    done += 1;
    if (!STEPS.includes(done)) continue;
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    console.log(`| ${done} | ${residentMegabytes(server.pid!)} | ${failed} | ${seconds} |`);
  }
}

// Of ten questions six are packs, two searches, one a page and one the state, as agents and dashboards ask.
function questionAt(n: number): [path: string, body: unknown] {
  const path = files[(n * 7919) % files.length]!;
  const words = path.split(/\W+/).filter((word) => word.length > 2);
  const other = files[(n * 104_729 + 13) % files.length]!.split('/').at(-1)!;
  const task = `${VERBS[n % VERBS.length]} ${words.slice(-3).join(' ')} with ${other} number ${n}`;
  const kind = n % 10;
  if (kind < 6) return ['/v1/pack', { task, budget: 2000 + (n % 5) * 1500 }];
  if (kind < 8) return ['/v1/query', { query: task }];
  return kind === 8 ? ['/v1/show', { targets: [path] }] : ['/v1/status', null];
}

// A connection that breaks is a failed answer too, and no end of the measure.
function ask(path: string, body: unknown): Promise<{ readonly status: number; readonly said: string }> {
  return new Promise((resolve) => {
    const failed = (error: Error) => resolve({ status: 0, said: error.message });
    const headers = body === null ? {} : { 'content-type': 'application/json' };
    const sent = request(url + path, { agent, method: body === null ? 'GET' : 'POST', headers }, (response) => {
      text(response).then((said) => resolve({ status: response.statusCode ?? 0, said }), failed);
    });
    sent.on('error', failed);
    sent.end(body === null ? undefined : JSON.stringify(body));
  });
}

async function addressOf({ stderr }: typeof server): Promise<string> {
  let said = '';
  for await (const chunk of stderr.iterator({ destroyOnReturn: false })) {
    said += chunk;
    const [, address] = / on (http:\/\/\S+)\n/.exec(said) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error(said);
}

function residentMegabytes(pid: number): string {
  return (Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024).toFixed(0);
}
