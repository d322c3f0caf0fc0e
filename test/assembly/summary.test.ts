import { describe, expect, test } from 'vitest';
import { assemblePack } from '../../src/pipeline/assemble.ts';
import { asNew } from '../../src/pipeline/hunks/hunk-candidates.ts';
import { candidates, fileOf, O200K, options, pack, parts } from './world.ts';

describe('budgets smaller than a page', () => {
  for (const page of ['pack', 'prompt', 'query'])
    for (const format of ['markdown', 'xml', 'plain', 'json'])
      test(`K16 K42 under a budget smaller than a page, a list of places within the budget is printed: ${format}, ${page}`, () => {
        const files = [fileOf('src/a.ts', 0.9, parts(3, 30)), fileOf('src/b.ts', 0.8, parts(3, 30))];
        for (const budgetTokens of [0, 1, 5, 12, 25, 60, 120]) {
          const { text, pack: made } = pack(files, { page, format, budgetTokens });
          expect(O200K.count(text)).toBeLessThanOrEqual(budgetTokens);
          expect(made.usage.budget).toBe(budgetTokens);
          if (format === 'json' && text !== '') expect(() => JSON.parse(text)).not.toThrow();
          if (made.references.length > 0 && format !== 'json') expect(text).toContain('src/a.ts');
          for (const { excludedBecause } of made.references) expect(excludedBecause).toBe('budget');
        }
        expect(pack(files, { page, format, budgetTokens: 150 }).text).toContain('src/a.ts');
      });
});

test('a budget smaller than a page leaves out the hunks of a diff too, and counts them', () => {
  const changed = asNew(candidates(fileOf('src/a.ts', 0.9, parts(3, 30))));
  const { pack: made, outcomes, isSummary } = assemblePack(changed, options({ budgetTokens: 12 }));
  expect(isSummary).toBe(true);
  expect([...outcomes.values()].filter(({ kind }) => kind === 'included')).toEqual([]);
  const left = Object.values(made.excluded).reduce((sum, count) => sum + count, 0);
  expect(made.references.length + left).toBe(changed.length);
});
