import { expect, test } from 'vitest';
import { assemblePack } from '../../src/pipeline/assemble.ts';
import { candidates, fileOf, options } from './world.ts';

test('a page keeps to its budget and uses most of it, even if joined pieces cost more than single ones', () => {
  const tokenizer = { name: 'dearer together', count: (text: string) => Math.floor(text.length ** 1.25 / 20) };
  const files = candidates(
    fileOf(
      'a.ts',
      0.9,
      Array.from({ length: 40 }, (_, at) => ({ name: `part${at}`, lines: 4, score: 0.9 - at / 100 })),
    ),
  );
  for (const budgetTokens of [400, 600, 1000]) {
    const { pack } = assemblePack(files, options({ tokenizer, budgetTokens }));
    expect(pack.usage.used).toBeLessThanOrEqual(budgetTokens);
    expect(pack.usage.used).toBeGreaterThan(budgetTokens * 0.7);
  }
});
