import { describe, expect, test } from 'vitest';
import type { ResultEntity } from '../../src/pipeline/results/search-result.ts';
import { type Given, PAY, result, root, run, useResultsWorld } from './results-world.ts';
import { O200K } from './world.ts';

useResultsWorld();

describe('K18 where a result says it lies', () => {
  const metadata = { filePath: 'src/payments.ts', startLine: 6, endLine: 9 };
  const cases: [name: string, entity: Partial<ResultEntity>, given: Given, expected: string][] = [
    ['S39 in its metadata', { metadata }, {}, '6-9'],
    ['on the entity', metadata, {}, '6-9'],
    ['S17 S33 absolute, under the root', { ...metadata, filePath: '$ROOT/src/payments.ts' }, {}, '6-9'],
    ['with dots that stay inside', { ...metadata, filePath: 'src/../src/./payments.ts' }, {}, '6-9'],
    ['S22 no end: to the end of the file at most', { filePath: 'src/payments.ts', startLine: 6 }, {}, '6-13'],
    ['S10 S27 with lines around: its own', metadata, { contextLines: 3 }, '6-9'],
    [
      'S55 moved: found by its text',
      {
        filePath: 'src/payments.ts',
        startLine: 1,
        endLine: 4,
        content: 'export function processPayment(order: Order) {\n  charge(order);\n  log(order);\n}',
      },
      {},
      '6-9',
    ],
    [
      'S55 past the end, found by its text',
      {
        filePath: 'src/payments.ts',
        startLine: 900,
        endLine: 904,
        content: 'export function processPayment(order: Order) {\n  charge(order);',
      },
      {},
      '6-7',
    ],
    ['S2 its content is a description: the code is quoted', { ...metadata, content: 'Handles payments.' }, {}, '6-9'],
    ['a whole file', { type: 'file', filePath: 'src/payments.ts' }, {}, '1-13'],
  ];
  for (const [name, entity, given, expected] of cases) {
    test(name, async () => {
      const filePath = entity.filePath?.replace('$ROOT', root);
      const context = await run([result({ ...entity, ...(filePath ? { filePath } : {}) })], given);
      const { startLine, endLine } = context.blocks[0]!.location;
      expect([`${startLine}-${endLine}`, context.blocks[0]?.isStale]).toEqual([expected, false]);
    });
  }
});

describe('bad results', () => {
  const stored = 'export function processPayment() {\n  gone();\n}';
  const cases: [name: string, entity: Partial<ResultEntity>, reason: string][] = [
    ['S20 no place', {}, 'noLocation'],
    ['S20 line 0', { filePath: 'src/payments.ts', startLine: 0 }, 'noLocation'],
    ['S21 no such file', { filePath: 'src/gone.ts', startLine: 1 }, 'unreadable'],
    ['a folder', { filePath: 'src/folder', startLine: 1 }, 'unreadable'],
    ['past the end', { filePath: 'src/payments.ts', startLine: 5000, endLine: 5001 }, 'unreadable'],
    ['lines that do not hold it any more', { filePath: 'src/payments.ts', startLine: 11, endLine: 13 }, 'unreadable'],
    ['outside the root by dots', { filePath: '../../etc/passwd', startLine: 1, content: stored }, 'ignored'],
    ['outside the root, absolute', { filePath: '/etc/passwd', startLine: 1, content: stored }, 'ignored'],
    ['outside the root by a link', { filePath: 'src/outside.ts', startLine: 1 }, 'unreadable'],
    ['a path with a null character', { filePath: 'src/a\0.ts', startLine: 1 }, 'ignored'],
  ];
  for (const [name, entity, reason] of cases) {
    test(`${name} is ${reason}, and not a matter of the budget (K7)`, async () => {
      const context = await run([result(entity)]);
      expect(context.blocks).toEqual([]);
      expect(context.summary).toMatchObject({
        entitiesIncluded: 0,
        entitiesExcluded: 1,
        truncated: false,
        excluded: { [reason]: 1 },
      });
    });
  }

  test('S53 K26 a vanished file is quoted from the stored text, marked as stale', async () => {
    const context = await run([result({ filePath: 'src/gone.ts', startLine: 40, endLine: 42, content: stored })]);
    expect(context.blocks[0]).toMatchObject({ code: stored, isStale: true, location: { startLine: 40, endLine: 42 } });
    expect(context.context).toContain('stale: from the index');
  });
  test('S55 K26 a changed file is quoted from the stored text, marked as stale, and never at shifted lines', async () => {
    const context = await run([result({ filePath: 'src/payments.ts', startLine: 11, endLine: 13, content: stored })]);
    expect(context.blocks[0]).toMatchObject({ code: stored, isStale: true });
  });
  test('stale and fresh text of the same file are not mixed in a block', async () => {
    const context = await run([
      PAY,
      result({
        name: 'old',
        qualifiedName: 'old',
        filePath: 'src/payments.ts',
        startLine: 2,
        endLine: 3,
        content: 'function old() {\n}',
      }),
    ]);
    expect(context.blocks.map((each) => [each.entity.name, each.isStale])).toEqual([
      ['processPayment', false],
      ['old', true],
    ]);
  });
  test('an entity given ten times is printed as a single block', async () => {
    const context = await run(Array.from({ length: 10 }, () => PAY));
    expect([context.blocks.length, context.summary.excluded.duplicate, context.summary.truncated]).toEqual([
      1,
      9,
      false,
    ]);
  });
  test('ten thousand results are counted and stay within the budget', async () => {
    const results = Array.from({ length: 10_000 }, (_, n) =>
      result(
        { name: `work${n % 10}`, qualifiedName: `q${n}`, filePath: `src/f${n % 10}.ts`, startLine: 1, endLine: 30 },
        n / 10_000,
      ),
    );
    const context = await run(results);
    expect(context.summary.entitiesIncluded + context.summary.entitiesExcluded).toBe(10_000);
    expect(O200K.count(context.context)).toBeLessThanOrEqual(4000);
  });
  const budgets: [value: number, code: string][] = [
    [Number.NaN, 'BUDGET_INVALID'],
    [-5, 'BUDGET_INVALID'],
    [0.5, 'BUDGET_INVALID'],
    [1, 'BUDGET_TOO_SMALL'],
  ];
  for (const [maxTokens, code] of budgets) {
    test(`K16 a budget of ${maxTokens} is refused with ${code}`, async () =>
      expect(run([PAY], { maxTokens })).rejects.toMatchObject({ code }));
  }
  test('a call without results gives an empty page', async () => expect((await run([])).context).toBe(''));
});
