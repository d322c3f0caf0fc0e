import { afterAll, beforeAll, expect, test } from 'vitest';
import { callsOf, type FaultWorld, faultWorld, seeded } from '../../faults/fault-world.ts';
import { ERRNOS, endingOf } from '../../faults/io-errors.ts';
import { canTrace, SYSTEM_CALLS, type SystemCall, systemCallsOf, traced } from '../../faults/traced.ts';

// Seeds from 1 on; SEED and ERRORS say otherwise, to look at one again.
const FIRST = Number(process.env.SEED ?? 1);
const ERRORS = Number(process.env.ERRORS ?? 300);
const AT_ONCE = 25;
const MESSAGE_MAX = 1500;
const SETTING_UP_MS = 600_000;
// What the system may answer to SQLite: an error, or less than was asked for.
const ANSWERS = [...ERRNOS.map((errno) => `error=${errno}`), 'retval=0', 'retval=100'];

let world: FaultWorld;
let calls = 0;
let systemCalls: ReadonlyMap<SystemCall, number> = new Map();
beforeAll(async () => {
  world = await faultWorld();
  calls = await callsOf(world, 'pack');
  world.forget();
  if (canTrace) systemCalls = await systemCallsOf(world, 'pack');
}, SETTING_UP_MS);
afterAll(() => world?.[Symbol.dispose]());

const told = { same: 0, told: 0, refused: 0 };
for (let first = FIRST; first < FIRST + ERRORS; first += AT_ONCE)
  test(`knap pack reports or survives a failed call of the system, seeds ${first} to ${Math.min(first + AT_ONCE, FIRST + ERRORS) - 1}`, async () => {
    const wrong: string[] = [];
    for (let seed = first; seed < Math.min(first + AT_ONCE, FIRST + ERRORS); seed += 1)
      await failOnce(seed).catch((error: Error) =>
        wrong.push(`${error.message} ${JSON.stringify(Reflect.get(error, 'actual'))?.slice(0, MESSAGE_MAX)}`),
      );
    console.log(`errors: ${JSON.stringify(told)}, wrong: ${JSON.stringify(wrong)}`);
    expect(wrong).toEqual([]);
  });

async function failOnce(seed: number): Promise<void> {
  if (seeded(seed, 'start', 2) === 0) world.forget();
  world.put(seed % 2, seed);
  const [where, fault] = pointOf(seed);
  const name = `seed ${seed}: ${where}`;
  told[endingOf(name, await world.run('pack', fault), world)] += 1;
  await world.check(name);
}

// Half of them in calls of ours, half in SQLite's own, where the system lets us.
function pointOf(seed: number) {
  const made = SYSTEM_CALLS.filter((call) => (systemCalls.get(call) ?? 0) > 0);
  if (seed % 2 === 0 || made.length === 0) {
    const at = 1 + seeded(seed, 'at', calls);
    const fault = `${ERRNOS[seeded(seed, 'errno', ERRNOS.length)]} ${at}`;
    return [fault, { env: { FAULT: fault } }] as const;
  }
  const call = made[seeded(seed, 'call', made.length)]!;
  const nth = 1 + seeded(seed, 'nth', systemCalls.get(call)!);
  // Only reading and writing can come back with less than was asked for.
  const how = ANSWERS[seeded(seed, 'how', call.startsWith('p') ? ANSWERS.length : ERRNOS.length)]!;
  return [`${call} ${nth} ${how}`, traced(world, call, { how, nth })] as const;
}
