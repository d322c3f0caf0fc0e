import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { format } from '../../src/index.ts';
import { PARSE_PAGE } from '../properties/parse-page.ts';
import { manyResults, PAY, PAYMENTS, result, root, run, useResultsWorld } from './results-world.ts';
import { functionText, O200K } from './world.ts';

useResultsWorld();

describe('S47 A43 the tests of the seed document pass', () => {
  test('S1 S3 S47 a result is quoted with its code', async () => {
    const context = await run([PAY]);
    expect(context.blocks[0]?.code).toBe(PAYMENTS.split('\n').slice(5, 9).join('\n'));
  });
  test('S47 S50 ten results in a budget of 100 tokens give a page of at most 100 tokens, marked as truncated', async () => {
    const context = await run(manyResults(), { maxTokens: 100 });
    expect(context.totalTokens).toBeLessThanOrEqual(100);
    expect(O200K.count(context.context)).toBeLessThanOrEqual(100);
    expect(context.summary.truncated).toBe(true);
  });
  test('S18 S47 a result in markdown has a heading and a typescript fence', async () => {
    const text = format(await run([PAY]));
    expect(text).toContain('###');
    expect(text).toContain('```typescript');
  });
  test('A43 A1 A15 S19 K8 results are printed by score, best first', async () => {
    const context = await run(manyResults().toReversed(), { layout: 'f6.3' });
    expect(context.sources.slice(0, 3).map((source) => source.name)).toEqual(['work0', 'work1', 'work2']);
  });
  test('A43 A5 A8 a page stays within its budget and states that it is truncated', async () => {
    const context = await run(manyResults(), { layout: 'f6.3', maxTokens: 300 });
    expect([O200K.count(context.context) <= 300, context.truncated]).toEqual([true, true]);
  });
  test('A43 A12 A24 A25 A26 A27 A29 results are grouped by type', async () => {
    const kinds = [
      ['function', 'Relevant Code'],
      ['requirement', 'Related Documentation'],
      ['decision', 'Previous Conversations'],
      ['person', 'Other Context'],
    ];
    const text = format(
      await run(
        kinds.map(([type], n) => ({ entity: { name: `n${n}`, type: type!, content: `content ${n}` }, score: 0.5 })),
        { layout: 'f6.3', grouped: true },
      ),
    );
    expect(text.match(/^## .*/gm)).toEqual(kinds.map(([, title]) => `## ${title}`));
  });
  for (const name of ['markdown', 'xml', 'plain', 'json']) {
    for (const layout of ['query', 'f6.3']) {
      test(`A43 A9 S16 S51 K32 a page of results in ${name}, layout ${layout}, can be parsed and holds its blocks`, async () => {
        const context = await run(
          [
            ...manyResults(),
            result({ name: 'markers', qualifiedName: 'm', filePath: 'src/markers.ts', startLine: 1, endLine: 5 }, 1),
          ],
          { format: name, layout },
        );
        const blocks = context.blocks.map((each) => ({
          text: each.code,
          imports: each.context.imports ?? null,
          covers: [each.id, ...(each.context.relatedEntities ?? [])],
        }));
        PARSE_PAGE[name]?.(context.context, layout, { blocks } as never);
      });
    }
  }
});

describe('A15 A19 A36 results that touch are quoted together, or each by itself on the older page, and each is a source', () => {
  const touching = [
    result({ name: 'refund', qualifiedName: 'refund', filePath: 'src/payments.ts', startLine: 11, endLine: 13 }, 0.4),
    result({ name: 'work1', qualifiedName: 'work1', filePath: 'src/f1.ts', startLine: 1, endLine: 31 }, 0.5),
    { ...PAY, score: 0.9 },
  ];
  for (const format of ['markdown', 'xml', 'plain']) {
    for (const layout of ['query', 'f6.3']) {
      test(`A15 A19 A36 adjacent results share a block only in layout query, and each is a source: ${format}, ${layout}`, async () => {
        const { blocks, sources, context } = await run(touching, { format, layout });
        expect(blocks).toHaveLength(layout === 'query' ? 2 : 3);
        expect(sources.map(({ name, line }) => `${name} ${line}`)).toEqual([
          'processPayment 6',
          'work1 1',
          'refund 11',
        ]);
        const foot = context.slice(context.search(/\*\*Sources|<sources>|\nSources:/));
        for (const { name } of sources) expect(foot).toContain(name);
      });
    }
  }

  test('S20 A19 only a result with neither text nor place is left out for want of a location (K46)', async () => {
    const { summary } = await run([
      { entity: { name: 'gone', type: 'function', filePath: 'src/payments.ts', content: 'gone();' }, score: 1 },
      { entity: { name: 'told', type: 'concept', summary: 'Only told.' }, score: 0.9 },
      { entity: { name: 'bare', type: 'concept' }, score: 0.8 },
    ]);
    expect([summary.entitiesIncluded, summary.excluded.noLocation]).toEqual([2, 1]);
  });
  test('S55 a chunk whose text is not in the file any more is quoted from its content, as stale', async () => {
    const entity = {
      name: 'x',
      type: 'chunk',
      filePath: 'src/payments.ts',
      startLine: 2,
      endLine: 4,
      content: 'once here',
    };
    const { blocks } = await run([{ entity, score: 1 }]);
    expect(blocks.map(({ code, isStale }) => [code, isStale])).toEqual([['once here', true]]);
  });
});

describe('an answer has the documented shape', () => {
  test('A2 A3 A4 A7 A19 an answer lists each source with all its fields and counts the tokens of its text', async () => {
    const context = await run([result({ id: 'e1', filePath: 'src/payments.ts', startLine: 6, endLine: 9 })], {
      layout: 'f6.3',
    });
    expect(context.sources).toEqual([
      { entityId: 'e1', name: 'processPayment', type: 'function', file: 'src/payments.ts', line: 6, relevance: 0.8 },
    ]);
    expect(context.tokenCount).toBe(O200K.count(context.context));
  });
  test('A6 S5 S6 S7 S8 S9 S10 S11 S12 S26 S28 an answer has blocks with all their fields and a summary', async () => {
    const context = await run([PAY]);
    expect(context.blocks).toEqual([
      {
        entity: { name: 'processPayment', type: 'function', qualifiedName: 'src/payments.ts::processPayment' },
        score: 0.8,
        id: 'src/payments.ts::processPayment',
        printedScore: 0.8,
        location: { filePath: 'src/payments.ts', startLine: 6, endLine: 9 },
        entities: [
          {
            ...{ id: 'src/payments.ts::processPayment', kind: 'function', name: 'processPayment' },
            ...{
              qualifiedName: 'src/payments.ts::processPayment',
              startLine: 6,
              endLine: 9,
              score: expect.any(Number),
            },
          },
        ],
        window: { startLine: 6, endLine: 9 },
        level: 'full',
        note: null,
        summary: null,
        code: PAYMENTS.split('\n').slice(5, 9).join('\n'),
        isStale: false,
        context: { imports: "import { charge } from './charge';\nimport { log } from './log';" },
      },
    ]);
    expect(context.summary).toMatchObject({ entitiesIncluded: 1, entitiesExcluded: 0, filesRead: 1, truncated: false });
    expect(context.totalTokens).toBe(O200K.count(context.context));
  });
  test('S12 a block is related to each result that was merged into it', async () => {
    const context = await run([
      PAY,
      result({ name: 'refund', filePath: 'src/payments.ts', startLine: 11, endLine: 13 }, 0.5),
    ]);
    expect(context.blocks.map((each) => each.context.relatedEntities)).toEqual([['src/payments.ts::refund']]);
  });
  test('A7 A19 a result merged into a block is still listed as a source, with its own line and score', async () => {
    const { sources, summary } = await run([
      PAY,
      result({ id: 'r', name: 'refund', filePath: 'src/payments.ts', startLine: 11, endLine: 13 }, 7),
    ]);
    expect(sources.map(({ name, line, relevance }) => [name, line, relevance])).toEqual([
      ['refund', 11, 7],
      ['processPayment', 6, 0.8],
    ]);
    expect(sources).toHaveLength(summary.entitiesIncluded);
  });
  test('A17 S23 S36 context lines of a weaker result are dropped before a better result is cut', async () => {
    writeFileSync(join(root, 'src/beside.ts'), `${functionText('small', 4)}\n${functionText('large', 200)}\n`);
    const lines = { filePath: 'src/beside.ts', qualifiedName: 'b' };
    const results = [
      result({ ...lines, name: 'large', startLine: 5, endLine: 204 }, 0.9),
      result({ ...lines, id: 's', name: 'small', startLine: 1, endLine: 4 }, 0.1),
    ];
    for (const given of [{ layout: 'f6.3', charactersPerBlockMax: 500 }, { maxTokens: 500 }]) {
      const { blocks } = await run(results, { contextLines: 3, ...given });
      expect(blocks.map(({ entity, level }) => `${entity.name} ${level}`).sort()).toEqual([
        'large excerpt',
        'small full',
      ]);
    }
  });
  test('S14 results are quoted without imports if the caller switches them off', async () =>
    expect((await run([PAY], { imports: false })).blocks[0]?.context).toEqual({}));
  test('A33 K5 with at most 500 characters per block, layout f6.3 cuts whole lines and marks the cut', async () => {
    const context = await run(manyResults().slice(0, 1), { layout: 'f6.3', charactersPerBlockMax: 500 });
    expect(context.blocks[0]?.code.length).toBeLessThanOrEqual(500);
    expect(context.blocks[0]?.code).toMatch(/ {2}\/\/ … \d+ lines left out$/);
  });
  test('A23 K19 a page of layout f6.3 ends with its sources', async () =>
    expect((await run(manyResults(), { layout: 'f6.3' })).context).toContain('**Sources:**'));
  test('S13 K4 a result that does not fit does not keep out a later one that fits', async () => {
    writeFileSync(join(root, 'src/long.ts'), functionText('long', 200));
    const context = await run(
      [
        result(
          { name: 'long', qualifiedName: 'l', type: 'section', filePath: 'src/long.ts', startLine: 1, endLine: 200 },
          1,
        ),
        PAY,
      ],
      { maxTokens: 400 },
    );
    expect(context.blocks.map((each) => each.entity.name)).toEqual(['processPayment']);
  });

  test('S34 a file is read once for all its results, and a missing file is read again at the next call', async () => {
    const reads: string[] = [];
    const late = 'src/late.ts';
    const results = [PAY, result({ name: 'refund', filePath: 'src/payments.ts', startLine: 11, endLine: 13 })];
    await run(results, { onRead: (path) => reads.push(path) });
    expect(reads).toEqual(['src/payments.ts']);
    const entity = { name: 'late', qualifiedName: 'late', filePath: late, startLine: 1, endLine: 3 };
    expect((await run([result(entity)])).blocks).toEqual([]);
    writeFileSync(join(root, late), functionText('late', 3));
    expect((await run([result(entity)])).blocks.length).toBe(1);
  });

  test('S48 each of many results with a place is quoted with the code in its file', async () => {
    const context = await run(manyResults(), { maxTokens: 100_000 });
    expect(context.blocks.map((each) => [each.code, each.isStale])).toEqual(
      manyResults().map(({ entity }) => [functionText(entity.name, 30), false]),
    );
  });

  const languages: [extension: string, label: string][] = [
    ['ts', 'typescript'],
    ['js', 'javascript'],
    ['jsx', 'javascript'],
    ['py', 'python'],
    ['go', 'go'],
    ['rs', 'rust'],
    ['java', 'java'],
    ['rb', 'ruby'],
    ['php', 'php'],
    ['c', 'c'],
    ['h', 'c'],
    ['cpp', 'cpp'],
    ['cs', 'csharp'],
    ['unknown', ''],
  ];
  for (const [extension, label] of languages) {
    test(`A41 S38 the code fence of a .${extension} file is labelled "${label}"`, async () => {
      const entity = { name: 'x', qualifiedName: 'x', filePath: `gone.${extension}`, startLine: 1, content: 'x = 1' };
      expect((await run([result(entity)])).context).toContain(`**Code:**\n\`\`\`${label}\nx = 1`);
    });
  }
});
