import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  type AssemblerOptions,
  assemble,
  ContextError,
  createAssembler,
  type Engine,
  type FormatOptions,
  format,
  type PackInput,
  type QueryInput,
  type Truncator,
} from '../../src/index.ts';
import { loadTokenizer } from '../../src/tokenizers/index.ts';
import { manyResults, PAY, root, useResultsWorld } from './results-world.ts';
import { functionText } from './world.ts';

useResultsWorld();

const O200K = await loadTokenizer('o200k');

describe('bad input gives an error of one line', () => {
  const entity = PAY.entity;
  const cases: [name: string, results: unknown, options: unknown, says: string][] = [
    ['null as results', null, {}, 'A list of search results is needed, not null'],
    ['an object as results', { results: [] }, {}, 'A list of search results is needed, not a value of type object'],
    ['an empty result', [{}], {}, 'Result 1 of 1 has no entity'],
    ['null among the results', [PAY, null], {}, 'Result 2 of 2 is null'],
    ['a result without a name', [{ entity: { type: 'function' }, score: 1 }], {}, 'has no name'],
    ['a result without a type', [{ entity: { name: 'a' }, score: 1 }], {}, 'has no type'],
    ['a result without a score', [{ entity }], {}, 'has no score that can be ordered (nothing)'],
    ['NaN as a score', [{ entity, score: Number.NaN }], {}, 'has no score that can be ordered (NaN)'],
    ['a path that is a number', [{ entity: { ...entity, filePath: 7 }, score: 1 }], {}, 'has a wrong filePath (7)'],
    [
      'metadata that is a list',
      [{ entity: { ...entity, metadata: [] }, score: 1 }],
      {},
      'has a wrong metadata (a list)',
    ],
    ['an id that is a number', [{ entity, entityId: 7, score: 1 }], {}, 'has a wrong entityId (7)'],
    ['a root that is not there', [PAY], { projectRoot: '/no/such/folder' }, 'There is no folder /no/such/folder.'],
    [
      'a negative number of context lines',
      [PAY],
      { contextLines: -5 },
      'contextLines must be a whole number of lines, 0 or more, not -5',
    ],
    ['half a context line', [PAY], { contextLines: 0.5 }, 'contextLines must be'],
    ['null as options', [PAY], null, 'Options must be an object, not null'],
    ['a budget that is a text', [PAY], { budget: '9' }, 'whole number of tokens'],
    ['an unknown format', [PAY], { format: 'html' }, 'No format "html"'],
    ['an unknown layout', [PAY], { layout: 'wide' }, 'no layout "wide"'],
    ['an unknown tokenizer', [PAY], { tokenizer: 'words' }, 'No tokenizer "words"'],
    ['an unknown truncator', [PAY], { truncator: 'scissors' }, 'No truncator "scissors"'],
    [
      'a truncator without a function',
      [PAY],
      { truncator: { name: 'mine' } },
      'truncator must be a name, or an object',
    ],
    ['a flag that is a text', [PAY], { includeImports: 'no' }, 'includeImports must be true or false, not no'],
  ];
  for (const [name, results, options, says] of cases) {
    test(`\`assemble\` is refused with an error of one line if it is given ${name}`, async () => {
      const given = (options === null ? null : { projectRoot: root, ...(options as object) }) as AssemblerOptions;
      const failure = await assemble(results as never, given).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ContextError);
      expect((failure as Error).message).toContain(says);
      expect((failure as Error).message).not.toContain('\n');
    });
  }
});

describe('S34 S49 S54 parsed files are kept between calls', () => {
  test('a file that changed since it was indexed is quoted as it is now', async () => {
    const entity = { name: 'late', type: 'function', filePath: 'src/changing.ts' };
    const code = async () => (await assemble([{ entity, score: 1 }], { projectRoot: root })).blocks[0]?.code;
    writeFileSync(join(root, 'src/changing.ts'), functionText('late', 3));
    expect(await code()).toBe(functionText('late', 3));
    writeFileSync(join(root, 'src/changing.ts'), `\n\n${functionText('late', 5)}`);
    expect(await code()).toContain(functionText('late', 5));
  });
  test('S17 S33 a file is found by a relative path, an absolute path and a path through a link to the root', async () => {
    const link = join(mkdtempSync(join(tmpdir(), 'knap-link-')), 'here');
    symlinkSync(root, link);
    for (const filePath of ['src/payments.ts', `${root}/src/payments.ts`, `${link}/src/payments.ts`]) {
      const { blocks } = await assemble([{ ...PAY, entity: { ...PAY.entity, filePath } }], { projectRoot: link });
      expect(blocks.map((block) => block.location.filePath)).toEqual(['src/payments.ts']);
    }
    rmSync(join(link, '..'), { recursive: true });
  });
  test('a process that has called `assemble` ends by itself', () => {
    const library = pathToFileURL(join(import.meta.dirname, '../../src/index.ts')).href;
    const script = `import { assemble } from ${JSON.stringify(library)};
      const { blocks } = await assemble(${JSON.stringify([PAY])}, { projectRoot: ${JSON.stringify(root)} });
      console.log(blocks.length);`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(printed.trim()).toBe('1');
  });
});

describe('S36 S43 the caller can give a truncator', () => {
  const firstLine: Truncator = {
    name: 'first-line',
    truncate: ({ lines, startLine, comment }, fits) => {
      const text = `${lines[0]}\n${comment('the rest is yours to read')}`;
      return fits(text) ? { text, kept: [[startLine, startLine]] } : null;
    },
  };
  const asked = { budget: 120, contextLines: 0 };
  test('a truncator given by the caller shortens a result that does not fit', async () => {
    const { blocks, truncated } = await assemble(manyResults().slice(0, 1), {
      ...asked,
      projectRoot: root,
      truncator: firstLine,
    });
    expect(blocks.map((block) => block.code)).toEqual([
      'export function work0(input: Input): Output {\n// the rest is yours to read',
    ]);
    expect([blocks[0]?.note, truncated]).toEqual(['1 of 30 lines', true]);
  });
  const faulty: [name: string, truncate: unknown][] = [
    ['returns a text alone', () => 'text'],
    ['returns line numbers that are texts', () => ({ text: 'x', kept: [['a', 'b']] })],
  ];
  for (const [name, truncate] of faulty) {
    test(`a truncator that ${name} gets an error that says what it must return`, async () => {
      const truncator = { name: 'mine', truncate } as unknown as Truncator;
      await expect(
        assemble(manyResults().slice(0, 1), { ...asked, projectRoot: root, truncator }),
      ).rejects.toMatchObject({
        code: 'BAD_INPUT',
        message: 'The truncator "mine" must return { text, kept: [[first, last], …] } or null.',
      });
    });
  }
  test('a result that its truncator never makes short enough is not quoted, and the budget holds', async () => {
    const truncator: Truncator = {
      name: 'greedy',
      truncate: ({ lines }) => ({ text: lines.join('\n'), kept: [[1, 30]] }),
    };
    const { blocks, tokenCount } = await assemble(manyResults().slice(0, 1), {
      ...asked,
      projectRoot: root,
      truncator,
    });
    expect([blocks, tokenCount <= 120]).toEqual([[], true]);
  });
});

describe('A9 S18 format prints an assembled page', () => {
  const formats = ['markdown', 'xml', 'plain', 'json'] as const;
  const layouts = ['query', 'f6.3'] as const;
  const results = [...manyResults(), { ...PAY, entity: { ...PAY.entity, id: 'p', summary: 'Charges an order.' } }];
  const gone = { entity: { name: 'gone', type: 'function', filePath: 'src/gone.ts', startLine: 1 }, score: 0.1 };
  for (const name of formats) {
    for (const layout of layouts) {
      test(`\`format\` prints the page of \`assemble\` again in ${name}, layout ${layout}, and all blocks in other formats`, async () => {
        const options = { projectRoot: root, format: name, layout, budget: 2500, query: 'payments' };
        const context = await assemble([...results, gone], options);
        expect(format(context)).toBe(context.context);
        expect(createAssembler(options).format(JSON.parse(JSON.stringify(context)))).toBe(context.context);
        for (const other of formats) {
          const page = format(context, { format: other });
          expect(format(context, { format: other })).toBe(page);
          for (const block of context.blocks) expect(page).toContain(block.entity.name);
        }
      });
    }
  }
  test('A8 budget names the limit, and its old name maxTokens is accepted', async () => {
    const [whole, old, now] = await Promise.all(
      [{}, { maxTokens: 700 }, { budget: 700 }].map((given) => assemble(results, { projectRoot: root, ...given })),
    );
    expect(now!.context).toBe(old!.context);
    expect(now!.context).not.toBe(whole!.context);
  });
  test('`format` leaves out groups, sources and code when the caller switches them off', async () => {
    const context = await assemble(results, { projectRoot: root, layout: 'f6.3', groupByType: true, budget: 9000 });
    expect(context.context).toContain('## Relevant Code');
    expect(format(context, { groupByType: false })).not.toContain('## Relevant Code');
    expect(format(context, { includeSources: false })).not.toContain('**Sources:**');
    expect(format(context, { includeCodeContent: false })).not.toContain('compute(');
  });
  for (const name of formats) {
    test(`\`format\` with a smaller budget in ${name} drops the weakest results first and says how many`, async () => {
      const context = await assemble(results, { projectRoot: root, budget: 9000, contextLines: 0 });
      expect(context.truncated).toBe(false);
      for (const budget of [200, 700, 1500, 3000]) {
        const page = format(context, { format: name, budget } satisfies FormatOptions);
        expect(O200K.count(page)).toBeLessThanOrEqual(budget);
        const there = context.sources
          .filter((source) => page.includes(`${source.name}(`))
          .map(({ relevance }) => relevance);
        expect(there).toEqual(context.sources.map(({ relevance }) => relevance).slice(0, there.length));
        expect(page).toMatch(name === 'xml' || name === 'plain' ? /more over budget/ : /excluded due to token limit/);
      }
    });
  }
  test('`format` with a smaller budget drops references before any block', async () => {
    const context = await assemble(results, { projectRoot: root, budget: 700, contextLines: 0 });
    expect(context.references).not.toEqual([]);
    const page = format(context, { budget: O200K.count(context.context) - 1 });
    for (const { code } of context.blocks) expect(page).toContain(code);
  });
  test('`format` with a budget smaller than an empty page gives an error', async () => {
    const context = await assemble(results, { projectRoot: root });
    expect(() => format(context, { format: 'json', budget: 5 })).toThrow('too small');
  });
});

test('an unknown name of a tokenizer, truncator, format, source, ranker, role or strategy does not compile', () => {
  const wrong: readonly (AssemblerOptions | PackInput | QueryInput)[] = [
    // @ts-expect-error There is no such tokenizer.
    { tokenizer: 'words' } satisfies AssemblerOptions,
    // @ts-expect-error There is no such truncator.
    { truncator: 'scissors' } satisfies AssemblerOptions,
    // @ts-expect-error There is no such format.
    { task: 'x', format: 'html' } satisfies PackInput,
    // @ts-expect-error There is no such source.
    { task: 'x', sources: ['mail'] } satisfies PackInput,
    // @ts-expect-error There is no such ranker.
    { task: 'x', ranker: 'dice' } satisfies PackInput,
    // @ts-expect-error There is no such role.
    { task: 'x', include: ['poems'] } satisfies PackInput,
    // @ts-expect-error There is no such strategy.
    { query: 'x', strategies: ['guess'] } satisfies QueryInput,
    // A lens may be one's own, and so may the types of issues.
    { task: 'x', lens: 'mine' } satisfies PackInput,
    { query: 'x', includeSources: false, sources: ['code'] } satisfies QueryInput,
  ];
  expect(wrong.length).toBe(9);
  expect({ type: ['bug'] } satisfies Parameters<Engine['list']>[0]).toBeDefined();
});
