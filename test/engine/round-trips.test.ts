import { afterAll, beforeAll, expect, test } from 'vitest';
import { configSchema } from '../../src/config/schema.ts';
import type { AnswerName } from '../../src/engine/answers.ts';
import { type AskCold, onCold, roundsOf } from '../worlds/cold-engine.ts';
import { READER, READER_PAST } from '../worlds/reader.ts';
import { makeWorld, type World } from '../worlds/world.ts';

const config = configSchema.parse({});
const TASK = 'HTTP 429: wait before the next request in `SubscriptionStore.subscribe`';

let world: World;
beforeAll(async () => {
  world = makeWorld(READER, READER_PAST);
  await onCold(world.root, config, async () => {});
});
afterAll(() => world[Symbol.dispose]());

// Rounds that wait for one another, from an index nobody has looked at to the text; and what comes over the wire.
const CASES: [name: AnswerName, rounds: number, kilobytes: number, ask: AskCold][] = [
  ['pack', 12, 64, ({ answer }) => answer('pack', { task: TASK })],
  ['query', 10, 64, ({ answer }) => answer('query', { query: TASK })],
  ['show', 9, 32, ({ answer }) => answer('show', { targets: ['docs/feeds.md'], brief: true })],
];
for (const [name, rounds, kilobytes, ask] of CASES)
  test(`${name} waits for its store at most ${rounds} times and reads at most ${kilobytes} kilobytes from it`, async () => {
    const asked = await onCold(world.root, config, ask);
    const waits = roundsOf(asked);
    expect(waits.length, waits.join('\n')).toBeLessThanOrEqual(rounds);
    expect(asked.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(kilobytes * 1024);
  });
