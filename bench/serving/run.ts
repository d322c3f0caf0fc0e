import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { request } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkBudgets } from './budgets.ts';
import { CLI, connect, type McpClient } from './mcp-client.ts';
import { spread, subjects, workTree } from './worlds.ts';

// Measures the promises about serving in one run of the built package (npm run build):
// node bench/serving/run.ts [--mirrors DIR] [--only budgets,list,handshake,calls,hook,http] [--calls 500] REPOSITORY…
// A REPOSITORY is a work tree, or owner/name with --mirrors (DIR/owner+name/repo, written out below --work). Checks budgets in all
// of them; measures times in the first.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mirrors: { type: 'string' },
    work: { type: 'string', default: join(tmpdir(), 'knap-serving') },
    only: { type: 'string', default: 'budgets,list,handshake,calls,hook,http' },
    calls: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '60' },
  },
});
if (positionals.length === 0) throw new Error('usage: run.ts [--mirrors DIR] REPOSITORY…');
mkdirSync(values.work, { recursive: true });
const roots = positionals.map((repository) => workTree(repository, values));
const timed = roots[0]!;
// Times a server on a complete index, not one that still indexes.
spawnSync(process.execPath, [CLI, 'index', '--root', timed, '--quiet'], { stdio: 'inherit' });
const WARM_UP = 40;
const CALLS = 200;
const HANDSHAKES = 20;
const HOOKS = 20;
const CLIENTS = 50;
const row = (what: string, told: string, wanted: string) =>
  console.log(`| ${what} | ${told} | ${wanted} | ${loadavg()[0]!.toFixed(1)} |`);

const PARTS: Readonly<Record<string, () => Promise<void>>> = { budgets, list, handshake, calls, hook, http };
console.log('| what | measured | wanted | load |\n|---|---|---|---|');
for (const name of values.only.split(',')) await PARTS[name]?.();

async function budgets(): Promise<void> {
  const each = Math.ceil(Number(values.calls) / roots.length);
  for (const [index, root] of roots.entries()) {
    const { calls: asked, answered, refused, over, packs, same, used } = await checkBudgets(root, each, 12 + index);
    const told = `${asked} calls, ${answered} answered, ${refused} refused; over the budget or failed ${over.length}; ${Math.round(100 * used)} % of it used; ${same} of ${packs} packs as the library's`;
    row(`everything sent, ${basename(root)}`, told, 'none over; all packs the same');
    for (const one of over) console.error(one);
  }
}

async function list(): Promise<void> {
  const client = await connect(timed);
  const { tools } = await client.list();
  row('tools/list', `${Buffer.byteLength(JSON.stringify({ tools }))} bytes, ${tools?.length} tools`, '< 8,192 bytes');
  await client.end();
}

async function handshake(): Promise<void> {
  const times: number[] = [];
  for (let run = 0; run < HANDSHAKES; run++) {
    const begun = performance.now();
    const client = await connect(timed);
    times.push(performance.now() - begun);
    await client.end();
  }
  row(`handshake of ${HANDSHAKES} processes`, spread(times), '< 250 ms');
}

async function calls(): Promise<void> {
  const tasks = subjects(timed, CALLS + WARM_UP);
  const client = await connect(timed);
  const begun = performance.now();
  await client.call('context_pack', { task: tasks[0] });
  row('first call on a warm index', `${(performance.now() - begun).toFixed(0)} ms`, '');
  await askAll(client, tasks.slice(0, WARM_UP), 4);
  const one = await askAll(client, tasks.slice(WARM_UP), 1);
  row(`context_pack, ${basename(timed)}, one caller`, one.told, 'p50 ≤ 45, p99 ≤ 150 ms');
  const eight = await askAll(client, tasks.slice(WARM_UP), 8);
  const gain = (eight.perSecond / one.perSecond).toFixed(2);
  row('the same, eight callers', `${eight.told}; ${gain} × one; ${client.megabytes().toFixed(0)} MB`, '≥ 1.6 × one');
  await client.end();
}

async function askAll(client: McpClient, asked: readonly string[], callers: number) {
  const waiting = [...asked];
  const times: number[] = [];
  let failed = 0;
  const begun = performance.now();
  const caller = async () => {
    for (let task = waiting.pop(); task !== undefined; task = waiting.pop()) {
      const started = performance.now();
      if ((await client.call('context_pack', { task })).isError) failed++;
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const perSecond = times.length / ((performance.now() - begun) / 1000);
  return { perSecond, told: `${spread(times)}; ${perSecond.toFixed(1)} a second, ${failed} failed` };
}

// Starts a process each time, as an agent does, on a warm index. Each session is new, so that nothing was sent before.
async function hook(): Promise<void> {
  const times: number[] = [];
  let silent = 0;
  for (const [index, prompt] of subjects(timed, HOOKS).entries()) {
    const session = `bench-${process.pid}-${index}`;
    const event = { hook_event_name: 'UserPromptSubmit', session_id: session, cwd: timed, prompt };
    const begun = performance.now();
    const { stdout } = spawnSync(process.execPath, [CLI, 'hook', 'claude-code'], { input: JSON.stringify(event) });
    times.push(performance.now() - begun);
    if (stdout.length === 0) silent++;
  }
  row(`hook as a process, ${basename(timed)}`, `${spread(times)}; silent ${silent} of ${HOOKS}`, 'p50 ≤ 600 ms');
}

async function http(): Promise<void> {
  const child = spawn(process.execPath, [CLI, 'serve', timed, '--port', '0', '--quiet'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(said)));
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const [, found] = /on (http:\/\/\S+)/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const tasks = subjects(timed, CALLS);
  const until = performance.now() + 1000 * Number(values.seconds);
  const times: number[] = [];
  const faults: string[] = [];
  const client = async (first: number) => {
    for (let at = first; performance.now() < until; at++) {
      const begun = performance.now();
      const fault = await post(`${url}/v1/pack`, { task: tasks[at % tasks.length], budget: 2000 });
      if (fault === null) times.push(performance.now() - begun);
      else faults.push(fault);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
  const told = `${times.length} answers, ${spread(times)}; ${faults.length} errors${faults[0] ? ` (${faults[0]})` : ''}`;
  row(`${CLIENTS} HTTP clients for ${values.seconds} s`, told, 'no error');
}

function post(url: string, question: object): Promise<string | null> {
  return new Promise((resolve) => {
    const asked = request(url, { method: 'POST', headers: { 'content-type': 'application/json' } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode === 200 ? null : String(response.statusCode)));
    });
    asked.on('error', (error) => resolve(error.message));
    asked.end(JSON.stringify(question));
  });
}
