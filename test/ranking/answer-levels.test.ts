import { expect, test } from 'vitest';
import type { PostingList } from '../../src/ports/store.ts';
import { measureTask, TASK_FEATURES } from '../../src/rankers/likelihood.ts';
import { ask } from '../resolve/world.ts';

const list = (term: string): PostingList => ({
  ...{ term, contents: Uint32Array.of(1), units: Uint32Array.of(1), unitLengths: Uint32Array.of(9) },
  ...{ body: Uint8Array.of(1), name: Uint8Array.of(0), doc: Uint8Array.of(0) },
});
const BEST = { body: 0, title: 0, damped: 0, joined: 0, covered: 1, names: 0, pathWords: 0, units: 0, unit: 0 };

// A task whose words stand beside each other as the parts of a name would, in a workspace that knows some of them.
async function levelsOf(known: readonly string[]): Promise<Readonly<Record<string, number>>> {
  const question = {
    task: await ask('order total wrong'),
    words: { postings: known.map(list), unitCounts: new Map(), paths: new Map(), messages: [], definitions: [] },
    statistics: { files: 8, units: 64, averageFileLength: 9, averageUnitLength: 9 },
    lexical: () => ({ files: [], best: BEST, possible: 0 }),
    view: { files: new Map(), byContent: new Map() },
    meaning: null,
  };
  const levels = await measureTask(question, []);
  return Object.fromEntries(TASK_FEATURES.map((name, at) => [name, levels[at]!]));
}

const cases: [name: string, known: readonly string[], levels: Readonly<Record<string, number>>][] = [
  // `told` depends on the task alone, which has two keywords; with 127 it would be 1.
  ['no word', [], { known: 0, covered: 0, pairs: 0, told: Math.log2(1 + 2) / Math.log2(1 + 127) }],
  ['every word and one of two pairs', ['order', 'total', 'wrong', 'ordertotal'], { known: 1, covered: 1, pairs: 0.5 }],
  ['every pair of words, but no word alone', ['ordertotal', 'totalwrong'], { known: 0, pairs: 1 }],
];
for (const [name, known, levels] of cases)
  test(`the task features \`known\` and \`pairs\` tell what the workspace holds of a task: ${name}`, async () => {
    expect(await levelsOf(known)).toMatchObject(levels);
  });

test('the task feature `known` grows with the number of words of the task that the workspace holds', async () => {
  const known = async (...words: string[]) => (await levelsOf(words)).known!;
  expect(await known('order')).toBeGreaterThan(await known());
  expect(await known('order', 'total')).toBeGreaterThan(await known('order'));
});
