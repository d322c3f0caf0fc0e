import { describe, expect, test } from 'vitest';
import { linkWorld, type World } from './link-world.ts';

/** What the edges out of one file say: `kind target weight because`. */
async function edgesOf(world: World, from: string, linked?: readonly string[]): Promise<readonly string[]> {
  const { edges } = await linkWorld(world, linked);
  return edges
    .filter((edge) => edge.from === from)
    .map((edge) => `${edge.kind} ${edge.to} ${edge.weight} ${edge.because}`);
}

const GUIDE = { text: '---\nlattice-id: LGUIDE\naliases: [Handbook]\n---\n# User guide\n\n## [LSECT2] Setup\n' };
const PAY = { defines: ['handleWebhook', 'Ledger'] };

const CASES: [name: string, text: string, others: World, edges: readonly string[]][] = [
  ['a relative path', 'See [Retries](../b.md).', { 'b.md': '' }, ['references b.md 1 link "Retries"']],
  ['a path with an anchor', '[b](/b.md#nowhere)', { 'b.md': '' }, ['references b.md 1 link "b"']],
  ['an id', '[the guide](LGUIDE)', { 'x/g.md': GUIDE }, ['references x/g.md 1 link "the guide"']],
  ['the id of a section', '[setup](lsect2)', { 'x/g.md': GUIDE }, ['references x/g.md 1 link "setup"']],
  ['the id of a document that moved', '[g](old/g.md#LGUIDE)', { 'x/g.md': GUIDE }, ['references x/g.md 1 link "g"']],
  ['a wikilink by file', '[[g#Setup]]', { 'x/g.md': GUIDE }, ['references x/g.md 1 link "g#Setup"']],
  ['a wikilink by heading', '[[user guide|here]]', { 'x/g.md': GUIDE }, ['references x/g.md 1 link "here"']],
  ['a wikilink by alias', '[[Handbook]]', { 'x/g.md': GUIDE }, ['references x/g.md 1 link "Handbook"']],
  ['a folder by its readme', '[api](../api/)', { 'api/README.md': '' }, ['references api/README.md 1 link "api"']],
  ['a file that is code', '[code](../src/pay.ts)', { 'src/pay.ts': '' }, ['references src/pay.ts 1 link "code"']],
  ['a folder is nothing an edge leads to', '[src](../src)', { 'src/pay.ts': '' }, []],
  ['two of a name', '[[g]]', { 'x/g.md': '', 'y/g.md': '' }, []],
  ['nothing there', '[x](no.md) [[No]] [y](LNONE2)', { 'b.md': '' }, []],
  ['itself', '[me](a.md) [up](#top) [[a]]', {}, []],
  ['code blocks', '```\n[b](../b.md)\n```\n\n`[b](../b.md)`', { 'b.md': '' }, []],
  [
    'a path in back-ticks',
    'In `src/pay.ts:12`.',
    { 'src/pay.ts': '' },
    ['references src/pay.ts 0.8 mentions src/pay.ts'],
  ],
  [
    'the end of a path',
    '`core/pay.ts`',
    { 'src/core/pay.ts': '' },
    ['references src/core/pay.ts 0.8 mentions core/pay.ts'],
  ],
  ['a file name that is the only one', '`pay.ts`', { 'src/pay.ts': '' }, ['references src/pay.ts 0.8 mentions pay.ts']],
  ['a file name that is not', '`pay.ts`', { 'src/pay.ts': '', 'lib/pay.ts': '' }, []],
  [
    'any file of the workspace, whatever its ending',
    '`build.sbt`, `kernel.cu`, `heat.f90`, `grid.hxx`, `cart.cr`, `my-rules.datalog`, `rules.datalog`',
    {
      'build.sbt': '',
      'gpu/kernel.cu': '',
      'heat.f90': '',
      'grid.hxx': '',
      'cart.cr': '',
      'my-rules.datalog': '',
      'src/rules.datalog': '',
    },
    [
      'references build.sbt 0.8 mentions build.sbt',
      'references cart.cr 0.8 mentions cart.cr',
      'references gpu/kernel.cu 0.8 mentions kernel.cu',
      'references grid.hxx 0.8 mentions grid.hxx',
      'references heat.f90 0.8 mentions heat.f90',
      'references my-rules.datalog 0.8 mentions my-rules.datalog',
      'references src/rules.datalog 0.6 mentions rules.datalog',
    ],
  ],
  ['a path without back-ticks', 'In src/pay.ts.', { 'src/pay.ts': '' }, []],
  ['a symbol', '`handleWebhook()`', { 'src/pay.ts': PAY }, ['references src/pay.ts 0.6 mentions handleWebhook']],
  [
    'a member',
    '`Ledger.handleWebhook`',
    { 'src/pay.ts': PAY },
    ['references src/pay.ts 0.6 mentions Ledger.handleWebhook'],
  ],
  [
    'a plain word that is called',
    '`prune()`',
    { 'a.ts': { defines: ['prune'] } },
    ['references a.ts 0.6 mentions prune'],
  ],
  ['a plain word', '`prune`', { 'a.ts': { defines: ['prune'] } }, []],
  ['a symbol in another case', '`ledger`', { 'src/pay.ts': PAY }, []],
  [
    'a symbol two files define',
    '`Ledger`',
    { 'a.ts': PAY, 'b.ts': PAY },
    ['references a.ts 0.6 mentions Ledger', 'references b.ts 0.6 mentions Ledger'],
  ],
  ['a symbol three files define', '`Ledger`', { 'a.ts': PAY, 'b.ts': PAY, 'c.ts': PAY }, []],
  [
    'the surer of two ways',
    '`pay.ts` [pay](../src/pay.ts)',
    { 'src/pay.ts': '' },
    ['references src/pay.ts 1 link "pay"'],
  ],
  [
    'another reference of the frontmatter',
    '---\nparent-id: LGUIDE\n---\n',
    { 'x/g.md': GUIDE },
    ['references x/g.md 1 parent-id'],
  ],
  [
    'discovered from',
    '---\ndiscovered-from: [[g]]\n---\n',
    { 'x/g.md': GUIDE },
    ['references x/g.md 1 discovered-from'],
  ],
  ['blocking', '---\nblocking: [LGUIDE]\n---\n', { 'x/g.md': GUIDE }, ['blocks x/g.md 1 blocking']],
  ['blocked by: the edge is the other one’s', '---\nblocked-by: [LGUIDE]\n---\n', { 'x/g.md': GUIDE }, []],
  [
    'a label query is no edge',
    '---\ndoc-context-for: [guide]\n---\n',
    { 'guide.md': '---\nlabels: [guide]\n---\n' },
    [],
  ],
];

describe('L48 a document has edges to its links', () => {
  for (const [name, text, others, expected] of CASES) {
    test(`a document has the right edges for a link or mention: ${name}`, async () => {
      expect(await edgesOf({ ...others, 'docs/a.md': text }, 'docs/a.md')).toEqual(expected);
    });
  }

  test('a document with more links has edges for the first forty', async () => {
    const others = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`n${at + 10}.md`, '']));
    const text = Object.keys(others)
      .map((path) => `- [to](${path})`)
      .join('\n');
    const edges = await edgesOf({ ...others, 'a.md': text }, 'a.md');
    expect([edges.length, edges[0], edges.at(-1)]).toEqual([
      40,
      'references n10.md 1 link "to"',
      'references n49.md 1 link "to"',
    ]);
  });
});

describe('L41 an edge leads from a blocker to the issue it blocks', () => {
  const world: World = {
    'a.md': '---\nlattice-id: LAAAA2\nblocked-by: [LBBBB2, "c"]\n---\n',
    'b.md': '---\nlattice-id: LBBBB2\n---\n',
    'c.md': '',
  };
  for (const [linked, expected] of [
    [undefined, ['b.md', 'c.md']],
    [['b.md'], ['b.md']],
    [['c.md', 'a.md'], ['c.md']],
    [['a.md'], []],
  ] as const) {
    test(`${expected.join(' and ') || 'no blocker'} if ${linked?.join(' and ') ?? 'everything'} is linked`, async () => {
      const { edges } = await linkWorld(world, linked);
      expect(edges.map(({ from, to, kind, because }) => [from, to, kind, because])).toEqual(
        expected.map((from) => [from, 'a.md', 'blocks', 'blocked-by']),
      );
    });
  }
});

describe('documents in other formats have links', () => {
  const cases: [path: string, text: string, others: string[], edges: readonly string[]][] = [
    ['docs/a.rst', 'See :doc:`/guide/b` now.', ['docs/guide/b.rst'], ['references docs/guide/b.rst 1 link "/guide/b"']],
    ['docs/a.rst', 'See `the rules <b.rst>`_.', ['docs/b.rst'], ['references docs/b.rst 1 link "the rules"']],
    ['docs/a.rst', '.. include:: ../b.rst', ['b.rst'], ['references b.rst 1 link "../b.rst"']],
    ['docs/a.rst', 'In ``src/pay.py``.', ['src/pay.py'], ['references src/pay.py 0.8 mentions src/pay.py']],
    ['docs/a.rst', '.. code-block:: rst\n\n   `b <b.rst>`_\n', ['docs/b.rst'], []],
    ['docs/a.adoc', 'See xref:b.adoc#late[late].', ['docs/b.adoc'], ['references docs/b.adoc 1 link "late"']],
    ['docs/a.adoc', '----\nlink:b.adoc[b]\n----', ['docs/b.adoc'], []],
    ['docs/a.org', '[[file:b.org][the b]]', ['docs/b.org'], ['references docs/b.org 1 link "the b"']],
    ['docs/a.org', '#+BEGIN_SRC sh\n[[file:b.org]]\n#+END_SRC', ['docs/b.org'], []],
    ['docs/a.md', '[b](b.rst)', ['docs/b.rst'], ['references docs/b.rst 1 link "b"']],
  ];
  for (const [path, text, others, edges] of cases) {
    test(`the links of ${path} lead to the right files: ${JSON.stringify(text)}`, async () => {
      const world = Object.fromEntries([[path, text], ...others.map((other) => [other, ''])]);
      expect(await edgesOf(world, path)).toEqual(edges);
    });
  }
});
