import { expect, test } from 'vitest';
import type { Question } from '../../src/ports/signal-finder.ts';
import { LEVELS, measureLevels } from '../../src/rankers/answer-levels.ts';

const keyword = (word: string) => ({ word, stem: word, weight: 1 });

// A task of three words, two of which stand side by side as names would, in a workspace that knows some of them.
async function levelsOf(known: readonly string[]): Promise<Readonly<Record<string, number>>> {
  const best = { covered: 1, unit: 0, body: 0, names: 0, pathWords: 0 };
  const question: Pick<Question, 'task' | 'words' | 'statistics' | 'lexical' | 'view' | 'meaning'> = {
    task: {
      text: 'order total wrong',
      title: 'order total wrong',
      keywords: ['order', 'total', 'wrong'].map(keyword),
    } as unknown as Question['task'],
    words: { postings: known.map((term) => ({ term, contents: [1] })) } as unknown as Question['words'],
    statistics: { files: 8, units: 64 } as unknown as Question['statistics'],
    lexical: () => ({ best }) as unknown as ReturnType<Question['lexical']>,
    view: { files: new Map(), byContent: new Map() },
    meaning: null,
  };
  const levels = await measureLevels(question as Question, []);
  return Object.fromEntries(LEVELS.map(({ name }, at) => [name, levels[at]!]));
}

const cases: [name: string, known: readonly string[], levels: Readonly<Record<string, number>>][] = [
  ['no word', [], { known: 0, covered: 0, pairs: 0 }],
  ['every word, and one of two pairs', ['order', 'total', 'wrong', 'ordertotal'], { known: 1, covered: 1, pairs: 0.5 }],
  ['every pair', ['ordertotal', 'totalwrong'], { known: 0, pairs: 1 }],
];
for (const [name, known, levels] of cases)
  test(`a workspace that knows ${name}`, async () => {
    expect(await levelsOf(known)).toMatchObject(levels);
  });

test('one word of three tells less than a third of what all would, because rare ones tell more', async () => {
  const { known } = await levelsOf(['order']);
  expect(known).toBeGreaterThan(0);
  expect(known).toBeLessThan(1 / 3);
});
