import { describe, expect, test } from 'vitest';
import { assemble, createAssembler, type SearchResult } from '../../src/index.ts';
import { PAYMENTS, root, useResultsWorld } from './results-world.ts';

useResultsWorld();

// Every shape of results that the first descriptions of assembling show, written as they write it: that these compile is
// half of the promise.
const placed: SearchResult[] = [
  {
    entity: {
      id: '1',
      name: 'processPayment',
      type: 'function',
      qualifiedName: 'src/payments.ts::processPayment',
      metadata: { filePath: 'src/payments.ts', startLine: 6, endLine: 9 },
    },
    score: 0.9,
    source: 'semantic',
  },
];
const described: SearchResult[] = [
  {
    entity: {
      name: 'processPayment',
      type: 'function',
      content: 'Async function taking 2 parameter(s) returning Promise<PaymentResult>',
    },
    score: 0.89,
    source: 'semantic',
  },
];
const withIdBeside: SearchResult[] = [
  {
    entityId: 'e-1',
    entity: {
      name: 'processPayment',
      type: 'function',
      filePath: 'src/payments.ts',
      startLine: 6,
      endLine: 9,
      summary: 'Charges an order.',
    },
    score: 0.8,
  },
];
const withIdInside: SearchResult[] = [
  { entity: { ...withIdBeside[0]!.entity, entityId: 'e-2' }, score: 0.8, source: 'keyword' },
];

describe('S1 S39 A7 A19 S10 the seeds’ results', () => {
  const code = PAYMENTS.split('\n').slice(5, 9).join('\n');
  const cases: [name: string, results: SearchResult[], id: string, expected: string][] = [
    ['S47 a place in its metadata', placed, '1', code],
    ['an `entityId` beside its entity', withIdBeside, 'e-1', code],
    ['an `entityId` on its entity', withIdInside, 'e-2', code],
  ];
  for (const [name, results, id, expected] of cases) {
    test(`a result of the first descriptions is quoted: with ${name}`, async () => {
      const context = await assemble(results, { projectRoot: root, contextLines: 0 });
      expect(context.blocks.map((block) => [block.id, block.code])).toEqual([[id, expected]]);
      expect(context.sources).toEqual([
        {
          entityId: id,
          name: 'processPayment',
          type: 'function',
          file: 'src/payments.ts',
          line: 6,
          relevance: results[0]!.score,
        },
      ]);
      expect(context.totalTokens).toBeGreaterThan(0);
    });
  }
  test('A1 A19 a result with a description and no place is printed in every layout (K46)', async () => {
    for (const layout of ['f6.3', 'query'] as const)
      expect((await assemble(described, { projectRoot: root, layout })).context).toContain(
        'Async function taking 2 parameter(s)',
      );
  });
  test('S18 S47 `assemble` followed by `format` gives markdown with headings and a typescript fence', async () => {
    const assembler = createAssembler({ format: 'markdown', projectRoot: root });
    const formatted = assembler.format(await assembler.assemble(placed));
    assembler.clearCache();
    expect(formatted).toContain('###');
    expect(formatted).toContain('```typescript');
  });
});

describe('A7 S9 ids are identity', () => {
  const entity = placed[0]!.entity;
  const refund = { ...entity, metadata: { filePath: 'src/payments.ts', startLine: 11, endLine: 13 } };
  const cases: [name: string, results: SearchResult[], ids: string[], duplicates: number][] = [
    [
      'results with the same name and different ids are two',
      [
        { entity, score: 1 },
        { entity: { ...entity, id: '2' }, score: 0.5 },
      ],
      ['1', '2'],
      0,
    ],
    [
      'results with the same id are one',
      [
        { entity, score: 1 },
        { entity: { ...refund, name: 'refund' }, score: 0.5 },
      ],
      ['1'],
      1,
    ],
    [
      'results without ids at different lines are two, although their qualified names are the same',
      [
        { entity: { ...entity, id: undefined }, score: 1 },
        { entity: { ...refund, id: undefined, name: 'order' }, score: 0.5 },
      ],
      ['src/payments.ts::processPayment', 'src/payments.ts:11-13#order'],
      0,
    ],
    [
      'results with different ids beside their entities are two',
      [
        { entityId: 'a', entity: { ...entity, id: undefined }, score: 1 },
        { entityId: 'b', entity: { ...entity, id: undefined }, score: 0.5 },
      ],
      ['a', 'b'],
      0,
    ],
  ];
  for (const [name, results, ids, duplicates] of cases) {
    test(name, async () => {
      const { blocks, summary } = await assemble(results, { projectRoot: root, contextLines: 0 });
      const covered = blocks.flatMap((block) => [block.id, ...(block.context.relatedEntities ?? [])]);
      expect([covered, summary.excluded.duplicate, summary.entitiesIncluded]).toEqual([ids, duplicates, ids.length]);
    });
  }
});

describe('A15 S9 scores of any scale', () => {
  const results = (scores: readonly number[]): SearchResult[] =>
    scores.map((score, n) => ({
      entity: { id: `${n}`, name: `work${n}`, type: 'function', filePath: `src/f${n}.ts`, startLine: 1, endLine: 30 },
      score,
    }));
  const cases: [name: string, scores: number[], best: string[]][] = [
    ['above 1, as BM25 gives them', [3.1, 17.2, 9.8, 24.9, 11], ['3', '1', '4', '2', '0']],
    ['below zero', [-3, -1, -2, -9], ['1', '2', '0', '3']],
    ['on both sides of zero', [-0.5, 0.5, 4], ['2', '1', '0']],
    ['from 0 to 1', [0.2, 1, 0], ['1', '0', '2']],
    ['as great as numbers get', [-1.7e308, 1.7e308, 5], ['1', '2', '0']],
  ];
  for (const [name, scores, best] of cases) {
    test(`results with scores ${name} are sorted by score, and their scores are returned unchanged`, async () => {
      const wide = await assemble(results(scores), { projectRoot: root, maxTokens: 100_000 });
      expect(wide.sources.map((source) => source.entityId)).toEqual(best);
      expect(wide.sources.map((source) => source.relevance)).toEqual(best.map((id) => scores[Number(id)]));
      expect(wide.blocks.map((block) => block.score)).toEqual(best.map((id) => scores[Number(id)]));
      expect(wide.blocks.every(({ printedScore }) => printedScore >= 0 && printedScore <= 1)).toBe(true);
    });
    test(`of results with scores ${name}, the best comes first under a small budget`, async () => {
      const small = await assemble(results(scores), { projectRoot: root, maxTokens: 560 });
      expect(small.sources[0]?.entityId).toBe(best[0]);
    });
  }
});
