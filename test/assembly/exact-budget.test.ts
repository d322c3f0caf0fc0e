import { describe, expect, test } from 'vitest';
import { checkBudget } from '../../src/model/budget.ts';
import { fileOf, O200K, pack, parts, TASK } from './world.ts';

function orError(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

describe('budgets', () => {
  const cases: [value: number, ok: boolean][] = [
    [0, true],
    [1, true],
    [10_000_000, true],
    [-1, false],
    [Number.NaN, false],
    [1.5, false],
    [Number.POSITIVE_INFINITY, false],
  ];
  for (const [value, ok] of cases) {
    test(`K16 ${value} is ${ok ? 'accepted' : 'refused'} as a number of tokens for a budget`, () =>
      ok ? expect(checkBudget(value)).toBe(value) : expect(() => checkBudget(value)).toThrow('whole number'));
  }

  for (const format of ['markdown', 'xml', 'plain', 'json']) {
    test(`a budget too small for a page is refused with the least budget that works, in ${format}`, () => {
      const files = [fileOf('a.ts', 0.9, parts(3))];
      let least = 0;
      try {
        pack(files, { format, budgetTokens: 1, truncatorName: 'never' });
      } catch (error) {
        expect(error).toMatchObject({ code: 'BUDGET_TOO_SMALL' });
        least = Number(/(\d+)\.$/.exec(String(error))?.[1]);
      }
      expect(
        O200K.count(pack(files, { format, budgetTokens: least, truncatorName: 'never' }).text),
      ).toBeLessThanOrEqual(least);
      const less = { format, budgetTokens: Math.floor(least * 0.6), truncatorName: 'never' };
      expect(() => pack(files, less)).toThrow('least that works');
    });
  }

  const pages = ['query', 'f6.3', 'pack'].flatMap((page) => [
    { page, truncatorName: 'signature-first' },
    { page, truncatorName: 'never' },
  ]);
  for (const { page, truncatorName } of pages) {
    for (const format of ['markdown', 'xml', 'plain', 'json']) {
      test(`a page that costs exactly its budget is printed whole: ${format}, ${page}, ${truncatorName}`, () => {
        const small = { page, format, truncatorName, floors: { units: 0, files: 0, alone: 0 } };
        const files = [fileOf('a.ts', 0.9, parts(1, 3))];
        const wide = pack(files, { ...small, budgetTokens: 10_000_000 });
        const cost = pack(files, { ...small, budgetTokens: wide.pack.usage.used }).pack.usage.used;
        const exact = pack(files, { ...small, budgetTokens: cost });
        expect(exact.pack.blocks).toEqual(wide.pack.blocks);
        expect(exact.pack.usage).toMatchObject({ used: cost, budget: cost });
        expect(wide.pack.blocks.length).toBe(1);
        const less = () => pack(files, { ...small, budgetTokens: cost - 1 });
        const named = /least that works is (\d+)/.exec(String(orError(less)))?.[1];
        if (named) expect(Number(named)).toBe(cost);
      });
    }
  }

  for (const format of ['markdown', 'xml', 'plain']) {
    test(`a page pays for the line about unlisted sources only when it has such a line: ${format}`, () => {
      const files = Array.from({ length: 11 }, (_, n) => fileOf(`f${n}.ts`, 0.9 - n * 0.01, parts(1, 3)));
      const priced = (count: number) =>
        pack(files.slice(0, count), { format, page: 'query', budgetTokens: 10_000_000 }).pricedTokens;
      const [ninth, tenth, eleventh] = [9, 10, 11].map((count) => priced(count) - priced(count - 1));
      expect(tenth).toBe(ninth);
      expect(eleventh).not.toBe(tenth);
    });
  }

  test('with a budget of ten million tokens all files are quoted, and the page costs only what they cost', () => {
    const { pack: made } = pack([fileOf('a.ts', 0.9, parts(6)), fileOf('b.ts', 0.8, parts(6))], {
      budgetTokens: 10_000_000,
    });
    expect(made.blocks.map((block) => block.path)).toEqual(['a.ts', 'b.ts']);
    expect(made.usage.used).toBeLessThan(6000);
  });

  test('the number of used tokens on a page is what the page costs', () => {
    const { text, pack: made } = pack([fileOf('a.ts', 0.9, parts(9))], { budgetTokens: 3000 });
    expect(made.usage.used).toBe(O200K.count(text));
    expect(text).toContain(`${made.usage.used.toLocaleString('en-US')} of 3,000 tokens (o200k)`);
  });

  test('a task of 200 kB is clipped with the number of left-out lines, and code is quoted below it', () => {
    const task = { ...TASK, text: `Fix it\n${'a line of the log that goes on\n'.repeat(6000)}` };
    const { text, pack: made } = pack([fileOf('a.ts', 0.9, parts(9))], { task, budgetTokens: 3000 });
    expect(text).toMatch(/> … \(\d+ more lines\)/);
    expect(made.blocks.length).toBeGreaterThan(0);
  });
});
