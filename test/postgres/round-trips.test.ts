import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { configSchema } from '../../src/config/schema.ts';
import type { AnswerName } from '../../src/engine/answers.ts';
import { knap } from '../surfaces/knap.ts';
import { type AskCold, onCold, roundsOf } from '../worlds/cold-engine.ts';
import { type CountingProxy, countingProxy } from '../worlds/counting-proxy.ts';
import { READER, READER_PAST } from '../worlds/reader.ts';
import { makeWorld, type World } from '../worlds/world.ts';
import { newWorkspace } from './open-store.ts';

const TASK = 'HTTP 429: wait before the next request in `SubscriptionStore.subscribe`';

// Far enough that what is asked together is on its way before the first of it is answered.
const FAR_MS = 150;

let world: World;
let proxy: CountingProxy;
const workspace = newWorkspace();
const config = (name: string) => configSchema.parse({ store: proxy.url, workspace: name });
beforeAll(async () => {
  world = makeWorld(READER, READER_PAST);
  proxy = await countingProxy(inject('postgresUrl'), FAR_MS);
  const indexed = await knap(world.root, ['index', '--ref', 'main', '--workspace', workspace, '--store', proxy.url]);
  expect(indexed.code).toBe(0);
  world.write({ 'src/unpushed.ts': 'export const unpushed = 1;\n' });
  await onCold(world.root, config(workspace), async () => {});
});
afterAll(async () => {
  world[Symbol.dispose]();
  await proxy.close();
});

// How often a database far away is waited for, connections not counted, and what comes over the wire.
const CASES: [name: AnswerName, kept: number, over: number, kilobytes: number, ask: AskCold][] = [
  ['pack', 12, 2, 64, ({ answer }) => answer('pack', { task: TASK })],
  ['query', 9, 2, 64, ({ answer }) => answer('query', { query: TASK })],
  ['show', 8, 0, 32, ({ answer }) => answer('show', { targets: ['docs/feeds.md'], brief: true })],
];
for (const [name, kept, over, kilobytes, ask] of CASES)
  for (const [of, view, most] of [
    ['a view that others keep', '@main', kept],
    ['a tree of its own', '', over],
  ] as const)
    test(`a cold ${name} of ${of} waits for the database at most ${most} times, with at most one statement for each read`, async () => {
      proxy.taken();
      const asked = await onCold(world.root, config(workspace + view), ask);
      const { statements, waits, bytes } = proxy.taken();
      expect(waits, roundsOf(asked).join('\n')).toBeLessThanOrEqual(most);
      // One more tells the version of the tables.
      expect(statements).toBeLessThanOrEqual(asked.length + 1);
      expect(bytes).toBeLessThanOrEqual(kilobytes * 1024);
    });
