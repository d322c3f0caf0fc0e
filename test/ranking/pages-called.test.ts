import { describe, expect, test } from 'vitest';
import { makeWorld } from '../worlds/world.ts';

describe('C43 fileHintExact: pages that words of the task name whole', () => {
  const notes = Object.fromEntries(
    ['Bella', 'Bella and the fence', 'Goats', 'Milk price'].map((name) => [`pages/${name}.md`, '- She is well.\n']),
  );
  const called = async (files: Readonly<Record<string, string>>) => {
    using vault = makeWorld(files);
    const opened = await vault.open();
    try {
      const { candidates } = await opened.explain({ task: 'milk yield of Bella', ranker: 'signals' });
      const isCalled = ({ reasons }: (typeof candidates)[number]) =>
        reasons.some(({ because }) => because === 'called by words of the task');
      return candidates.filter(isCalled).map(({ path }) => path);
    } finally {
      await opened.close();
    }
  };

  test('among notes, by all of its name', async () => {
    expect([...new Set(await called(notes))]).toEqual(['pages/Bella.md']);
  });

  test('not beside code', async () => {
    expect(await called({ ...notes, 'src/bella.ts': 'export const bella = 1;\n' })).toEqual([]);
  });
});
