import { afterAll, beforeAll, expect, test } from 'vitest';
import { callsOf, type FaultWorld, faultWorld, seeded } from './fault-world.ts';
import { ERRNOS, endingOf } from './io-errors.ts';

let world: FaultWorld;
beforeAll(async () => {
  world = await faultWorld();
});
afterAll(() => world?.[Symbol.dispose]());

// The other kinds are below, and all of them in the long run.
for (const [seed, kind] of ERRNOS.filter((one) => one === 'ENOSPC' || one === 'EACCES').entries())
  test(`a call to the disk that fails once with ${kind} gives the same answer or a message, and the next command works`, async () => {
    world.put(seed % 2, seed);
    world.forget();
    const calls = await callsOf(world, 'pack');
    world.forget();
    const at = 1 + seeded(seed, kind, calls);
    const name = `${kind} ${at}`;
    endingOf(name, await world.run('pack', { env: { FAULT: `${kind} ${at}` } }), world);
    await world.check(name);
  });

const NAMED: [name: string, fault: string, endings: readonly string[]][] = [
  ['a grammar, which makes the index again with all symbols', 'EMFILE openSync tree-sitter-typescript', ['same']],
  ['a file that was read and is closed', 'EIO closeSync', ['same', 'told']],
  ['the weights of the ranker', 'EIO openSync rank', ['told']],
];
for (const [name, fault, endings] of NAMED)
  test(`a fault gives the same answer or a message, and the next command works: ${name}`, async () => {
    world.put(0);
    world.forget();
    expect(endings).toContain(endingOf(name, await world.run('pack', { env: { FAULT: fault } }), world));
    await world.check(name);
  });
