import { describe, expect, test } from 'vitest';
import { packSchema } from '../../src/bundle/manifest.ts';
import { FORMATTERS, findLayout, LAYOUT_NAMES } from '../../src/formats/index.ts';
import * as escaping from '../../src/formats/markdown/escape.ts';
import { attributes, text, toCdata } from '../../src/formats/xml/index.ts';
import { entityId } from '../../src/model/entity.ts';
import { assemblePack } from '../../src/pipeline/assemble.ts';
import type { Quote } from '../../src/ports/formatter.ts';
import { loadTokenizer } from '../../src/tokenizers/index.ts';
import { PARSE_PAGE } from '../properties/parse-page.ts';
import { candidates, fileOf, options } from './world.ts';

const BLOCK: Quote = {
  id: entityId('src/pay.ts#pay'),
  kind: 'function',
  name: 'pay',
  qualifiedName: 'src/pay.ts::pay',
  path: 'src/pay.ts',
  entityLines: [12, 14],
  startLine: 12,
  endLine: 14,
  lines: [[12, 14]],
  level: 'full',
  score: 0.914,
  reasons: [{ signal: 'keyword-match', value: 0.9, weight: 1, because: '"pay" in names' }],
  hash: '9f2c41aa',
  language: 'typescript',
  text: 'function pay() {\n  return 1;\n}',
  imports: "import { a } from 'a';",
  importLines: [[1, 1]],
  isStale: false,
  covers: [entityId('src/pay.ts#pay')],
  note: null,
  doc: 'Pays an order.',
};
const FENCED = '```typescript\nfunction pay() {\n  return 1;\n}\n```';
const CDATA = '<![CDATA[function pay() {\n  return 1;\n}]]>';
const all = { sources: true, code: true, scores: true };
const block = (format: string, page: string, given: Partial<Quote> = {}, shown = all) =>
  findLayout(format, page, shown).blocks.item({ ...BLOCK, ...given });

const pieces: [row: string, piece: () => string, expected: string][] = [
  [
    'S29 a markdown block with imports',
    () => block('markdown', 'query'),
    `### function: pay\n*src/pay.ts:12-14* (score: 0.91)\n\n**Imports:**\n\`\`\`\nimport { a } from 'a';\n\`\`\`\n\n**Code:**\n${FENCED}`,
  ],
  [
    'S29 a markdown block without imports',
    () => block('markdown', 'query', { imports: null }),
    `### function: pay\n*src/pay.ts:12-14* (score: 0.91)\n\n**Code:**\n${FENCED}`,
  ],
  [
    'A11 a markdown block without code, name and place only,',
    () => block('markdown', 'query', {}, { sources: true, code: false, scores: true }),
    '### function: pay\n*src/pay.ts:12-14* (score: 0.91)',
  ],
  [
    'S30 K7 the number of results excluded in markdown',
    () => findLayout('markdown', 'query', all).overflow({ ...options().refused, budget: 3 } as never),
    '\n*3 additional results excluded due to token limit*',
  ],
  [
    'S31 an xml block',
    () => block('xml', 'query'),
    `<entity type="function" name="pay" score="0.91">\n<location file="src/pay.ts" start="12" end="14" />\n<imports><![CDATA[import { a } from 'a';]]></imports>\n<code>${CDATA}</code>\n</entity>`,
  ],
  [
    'S32 a plain block',
    () => block('plain', 'query', { imports: null }),
    '=== function: pay ===\nFile: src/pay.ts:12\nScore: 0.91\n\nfunction pay() {\n  return 1;\n}\n===',
  ],
  [
    'A30 the heading of a group in markdown',
    () => findLayout('markdown', 'f6.3', all).groups.opening('Relevant Code'),
    '## Relevant Code\n\n',
  ],
  [
    'A30 the heading of a group in xml',
    () => findLayout('xml', 'f6.3', all).groups.opening('Relevant Code'),
    '<section name="Relevant Code">\n',
  ],
  [
    'A30 the heading of a group in plain text',
    () => findLayout('plain', 'f6.3', all).groups.opening('Relevant Code'),
    '=== Relevant Code ===\n\n',
  ],
  [
    'A31 A32 A33 a markdown entity of layout f6.3',
    () => block('markdown', 'f6.3'),
    `### pay\n*src/pay.ts:12*\n\nPays an order.\n\n${FENCED}`,
  ],
  [
    'A32 a markdown entity without a file, with its type,',
    () => block('markdown', 'f6.3', { path: '', kind: 'decision', text: '', doc: null }),
    '### pay\n*decision*',
  ],
  [
    'A34 an xml entity with a summary, which replaces its code,',
    () => block('xml', 'f6.3'),
    '<entity name="pay" type="function" file="src/pay.ts" line="12">\n<![CDATA[Pays an order.]]>\n</entity>',
  ],
  [
    'A34 an xml entity without a summary, with its code,',
    () => block('xml', 'f6.3', { doc: null }),
    `<entity name="pay" type="function" file="src/pay.ts" line="12">\n${CDATA}\n</entity>`,
  ],
  [
    'A35 a plain entity with a file',
    () => block('plain', 'f6.3', { doc: null }),
    'pay [src/pay.ts:12]\n===\nfunction pay() {\n  return 1;\n}\n===',
  ],
  [
    'A35 a plain entity without a file, with its type,',
    () => block('plain', 'f6.3', { path: '', kind: 'decision' }),
    'pay [decision]\n===\nPays an order.\n===',
  ],
  [
    'A36 the list of sources in markdown',
    () => findLayout('markdown', 'f6.3', all).sources.opening + findLayout('markdown', 'f6.3', all).sources.item(BLOCK),
    '\n\n---\n**Sources:**\n- pay (src/pay.ts:12)',
  ],
  [
    'A37 a source in xml',
    () => findLayout('xml', 'f6.3', all).sources.item(BLOCK),
    '  <source name="pay" type="function" />',
  ],
  [
    'A38 the list of sources in plain text',
    () => findLayout('plain', 'f6.3', all).sources.opening + findLayout('plain', 'f6.3', all).sources.item(BLOCK),
    '\n\nSources:\n  - pay',
  ],
  ['A20 the line between groups of f6.3', () => findLayout('markdown', 'f6.3', all).groups.separator, '\n\n---\n\n'],
  [
    'C75 the heading of a file in a markdown pack',
    () => findLayout('markdown', 'pack', all).fileHeading(BLOCK),
    '### src/pay.ts · sha 9f2c41\n',
  ],
  ['C75 a block heading', () => block('markdown', 'pack').split('\n')[0]!, '#### 12-14 · function pay · imports 1'],
  [
    'the heading of a shortened block, with how much of it is there,',
    () => block('markdown', 'pack', { level: 'excerpt', note: '2 of 3 lines' }).split('\n')[0]!,
    '#### 12-14 · function pay · imports 1 · excerpt, 2 of 3 lines',
  ],
  [
    'the heading of a merged block, with the names of all it holds,',
    () => block('markdown', 'pack', { covers: [BLOCK.id, entityId('src/pay.ts#refund')] }).split('\n')[0]!,
    '#### 12-14 · function pay, refund · imports 1',
  ],
];
describe('each piece of a page is printed', () => {
  for (const [row, piece, expected] of pieces) test(`${row} is printed exactly`, () => expect(piece()).toBe(expected));
  test('A40 the markdown layout f6.3 prints nothing in place of an empty list of sources', () =>
    expect(findLayout('markdown', 'f6.3', all).sources.none).toBe(''));
  test('A10 a layout with its sources switched off lists none', () =>
    expect(findLayout('markdown', 'f6.3', { ...all, sources: false }).sources.max).toBe(0));
  test('an unknown format or layout is refused with the known ones', () => {
    expect(() => findLayout('pdf', 'pack', all)).toThrow('markdown, xml, plain, json');
    expect(() => findLayout('xml', 'poster', all)).toThrow('pack, prompt, query, f6.3');
  });
});

const escapes: [name: string, got: string, expected: string][] = [
  ['K20 a fence is longer than any fence inside', escaping.fence('````\n```', 'x').split('\n')[0]!, '`````x'],
  ['K20 the label of a fence holds no fence', escaping.fence('a', '`` \nx').split('\n')[0]!, '```x'],
  ['a code span is delimited by more back-ticks than it holds', escaping.toCodeSpan('a``b'), '```a``b```'],
  ['a code span of a back-tick has spaces around it', escaping.toCodeSpan('`'), '`` ` ``'],
  ['a name without special characters stays as it is', escaping.escapeLabel('src/pay_order.ts'), 'src/pay_order.ts'],
  ['a name between double underscores becomes a code span', escaping.escapeLabel('__init__'), '`__init__`'],
  ['a name with a line feed is printed on one line', escaping.escapeLabel('a\n# b'), '`a # b`'],
  ['HTML tags in a phrase are escaped', escaping.escapePhrase('uses <T> and `<b>`'), 'uses \\<T> and `<b>`'],
  ['a back-tick without a partner becomes an apostrophe', escaping.escapePhrase('a ` b <c>'), "a ' b \\<c>"],
  ['a number sign at the start of a paragraph is escaped', escaping.escapeParagraph('# x'), '\\# x'],
  ['a list number at the start of a paragraph is escaped', escaping.escapeParagraph('1. x'), '1\\. x'],
  ['each line of the task is quoted', escaping.quote('a\r\n## b\rc'), '> a\n> ## b␍c'],
  ['K20 xml attributes are escaped', attributes({ a: '<"&>\n', b: null, c: 3 }), ' a="&lt;&quot;&amp;&gt;" c="3"'],
  ['K20 the end mark of a CDATA section inside it is split', toCdata('a]]>b'), '<![CDATA[a]]]]><![CDATA[>b]]>'],
  [
    'K20 control characters and half surrogate pairs are printed visibly',
    toCdata('a\u0000\u000b\ud800\ufffeb'),
    '<![CDATA[a␀␋\ufffd\\u{fffe}b]]>',
  ],
  ['a mark that reverses the direction of a name is printed visibly', text('\u202eabc'), '\\u{202e}abc'],
];
describe('K20 content is printed as data', () => {
  for (const [name, got, expected] of escapes)
    test(`text cannot change the structure of a page: ${name}`, () => expect(got).toBe(expected));
});

describe('a pack is printed as a page', () => {
  const scored = [
    fileOf('src/a.ts', 0.9, [{ name: 'one', lines: 8, score: 0.9 }]),
    fileOf('src/b.ts', 0.7, [{ name: 'two', lines: 8, score: 0.7 }]),
  ].flatMap((file) => candidates(file));
  const page = (format: string) => assemblePack(scored, options({ format, budgetTokens: 3000, notes: ['a note'] }));

  test('C68 C75 K28 a pack in markdown has task, analysis, files and code in order, and reasons beside the files', () => {
    const { text: markdown } = page('markdown');
    const order = [
      '# Context Pack',
      '## Task',
      '> Fix the Stripe webhook',
      '## Analysis',
      'bugfix · confidence 0.82 · domains payments',
      'Keywords: stripe',
      'Note: a note',
      '## Files',
      '- `src/a.ts` 0.90: "words" in names',
      '## Code',
      '### src/a.ts',
    ];
    const places = order.map((part) => markdown.indexOf(part));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  for (const { name } of FORMATTERS) {
    test(`S51 a pack in ${name} can be parsed and holds its blocks`, () =>
      PARSE_PAGE[name]?.(page(name).text, 'pack', page(name).pack));
  }

  test('K33 a pack in JSON, whole or shortened by its budget, matches its schema', () => {
    expect(packSchema.safeParse(JSON.parse(page('json').text)).error).toBeUndefined();
    const brief = assemblePack(scored, options({ format: 'json', budgetTokens: 420 }));
    expect(packSchema.safeParse(JSON.parse(brief.text)).error).toBeUndefined();
  });

  test('S42 K33 the answer of a query in JSON has query, context, results, summary and tokenCount', () => {
    const answer = JSON.parse(assemblePack(scored, options({ format: 'json', page: 'query' })).text);
    expect(Object.keys(answer)).toEqual(['query', 'context', 'results', 'summary', 'tokenCount']);
    expect(answer.results[0]).toMatchObject({
      entity: { name: 'a.ts', type: 'file' },
      location: { path: 'src/a.ts', startLine: 1 },
    });
    expect(answer.results[0].codePreview.length).toBe(203);
    expect(answer.summary).toMatchObject({ entitiesExcluded: 0, filesRead: 2, truncated: false });
    expect(answer.context).toContain('### file: a.ts');
  });

  test('scores in JSON are rounded to three digits', () => {
    const files = candidates(fileOf('a.ts', 0.91373, [{ name: 'one', lines: 8, score: 0.5 }]));
    const answer = JSON.parse(assemblePack(files, options({ format: 'json', page: 'query' })).text);
    const pack = JSON.parse(assemblePack(files, options({ format: 'json' })).text);
    expect([answer.results[0].score, pack.files[0].score]).toEqual([0.914, 0.914]);
  });

  test('the answer of a query in JSON cuts names to 120 and qualified names to 200 characters', () => {
    const name = 'n'.repeat(300);
    const files = candidates(fileOf(`${name}.ts`, 0.9, [{ name: 'one', lines: 8, score: 0.9 }]));
    const { entity } = JSON.parse(assemblePack(files, options({ format: 'json', page: 'query' })).text).results[0];
    expect([entity.name.length, entity.qualifiedName.length]).toEqual([120, 200]);
  });

  test('A12 A16 A21 A28 A29 K9 grouping puts blocks in the order of their categories and chooses no others', () => {
    const mixed = [
      { path: 'doc.md', kind: 'document' as const, score: 0.95, text: 'About paying.' },
      fileOf('a.ts', 0.5, [{ name: 'one', lines: 8, score: 0.5 }]),
    ].flatMap((file) => candidates(file));
    const grouped = assemblePack(mixed, options({ page: 'f6.3', isGrouped: true }));
    const loose = assemblePack(mixed, options({ page: 'f6.3' }));
    expect(grouped.text.indexOf('## Relevant Code')).toBeLessThan(grouped.text.indexOf('## Related Documentation'));
    expect(grouped.text.indexOf('## Relevant Code')).toBeGreaterThanOrEqual(0);
    expect(loose.pack.blocks.map((each) => each.id)).toEqual(['doc.md', 'a.ts']);
    expect(grouped.pack.blocks.map((each) => each.id)).toEqual(['a.ts', 'doc.md']);
    // Without grouping no heading, and no heading for a category without blocks.
    expect(loose.text).not.toContain('## Relevant');
    expect(grouped.text).not.toContain('Previous Conversations');
  });

  test('A39 K19 the list of sources of layout f6.3 has ten and counts the rest', () => {
    const many = Array.from({ length: 14 }, (_, n) =>
      fileOf(`f${n}.ts`, 0.9, [{ name: `x${n}`, lines: 4, score: 0.9 }]),
    ).flatMap((file) => candidates(file));
    const { text: markdown } = assemblePack(many, options({ page: 'f6.3' }));
    expect(markdown.slice(markdown.indexOf('**Sources:**')).split('\n').length).toBe(12);
    expect(markdown).toMatch(/- \+4 more$/);
  });
});

describe('every printed piece is priced', () => {
  // In characters a page costs exactly the sum of its pieces, so whatever is not priced shows with enough blocks.
  const many = Array.from({ length: 120 }, (_, n) =>
    fileOf(`f${n}.ts`, 0.9, [{ name: `x${n}`, lines: 4, score: 0.9 }]),
  ).flatMap((file) => candidates(file));
  for (const { name } of FORMATTERS) {
    for (const layout of LAYOUT_NAMES) {
      for (const isGrouped of [false, true]) {
        test(`A18 K3 every character of a page is priced: ${name}, ${layout}${isGrouped ? ', grouped' : ''}`, async () => {
          const tokenizer = await loadTokenizer('characters');
          const given = { format: name, page: layout, tokenizer, filesMax: 1000, budgetTokens: 1_000_000, isGrouped };
          const { text: printed, pricedTokens, pack } = assemblePack(many, options(given));
          expect(pack.blocks.length).toBe(120);
          expect(tokenizer.count(printed)).toBeLessThanOrEqual(pricedTokens);
          expect(pricedTokens - tokenizer.count(printed)).toBeLessThan(400);
        });
      }
    }
  }
});
