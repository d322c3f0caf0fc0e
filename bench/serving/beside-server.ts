import { spawn, spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

// How long commands take beside a server of their workspace, and without one: node bench/serving/beside-server.ts --root DIR
const { values } = parseArgs({
  options: { root: { type: 'string' }, runs: { type: 'string', default: '20' }, task: { type: 'string' } },
});
const { root = '.', task = 'QuerySet.union() drops ordering of the combined query' } = values;
const CLI = new URL('../../dist/cli.js', import.meta.url).pathname;

const event = (session: string) =>
  JSON.stringify({ hook_event_name: 'UserPromptSubmit', session_id: session, prompt: `fix this: ${task}` });
const COMMANDS: readonly [name: string, args: readonly string[]][] = [
  ['pack', ['pack', task, '--format', 'markdown']],
  ['query', ['query', task]],
  ['hook', ['hook', 'claude-code']],
];

function timesOf(args: readonly string[], isAlone: boolean): readonly number[] {
  return Array.from({ length: Number(values.runs) }, (_, at) => {
    const started = performance.now();
    spawnSync(process.execPath, [CLI, ...args], {
      cwd: root,
      input: event(`${isAlone}-${at}-${process.pid}`),
      env: { ...process.env, ...(isAlone && { KNAP_SOCKET: '0' }) },
    });
    return performance.now() - started;
  }).toSorted((a, b) => a - b);
}

const share = (times: readonly number[], part: number) => Math.round(times[Math.floor(part * (times.length - 1))]!);

spawnSync(process.execPath, [CLI, 'index'], { cwd: root });
console.log('| | p50 | p95 |\n|---|---|---|');
for (const isAlone of [true, false]) {
  const server = isAlone ? null : spawn(process.execPath, [CLI, 'serve', '--port', '0'], { cwd: root });
  if (server) {
    await new Promise<void>((resolve) => server.stderr.on('data', (text) => /serving/.test(String(text)) && resolve()));
    timesOf(COMMANDS[0]![1], false);
  }
  for (const [name, args] of COMMANDS) {
    const times = timesOf(args, isAlone);
    console.log(`| ${name}${isAlone ? '' : ', a server runs'} | ${share(times, 0.5)} ms | ${share(times, 0.95)} ms |`);
  }
  server?.kill('SIGINT');
}
