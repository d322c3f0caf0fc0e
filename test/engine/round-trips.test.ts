import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { configSchema } from '../../src/config/schema.ts';
import { type AnswerName, answerHere, type InputOf } from '../../src/engine/answers.ts';
import { withRootPatterns } from '../../src/engine/documents/root-patterns.ts';
import { openKnowledge } from '../../src/engine/graphs/open-knowledge.ts';
import { openParts } from '../../src/engine/parts/open-parts.ts';
import { indexWorkspace } from '../../src/indexing/index-workspace.ts';
import { type Asked, countedStore } from '../worlds/counted-store.ts';
import { READER, READER_PAST } from '../worlds/reader.ts';
import { makeWorld, type World } from '../worlds/world.ts';

const config = configSchema.parse({});
// Long after the files were written: what is young is looked at again.
const now = () => Date.UTC(2100, 0, 1);
const TASK = 'HTTP 429: wait before the next request in `SubscriptionStore.subscribe`';

let world: World;
beforeAll(async () => {
  world = makeWorld(READER, READER_PAST);
  await onCold(async () => {});
});
afterAll(() => world[Symbol.dispose]());

interface Ask {
  answer<Name extends AnswerName>(name: Name, input: InputOf<Name>): Promise<unknown>;
}

// A process that has just begun finds an index that is up to date, and has read nothing of it.
async function onCold(ask: (ask: Ask) => Promise<unknown>): Promise<readonly Asked[]> {
  const { root } = world;
  const opened = await openParts(root, config, now);
  const counted = countedStore(opened.store);
  const answerer = answerHere({ root }, config, openKnowledge({ root, now }, config));
  try {
    const parts = await withRootPatterns({ ...opened, store: counted.store });
    await indexWorkspace(parts, DEFAULTS.indexing);
    const ground = { parts, notes: [], signal: new AbortController().signal };
    await ask({ answer: (name, input) => answerer.answer(name, input, ground) });
    return counted.taken();
  } finally {
    await opened.parser.close();
    await opened.store.close();
  }
}

// Rounds that wait for one another, from an index nobody has looked at to the text; and what comes over the wire.
const CASES: [name: AnswerName, rounds: number, kilobytes: number, ask: (ask: Ask) => Promise<unknown>][] = [
  ['pack', 12, 64, ({ answer }) => answer('pack', { task: TASK })],
  ['query', 10, 64, ({ answer }) => answer('query', { query: TASK })],
  ['show', 9, 32, ({ answer }) => answer('show', { targets: ['docs/feeds.md'], isBrief: true })],
];
for (const [name, rounds, kilobytes, ask] of CASES)
  test(`a ${name} waits for a store that is far away at most ${rounds} times`, async () => {
    const asked = await onCold(ask);
    const byRound = Map.groupBy(asked, ({ round }) => round);
    const table = [...byRound].map(([round, list]) => `${round}: ${list.map(({ method }) => method).join(' ')}`);
    expect(byRound.size, table.join('\n')).toBeLessThanOrEqual(rounds);
    expect(asked.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(kilobytes * 1024);
  });
