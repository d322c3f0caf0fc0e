import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ActName, callsOf, type FaultWorld, faultWorld, seeded } from './fault-world.ts';

let world: FaultWorld;
beforeAll(async () => {
  world = await faultWorld();
});
afterAll(() => world?.[Symbol.dispose]());

// One that indexes, one that writes a pack, one that writes a graph; all acts are killed in the long run.
const acts: ActName[] = ['index', 'kept', 'import'];
for (const [seed, act] of acts.entries())
  test(`after a kill within ${act} the next answer is unchanged and the index agrees with the disk`, async () => {
    world.put(seed % 2, seed);
    world.forget();
    const calls = await callsOf(world, act);
    world.forget();
    const at = 1 + seeded(seed, act, calls);
    const { code } = await world.run(act, { env: { FAULT: `kill ${at}` } });
    expect([act, at, code]).toEqual([act, at, -2]);
    await world.check(`${act} ${at}`);
    if (act === 'import') await world.checkGraph(`${act} ${at}`);
    world.checkKept(`${act} ${at}`);
  });
