import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { assemble } from '../../src/index.ts';
import { manyResults, PAYMENTS, root, useResultsWorld } from './results-world.ts';
import { functionText } from './world.ts';

useResultsWorld();

describe('results given by a caller', () => {
  const summaries = ['processPayment', 'refund'].map((name, at) => ({
    entity: {
      ...{ name, type: 'function', filePath: 'src/payments.ts', summary: `Summary of ${name}.` },
      ...{ startLine: [6, 11][at]!, endLine: [9, 13][at]! },
    },
    score: [0.2, 0.4][at]!,
  }));
  const work = { ...manyResults()[1]!, score: 0.9 };
  const given = [summaries[1]!, work, summaries[0]!];
  for (const layout of ['query', 'f6.3'] as const) {
    test(`S19 A15 K48 results are printed by score, or in the order of the caller if asked: ${layout}`, async () => {
      const namesBy = async (order?: 'given' | 'score') => {
        const { blocks, sources, context } = await assemble(given, { projectRoot: root, layout, order });
        expect(sources.map(({ name }) => name)).toEqual(order === 'given' ? GIVEN : BEST_FIRST);
        const foot = context.slice(context.indexOf('**Sources:**'));
        return { blocks: blocks.map(({ entity }) => entity.name), foot: foot.match(/(?<=^- )\w+/gm) };
      };
      const [GIVEN, BEST_FIRST] = [
        ['refund', 'work1', 'processPayment'],
        ['work1', 'refund', 'processPayment'],
      ];
      expect(await namesBy('given')).toEqual({ blocks: GIVEN, foot: GIVEN });
      expect((await namesBy()).blocks[0]).toBe('work1');
    });
  }
  test('S19 with order "given" the first results get their space first, whatever their scores', async () => {
    const results = manyResults().toReversed();
    const { blocks } = await assemble(results, { projectRoot: root, order: 'given', budget: 600 });
    expect(blocks.map(({ entity }) => entity.name).slice(0, 2)).toEqual(['work9', 'work8']);
  });
  for (const name of ['markdown', 'xml', 'plain', 'json'] as const) {
    test(`A31 A34 A35 A36 two results side by side in a file keep their summaries and lines as sources, in ${name}`, async () => {
      const { context, sources } = await assemble(summaries, { projectRoot: root, layout: 'f6.3', format: name });
      for (const { entity } of summaries) expect(context).toContain(entity.summary);
      expect(sources.map(({ line }) => line)).toEqual([11, 6]);
      if (name === 'markdown')
        expect(context).toContain('- refund (src/payments.ts:11)\n- processPayment (src/payments.ts:6)');
    });
  }
  test('A33 layout f6.3 marks cut code with "(truncated)", layout query with the number of left-out lines', async () => {
    const long = { ...work, entity: { ...work.entity, name: 'cut', filePath: 'src/cut.ts', endLine: 200 } };
    writeFileSync(join(root, 'src/cut.ts'), functionText('cut', 200));
    const page = { projectRoot: root, contextLines: 0, budget: 500 };
    expect((await assemble([long], { ...page, layout: 'f6.3' })).blocks[0]?.code).toMatch(/\/\/ \.\.\. \(truncated\)$/);
    expect((await assemble([long], page)).blocks[0]?.code).toMatch(/\/\/ … \d+ lines left out/);
  });
  const nameless = [
    '<anonymous>',
    '(anonymous function)',
    'GET /users',
    'describe("a stack")',
    'P::operator==(const P&)',
  ];
  test('S11 S48 a result whose name does not occur in its lines is quoted with a note that it is unverified', async () => {
    for (const name of nameless) {
      const entity = { name, type: 'function', filePath: 'src/payments.ts', startLine: 6, endLine: 9 };
      const { blocks } = await assemble([{ entity, score: 1 }], { projectRoot: root, contextLines: 0 });
      expect(blocks.map(({ code, note }) => [code.split('\n')[0], note])).toEqual([
        ['export function processPayment(order: Order) {', 'unverified: its name is not in these lines'],
      ]);
    }
  });
  test('S11 S55 a result whose name is not in its lines is verified by the hash of its file or by its text', async () => {
    const lines = { name: '<anonymous>', type: 'function', filePath: 'src/payments.ts', startLine: 6, endLine: 9 };
    const hash = createHash('sha256').update(PAYMENTS).digest('hex');
    const content = PAYMENTS.split('\n').slice(5, 9).join('\n');
    for (const told of [{ hash }, { metadata: { hash } }, { content }]) {
      const results = [{ entity: { ...lines, ...told }, score: 1 }];
      expect((await assemble(results, { projectRoot: root })).blocks.map(({ note }) => note)).toEqual([null]);
    }
  });
  for (const layout of ['query', 'f6.3'] as const) {
    test(`S20 A19 K46 a result without a place is printed as given, not read from a file: layout ${layout}`, async () => {
      const results = [{ entity: { name: 'Idea', type: 'concept', summary: 'An idea of mine.' }, score: 1 }];
      const { context } = await assemble(results, { projectRoot: root, layout });
      expect(context).toContain('An idea of mine.');
      expect(context).toMatch(/^\*concept\*.* · given, not read from a file$/m);
    });
  }
});
