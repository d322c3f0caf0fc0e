import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { configSchema } from '../../src/config/schema.ts';
import type { AnswerName } from '../../src/engine/answers.ts';
import { type AskCold, onCold, roundsOf } from '../worlds/cold-engine.ts';
import { type CountingProxy, countingProxy } from '../worlds/counting-proxy.ts';
import { READER, READER_PAST } from '../worlds/reader.ts';
import { makeWorld, type World } from '../worlds/world.ts';
import { newWorkspace } from './open-store.ts';

const TASK = 'HTTP 429: wait before the next request in `SubscriptionStore.subscribe`';

let world: World;
let proxy: CountingProxy;
const workspace = newWorkspace();
const config = () => configSchema.parse({ store: proxy.url, workspace });
beforeAll(async () => {
  world = makeWorld(READER, READER_PAST);
  proxy = await countingProxy(inject('postgresUrl'));
  await onCold(world.root, config(), async () => {});
});
afterAll(async () => {
  world[Symbol.dispose]();
  await proxy.close();
});

// How often a database far away is waited for, connections not counted, and what comes over the wire.
const CASES: [name: AnswerName, waits: number, kilobytes: number, ask: AskCold][] = [
  ['pack', 12, 64, ({ answer }) => answer('pack', { task: TASK })],
  ['query', 10, 64, ({ answer }) => answer('query', { query: TASK })],
  ['show', 9, 32, ({ answer }) => answer('show', { targets: ['docs/feeds.md'], isBrief: true })],
];
for (const [name, most, kilobytes, ask] of CASES)
  test(`a ${name} on a cold server waits for the database at most ${most} times, a statement for each question`, async () => {
    proxy.taken();
    const asked = await onCold(world.root, config(), ask);
    const { statements, waits, bytes } = proxy.taken();
    expect(waits, roundsOf(asked).join('\n')).toBeLessThanOrEqual(most);
    // One more tells the version of the tables.
    expect(statements).toBeLessThanOrEqual(asked.length + 1);
    expect(bytes).toBeLessThanOrEqual(kilobytes * 1024);
  });
