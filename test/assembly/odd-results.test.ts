import { describe, expect, test } from 'vitest';
import type { ResultEntity } from '../../src/pipeline/results/search-result.ts';
import { type Given, PAY, result, root, run, useResultsWorld } from './results-world.ts';
import { O200K } from './world.ts';

useResultsWorld();

describe('K18 where a result says it lies', () => {
  const metadata = { filePath: 'src/payments.ts', startLine: 6, endLine: 9 };
  const cases: [name: string, entity: Partial<ResultEntity>, given: Given, expected: string][] = [
    ['S39 with its place in the metadata', { metadata }, {}, '6-9'],
    ['with its place on the entity', metadata, {}, '6-9'],
    ['S17 S33 with an absolute path below the root', { ...metadata, filePath: '$ROOT/src/payments.ts' }, {}, '6-9'],
    [
      'with a path with dots that stays inside the root',
      { ...metadata, filePath: 'src/../src/./payments.ts' },
      {},
      '6-9',
    ],
    ['S22 without a last line, up to the end of the file', { filePath: 'src/payments.ts', startLine: 6 }, {}, '6-13'],
    ['S10 S27 with context lines, which its place leaves out', metadata, { contextLines: 3 }, '6-9'],
    [
      'S55 with wrong lines, found by its text',
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
      'S55 with lines beyond the end of the file, found by its text',
      {
        filePath: 'src/payments.ts',
        startLine: 900,
        endLine: 904,
        content: 'export function processPayment(order: Order) {\n  charge(order);',
      },
      {},
      '6-7',
    ],
    [
      'S2 with a description as content, which does not replace the code',
      { ...metadata, content: 'Handles payments.' },
      {},
      '6-9',
    ],
    ['as a whole file', { type: 'file', filePath: 'src/payments.ts' }, {}, '1-13'],
  ];
  for (const [name, entity, given, expected] of cases) {
    test(`K18 a result is quoted from its lines: ${name}`, async () => {
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
    ['S20 a result without a place', {}, 'noLocation'],
    ['S20 a result at line 0', { filePath: 'src/payments.ts', startLine: 0 }, 'noLocation'],
    ['S21 a result in a missing file', { filePath: 'src/gone.ts', startLine: 1 }, 'unreadable'],
    ['a result in a folder', { filePath: 'src/folder', startLine: 1 }, 'unreadable'],
    [
      'a result beyond the end of its file',
      { filePath: 'src/payments.ts', startLine: 5000, endLine: 5001 },
      'unreadable',
    ],
    [
      'a result at lines that do not hold its name any more',
      { filePath: 'src/payments.ts', startLine: 11, endLine: 13 },
      'unreadable',
    ],
    ['a result outside the root by dots', { filePath: '../../etc/passwd', startLine: 1, content: stored }, 'ignored'],
    [
      'a result outside the root by an absolute path',
      { filePath: '/etc/passwd', startLine: 1, content: stored },
      'ignored',
    ],
    ['a result outside the root by a link', { filePath: 'src/outside.ts', startLine: 1 }, 'unreadable'],
    ['a result in a path with a null character', { filePath: 'src/a\0.ts', startLine: 1 }, 'ignored'],
  ];
  for (const [name, entity, reason] of cases) {
    test(`${name} is left out as ${reason}, not as truncated (K7)`, async () => {
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

  test('S53 K26 a result in a vanished file is quoted from its stored text and marked as stale', async () => {
    const context = await run([result({ filePath: 'src/gone.ts', startLine: 40, endLine: 42, content: stored })]);
    expect(context.blocks[0]).toMatchObject({ code: stored, isStale: true, location: { startLine: 40, endLine: 42 } });
    expect(context.context).toContain('stale: from the index');
  });
  test('S55 K26 a result whose text is no longer in its file is quoted from its stored text and marked as stale', async () => {
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
