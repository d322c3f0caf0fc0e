import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect } from 'vitest';
import { doc } from '../graph/export/reading.ts';
import { eventOf } from '../surfaces/hook/events.ts';
import { finished, knap, MAIN, type Outcome } from '../surfaces/knap.ts';
import { READER } from '../worlds/reader.ts';
import { SHOP } from '../worlds/shop.ts';
import { makeWorld } from '../worlds/world.ts';
import { askServed } from './ask-served.ts';

const TASK = 'the stripe webhook handler answers HTTP 429: wait before the next request';
const FAULT_AT = join(import.meta.dirname, 'fault-at.ts');
const OLD = new Date('2026-01-01');

/** Two states of the same tree: files that differ, that only one has, and times that jump back and ahead. */
const STATES = [
  { 'src/only-a.ts': 'export function onlyInA(request: number): number {\n  return request;\n}\n' },
  {
    'src/only-b.ts': 'import { findOrder } from "./orders/order.ts";\nexport const onlyInB = () => findOrder("429");\n',
    'src/orders/order.ts':
      'export interface Order { id: string }\nexport async function findOrder(id: string): Promise<Order> {\n  return { id };\n}\n',
    'docs/payments.md': '# Payments\n\nA webhook waits. See [orders](../src/orders/order.ts).\n',
  },
] as const;
const TIMES = [OLD, new Date('2031-05-05'), new Date('1999-12-31')];

/** What a command is asked to do while something fails. */
export const ACTS = {
  index: ['index'],
  pack: ['pack', TASK, '--format', 'markdown', '--complete', '--verbose'],
  kept: ['pack', TASK, '--out', '.out', '--complete'],
  hook: ['hook', 'claude-code', '--within', '60000'],
  import: ['import', 'tana', '.home/export.json'],
  status: ['status'],
  serve: ['serve', '--port', '0'],
} as const satisfies Record<string, readonly string[]>;
export type ActName = keyof typeof ACTS;

// Of a server that has just started, and of one that keeps what it read.
const SERVED = [
  ['/v1/pack', { task: TASK, complete: true }],
  ['/v1/query', { query: TASK }],
  ['/v1/context', { seeds: ['Atlas'] }],
  ['/v1/pack', { task: TASK, complete: true }],
] as const;

/** How a run may be started under a fault: variables for it, and a program before it. */
export interface Fault {
  readonly env?: Readonly<Record<string, string>>;
  readonly before?: readonly string[];
  /** Killed from outside after so many milliseconds. */
  readonly killAfterMs?: number;
}

/** A tree whose index is made, spoiled by faults and asked again, over and over. */
export async function faultWorld() {
  const world = makeWorld({ ...READER, ...SHOP, '.gitignore': '.home/\n.out/\n' }, [
    { message: 'Wait after 429', files: STATES[0] },
  ]);
  const { root } = world;
  const state = join(root, '.knap');
  let now = 0;
  const put = (which: number, seed = 0) => {
    now = which;
    rmSync(join(root, '.out'), { recursive: true, force: true });
    for (const path of Object.keys({ ...STATES[0], ...STATES[1] })) rmSync(join(root, path), { force: true });
    const files = { ...SHOP, ...STATES[which]! };
    world.write(files);
    for (const path of Object.keys(files)) utimesSync(join(root, path), OLD, TIMES[(seed + path.length) % 3]!);
    world.write({
      '.home/export.json': JSON.stringify({ docs: [doc('Atlas'), doc(which === 0 ? 'Beacon' : 'Cedar')] }),
    });
  };
  const sound: { answers: string; imported: string; graph: string; page: string }[] = [];
  const ask = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await knap(root, args);
    if (code !== 0) throw new Error(`knap ${args[0]}: ${stderr}`);
    return stdout;
  };
  const answers = () => ask(...ACTS.pack);
  const graph = async () =>
    (await knap(root, ['context', 'Beacon', 'Cedar', 'Atlas'])).stdout.match(/^[#*].*$/gm)?.join('\n') ?? '';
  for (const which of [0, 1]) {
    put(which);
    rmSync(state, { recursive: true, force: true });
    await ask(...ACTS.kept);
    const page = readFileSync(join(root, '.out/PACK.md'), 'utf8');
    const before = await answers();
    // Nodes of a graph are documents of the index: how rare a word is depends on them too.
    await ask(...ACTS.import);
    sound.push({ answers: before, imported: await answers(), graph: await graph(), page });
    rmSync(join(root, '.out'), { recursive: true });
  }
  rmSync(state, { recursive: true, force: true });

  return {
    root,
    put,
    forget: () => rmSync(state, { recursive: true, force: true }),
    sound: () => sound[now]!,
    /** Runs a command under a fault, to whatever end. */
    run: (act: ActName, fault: Fault): Promise<Outcome> => finished(start(root, act, fault)),
    /** Nobody who asks now can tell that anything happened, and all of the index agrees with the disk. */
    async check(name: string): Promise<void> {
      const { stdout, code } = await knap(root, ['verify', '--all', '--json']);
      expect({ name, code, differences: JSON.parse(stdout).differences }).toEqual({ name, code: 0, differences: [] });
      const { answers: before, imported } = sound[now]!;
      const given = await answers();
      expect({ name, answers: given }).toEqual({ name, answers: given === imported ? imported : before });
    },
    /** A kept pack that is there is whole. */
    checkKept(name: string): void {
      const folder = join(root, '.out');
      if (!existsSync(folder)) return;
      const page = readFileSync(join(folder, 'PACK.md'), 'utf8');
      expect({ name, page: withoutExport(page) }).toEqual({ name, page: withoutExport(sound[now]!.page) });
      rmSync(folder, { recursive: true });
    },
    /** A graph is what it was before an import, or what it is after it. */
    async checkGraph(name: string): Promise<void> {
      const none = (await knap(root, ['context', 'Atlas'])).code !== 0;
      if (!none)
        expect({ name, graph: sound.map((one) => one.graph) }).toEqual({
          name,
          graph: expect.arrayContaining([await graph()]),
        });
      await ask(...ACTS.import);
      expect({ name, graph: await graph() }).toEqual({ name, graph: sound[now]!.graph });
    },
    [Symbol.dispose]: () => world[Symbol.dispose](),
  };
}
export type FaultWorld = Awaited<ReturnType<typeof faultWorld>>;

// Which export the graph is of is another story, and so is what the note about it costs.
function withoutExport(page: string): string {
  return page.replace(/^Note: .*export\.json.*\n/m, '').replace(/[\d,]+ of 16,000 tokens/, 'tokens');
}

function start(root: string, act: ActName, { env = {}, before = [], killAfterMs }: Fault): ChildProcess {
  const [program, ...args] = [...before, process.execPath, '--import', FAULT_AT, MAIN, ...ACTS[act]];
  const home = { HOME: join(root, '.home'), XDG_CONFIG_HOME: '', PATH: process.env.PATH ?? '' };
  const child = spawn(program!, args, { cwd: root, env: { ...home, NODE_NO_WARNINGS: '1', ...env }, stdio: 'pipe' });
  const event = eventOf({ session: `${act}-${root}`, prompt: TASK, cwd: root });
  child.stdin!.on('error', () => undefined).end(act === 'hook' ? JSON.stringify(event) : '');
  if (act === 'serve') void askServed(child, SERVED);
  if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs).unref();
  return child;
}

/** How many calls to the disk and to SQLite a run of a command makes, so that a fault can be put at any of them. */
export async function callsOf(world: FaultWorld, act: ActName): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'knap-calls-'));
  const file = join(folder, 'calls');
  const { code, stderr } = await world.run(act, { env: { FAULT: `count ${file}` } });
  if (code !== 0) throw new Error(stderr);
  const counts = readFileSync(file, 'utf8').trim().split('\n').map(Number);
  rmSync(folder, { recursive: true });
  return Math.max(...counts);
}

/** The same number for the same seed, below a limit. */
export function seeded(seed: number, what: string, below: number): number {
  return crc32(`${seed} ${what}`) % below;
}
