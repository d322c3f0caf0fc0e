import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { CLI, connect, megabytesOf } from '../serving/mcp-client.ts';

// Measures whether the memory of a server grows: node bench/border/memory.ts --root DIR [--surface serve|mcp] [--requests 20000] [--callers 4] [--runs 3]. Asks a
// `knap serve` or `knap mcp` on DIR different ordinary questions and prints its resident memory on the way; each run makes a new
// index. The memory is the median of twenty measures, one after each answer. Ends with 1 if in any run the last step is more than a tenth
// above that after 2,000 answers. Measures the built package (npm run build).
const { values } = parseArgs({
  options: {
    root: { type: 'string' },
    surface: { type: 'string', default: 'serve' },
    requests: { type: 'string', default: '20000' },
    callers: { type: 'string', default: '4' },
    runs: { type: 'string', default: '3' },
  },
});
if (!values.root || !['serve', 'mcp'].includes(values.surface))
  throw new Error('usage: memory.ts --root DIR [--surface serve|mcp]');
const root = values.root;
const requests = Number(values.requests);
const STEPS = [1, 100, 500, 1000, 2000, 3500, 5000, 7500, 10_000, 15_000, 20_000];
const [FROM, GROWTH_MAX, LOOKS] = [2000, 1.1, 20];
const VERBS = ['fix', 'explain', 'why does it lose', 'add a test for', 'speed up', 'document', 'rename', 'log'];

interface Asked {
  /** Returns what is wrong with the answer; null if it is right. */
  ask(n: number): Promise<string | null>;
  megabytes(): number;
  end(): Promise<void>;
}

// Minified files are left out, because `show` prints no page of them.
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\w\.(?:[jt]sx?|py|md)$/.test(path) && !/\.min\./.test(path),
);
const shares: number[] = [];
for (let run = 1; run <= Number(values.runs); run++) shares.push(await measure(run));
console.log(`\nlast beside ${FROM}: ${shares.map((share) => `${((share - 1) * 100).toFixed(1)} %`).join(', ')}`);
process.exitCode = shares.every((share) => share <= GROWTH_MAX) ? 0 : 1;

async function measure(run: number): Promise<number> {
  rmSync(join(root, '.knap'), { recursive: true, force: true });
  const asked = await (values.surface === 'mcp' ? overMcp() : overHttp());
  console.log(`\n| requests, run ${run} | resident MB | failed | seconds |\n|---|---|---|---|`);
  const begun = performance.now();
  const looks: number[] = [];
  const at = new Map<number, number>();
  let [next, done, failed] = [0, 0, 0];
  const caller = async () => {
    while (next < requests) {
      const n = next++;
      const fault = await asked.ask(n);
      if (fault !== null) {
        failed += 1;
        console.error(`question ${n}: ${fault}`);
      }
      done += 1;
      if (STEPS.some((step) => step >= done && step - done < LOOKS)) looks.push(asked.megabytes());
      if (!STEPS.includes(done)) continue;
      at.set(done, median(looks.splice(0)));
      const seconds = ((performance.now() - begun) / 1000).toFixed(0);
      console.log(`| ${done} | ${at.get(done)!.toFixed(0)} | ${failed} | ${seconds} |`);
    }
  };
  await Promise.all(Array.from({ length: Number(values.callers) }, caller));
  await asked.end();
  return [...at.values()].at(-1)! / (at.get(FROM) ?? Number.NaN);
}

// Of ten questions six are packs, two are searches, one shows a file and one asks for the status.
function questionAt(n: number): { readonly kind: 'pack' | 'query' | 'show' | 'status'; readonly input: object } {
  const path = files[(n * 7919) % files.length]!;
  const words = path.split(/\W+/).filter((word) => word.length > 2);
  const other = files[(n * 104_729 + 13) % files.length]!.split('/').at(-1)!;
  const task = `${VERBS[n % VERBS.length]} ${words.slice(-3).join(' ')} with ${other} number ${n}`;
  const kind = n % 10;
  if (kind < 6) return { kind: 'pack', input: { task, budget: 2000 + (n % 5) * 1500 } };
  if (kind < 8) return { kind: 'query', input: { query: task } };
  return kind === 8 ? { kind: 'show', input: { targets: [path] } } : { kind: 'status', input: {} };
}

async function overMcp(): Promise<Asked> {
  const client = await connect(root);
  return {
    megabytes: client.megabytes,
    end: client.end,
    ask: async (n) => {
      const { kind, input } = questionAt(n);
      const { isError, content } = await client.call(`context_${kind}`, input);
      return isError ? (content?.[0]?.text ?? 'an error') : null;
    },
  };
}

async function overHttp(): Promise<Asked> {
  const server = spawn(process.execPath, [CLI, 'serve', '--port', '0', '--root', root], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const agent = new Agent({ keepAlive: true });
  const url = await addressOf(server.stderr);
  return {
    megabytes: () => megabytesOf(server.pid!),
    end: async () => {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      agent.destroy();
      await ended;
    },
    ask: async (n) => {
      const { kind, input } = questionAt(n);
      const { status, said } = await send(`${url}/v1/${kind}`, kind === 'status' ? null : input, agent);
      return status === 200 ? null : `${status}: ${said}`;
    },
  };
}

// A broken connection counts as a failed answer and does not end the measure.
function send(
  url: string,
  body: object | null,
  agent: Agent,
): Promise<{ readonly status: number; readonly said: string }> {
  return new Promise((resolve) => {
    const failed = (error: Error) => resolve({ status: 0, said: error.message });
    const headers = body === null ? {} : { 'content-type': 'application/json' };
    const sent = request(url, { agent, method: body === null ? 'GET' : 'POST', headers }, (response) => {
      text(response).then((said) => resolve({ status: response.statusCode ?? 0, said }), failed);
    });
    sent.on('error', failed);
    sent.end(body === null ? undefined : JSON.stringify(body));
  });
}

async function addressOf(stderr: NodeJS.ReadableStream): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    stderr.on('end', () => reject(new Error(said)));
    // Reads the output, so that it does not fill the pipe.
    stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk).slice(-10_000);
      const [, address] = / on (http:\/\/\S+)\n/.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    });
  });
}

function median(looks: readonly number[]): number {
  return looks.toSorted((a, b) => a - b)[Math.floor(looks.length / 2)] ?? Number.NaN;
}
