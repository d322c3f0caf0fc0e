import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ActName, callsOf, type FaultWorld, faultWorld, seeded } from '../../faults/fault-world.ts';
import { canTrace, SYSTEM_CALLS, type SystemCall, systemCallsOf, traced } from '../../faults/traced.ts';

// Seeds from 1 on; SEED and KILLS say otherwise, to look at one again, and ACT which command alone is killed.
const FIRST = Number(process.env.SEED ?? 1);
const KILLS = Number(process.env.KILLS ?? 1000);
const AT_ONCE = 25;
const MESSAGE_MAX = 1500;
const SETTING_UP_MS = 600_000;
const KILLED = (['index', 'pack', 'kept', 'hook', 'import', 'serve'] as const satisfies readonly ActName[]).filter(
  (act) => (process.env.ACT ?? act) === act,
);

let world: FaultWorld;
const calls = new Map<string, number>();
const systemCalls = new Map<string, ReadonlyMap<SystemCall, number>>();
beforeAll(async () => {
  world = await faultWorld();
  for (const act of KILLED)
    for (const start of STARTS) {
      prepare(start, 0);
      calls.set(`${act} ${start}`, await callsOf(world, act));
      prepare(start, 1);
      if (canTrace) systemCalls.set(`${act} ${start}`, await systemCallsOf(world, act));
    }
}, SETTING_UP_MS);
afterAll(() => world?.[Symbol.dispose]());

// Without an index, and with that of another state of the tree.
const STARTS = ['new', 'changed'] as const;

function prepare(start: (typeof STARTS)[number], seed: number): void {
  if (start === 'new') world.forget();
  world.put(seed % 2, seed);
}

const told = { killed: 0, ended: 0 };
for (let first = FIRST; first < FIRST + KILLS; first += AT_ONCE)
  test(`after a kill nothing stored is lost and answers stay right, seeds ${first} to ${Math.min(first + AT_ONCE, FIRST + KILLS) - 1}`, async () => {
    const wrong: string[] = [];
    for (let seed = first; seed < Math.min(first + AT_ONCE, FIRST + KILLS); seed += 1)
      await killOnce(seed).catch((error: Error) =>
        wrong.push(`${error.message} ${JSON.stringify(Reflect.get(error, 'actual'))?.slice(0, MESSAGE_MAX)}`),
      );
    console.log(`kills: ${JSON.stringify(told)}, wrong: ${JSON.stringify(wrong)}`);
    expect(wrong).toEqual([]);
  });

async function killOnce(seed: number): Promise<void> {
  const act = KILLED[seeded(seed, 'act', KILLED.length)]!;
  const start = STARTS[seeded(seed, 'start', STARTS.length)]!;
  prepare(start, seed);
  const [where, fault] = pointOf(seed, act, start);
  const name = `seed ${seed}: ${act}, ${start}, ${where}`;
  const { code } = await world.run(act, fault);
  if (code < 0 || code > 128) told.killed += 1;
  else told.ended += 1;
  await world.check(name);
  world.checkKept(name);
  if (act === 'import') await world.checkGraph(name);
}

// Half of them between two calls of ours, half within SQLite's own work, where the system lets us.
function pointOf(seed: number, act: ActName, start: string) {
  const key = `${act} ${start}`;
  const made = SYSTEM_CALLS.filter((call) => (systemCalls.get(key)?.get(call) ?? 0) > 0);
  if (seed % 2 === 0 || made.length === 0) {
    const at = 1 + seeded(seed, 'at', calls.get(key)!);
    return [`call ${at}`, { env: { FAULT: `kill ${at}` } }] as const;
  }
  const call = made[seeded(seed, 'call', made.length)]!;
  const nth = 1 + seeded(seed, 'nth', systemCalls.get(key)!.get(call)!);
  return [`${call} ${nth}`, traced(world, call, { how: 'signal=SIGKILL', nth })] as const;
}
