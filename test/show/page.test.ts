import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { visible } from '../../src/model/visible-text.ts';
import type { ShowInput } from '../../src/ports/knowledge.ts';
import type { Files } from '../worlds/world.ts';
import { doc, named, onWorld, showIn } from './knowledge.ts';

const GUIDE = `# Guide

## Setup

Set it up.

### Details

More of it.

## Use

Use it.
`;

interface Case {
  readonly title: string;
  readonly files: Files;
  readonly input?: Partial<ShowInput>;
  readonly text: string;
}

const ISSUE = doc(
  {
    'lattice-id': 'LAAAA',
    name: 'fix-login',
    'issue-type': 'bug',
    status: 'in_progress',
    priority: 1,
    labels: ['auth', 'web'],
    blocking: ['LAAAB'],
    'blocked-by': ['LAAAC', 'LAAAD'],
    estimate: '2 days',
  },
  'The redirect loops.',
);

const pages: readonly Case[] = [
  {
    title: 'L30 a page has context before, the target with its frontmatter, context after, and references',
    files: {
      'target.md': named(
        'LAAAA',
        'target',
        { labels: ['auth'] },
        'The body.\n\n[b](LAAAB) [c](LAAAC) [d](LAAAD) [e](LAAAE)',
      ),
      'b.md': named('LAAAB', 'before', { 'doc-position': -1 }, 'Before.'),
      'c.md': named('LAAAC', 'after', {}, 'After.'),
      'd.md': named('LAAAD', 'last', { 'doc-position': 1 }, 'Last.'),
      'e.md': named('LAAAE', 'left-out', { description: 'Too long' }, 'x'.repeat(100)),
    },
    input: { context: 100 },
    text: `# before
Before.

# target
---
lattice-id: "LAAAA"
name: "target"
labels: ["auth"]
---
The body.

[b](LAAAB) [c](LAAAC) [d](LAAAD) [e](LAAAE)

# after
After.

# last
Last.

# References
- **left-out** (LAAAE): Too long
`,
  },
  {
    title: 'L4 the target is printed whole, however long it is and however little room there is',
    files: { 'target.md': named('LAAAA', 'target', {}, 'x'.repeat(20_000)) },
    input: { context: 1, references: 0 },
    text: `# target\n---\nlattice-id: "LAAAA"\nname: "target"\n---\n${'x'.repeat(20_000)}\n`,
  },
  {
    title: 'L21, L22 a context document is printed as its name once and its whole body, without frontmatter',
    files: {
      'target.md': '[b](LAAAB) [c](plain.md)\n',
      'b.md': named('LAAAB', 'with-fields', { secret: 'field' }, 'One.\n\n## Two\n\nThree.'),
      'plain.md': '# Plain\n\nFour.\n',
    },
    input: { targets: ['target.md'] },
    text: '# target\n[b](LAAAB) [c](plain.md)\n\n# with-fields\nOne.\n\n## Two\n\nThree.\n\n# Plain\nFour.\n',
  },
  {
    title: 'L23–L25 a section is printed from its heading with its subsections to the next heading of its level',
    files: { 'target.md': '[s](guide.md#setup)\n', 'guide.md': GUIDE },
    input: { targets: ['target.md'] },
    text: '# target\n[s](guide.md#setup)\n\n## Setup\n\nSet it up.\n\n### Details\n\nMore of it.\n',
  },
  {
    title: 'L36, L38–L40 an issue is printed with readable fields: priority as P1, labels and ids with commas',
    files: { 'issue.md': ISSUE },
    text: `# fix-login
---
ID: LAAAA
Type: bug
Status: in_progress
Priority: P1
Labels: auth, web
Blocking: LAAAB
Blocked by: LAAAC, LAAAD
Estimate: 2 days
---
The redirect loops.
`,
  },
  {
    title: 'L45 a target without related documents is printed alone, without a heading of references',
    files: { 'target.md': named('LAAAA', 'target', {}, 'Alone.'), 'other.md': named('LAAAB', 'other') },
    text: '# target\n---\nlattice-id: "LAAAA"\nname: "target"\n---\nAlone.\n',
  },
  {
    title: 'L45 with no room for context the target is printed alone, without references',
    files: { 'target.md': named('LAAAA', 'target', {}, '[b](LAAAB)'), 'other.md': named('LAAAB', 'other') },
    input: { context: 0 },
    text: '# target\n---\nlattice-id: "LAAAA"\nname: "target"\n---\n[b](LAAAB)\n',
  },
  {
    title: 'L45 with no room for context but for references, related documents are listed',
    files: { 'target.md': named('LAAAA', 'target', {}, '[b](LAAAB)'), 'other.md': named('LAAAB', 'other') },
    input: { context: 0, references: 500 },
    text: '# target\n---\nlattice-id: "LAAAA"\nname: "target"\n---\n[b](LAAAB)\n\n# References\n- **other** (LAAAB): Text.\n',
  },
];

for (const { title, files, input, text } of pages) {
  test(title, async () => {
    expect((await showIn(files, { targets: ['LAAAA'], ...input })).text).toBe(text);
  });
}

/** Four documents that do not fit; their lines have 30, 30, 130 and 30 characters. */
const REFERENCES: Files = {
  'target.md': named('LAAAA', 'target', {}, '[1](LAAAB) [2](LAAAC) [3](LAAAD) [4](LAAAE)'),
  ...Object.fromEntries(
    ['LAAAB', 'LAAAC', 'LAAAD', 'LAAAE'].map((id, index) => [
      `${index}.md`,
      named(id, `doc-${index}`, { description: 'd'.repeat(index === 2 ? 108 : 8) }, 'x'.repeat(100)),
    ]),
  ),
};

const lists: readonly { readonly title: string; readonly references?: number; readonly lines: readonly string[] }[] = [
  {
    title: 'L31–L33 documents that do not fit are listed in order, with bold name, id and description',
    lines: [
      '- **doc-0** (LAAAB): dddddddd',
      '- **doc-1** (LAAAC): dddddddd',
      `- **doc-2** (LAAAD): ${'d'.repeat(108)}`,
      '- **doc-3** (LAAAE): dddddddd',
    ],
  },
  {
    title: 'L34 the list of references ends at its own limit in characters',
    references: 58,
    lines: ['- **doc-0** (LAAAB): dddddddd', '- **doc-1** (LAAAC): dddddddd'],
  },
  {
    title: 'L35 a reference too long for the room is left out whole, and the next is still listed',
    references: 100,
    lines: ['- **doc-0** (LAAAB): dddddddd', '- **doc-1** (LAAAC): dddddddd', '- **doc-3** (LAAAE): dddddddd'],
  },
  { title: 'L35 without room for a whole reference there is no list', references: 28, lines: [] },
];
for (const { title, references, lines } of lists) {
  test(title, async () => {
    const { text } = await showIn(REFERENCES, { targets: ['LAAAA'], context: 50, references });
    const [, list = ''] = text.split('# References\n');
    expect(list.split('\n').filter((line) => line.startsWith('- '))).toEqual(lines);
  });
}

test('L3 references cost at most 500 characters by default', async () => {
  const links = Array.from({ length: 30 }, (_, index) => `[x](${index}.md)`).join(' ');
  const others = Array.from({ length: 30 }, (_, index) => [
    `${index}.md`,
    doc({ name: 'n'.repeat(30) }, 'x'.repeat(100)),
  ]);
  const { text } = await showIn(
    { 'target.md': links, ...Object.fromEntries(others) },
    { targets: ['target.md'], context: 50 },
  );
  const lines = text.split('# References\n')[1]!.trimEnd().split('\n');
  const characters = lines.reduce((sum, line) => sum + line.length, 0);
  expect(characters).toBeLessThanOrEqual(500);
  expect(characters + lines[0]!.length).toBeGreaterThan(500);
});

test('pages of show in XML and JSON can be parsed, whatever names, fields and bodies contain', async () => {
  const odd = 'a ]]> b & <c "d"> \u0001 \\ `e` ```\n\n---\n# References\n- **x** (y)';
  const files = {
    'target.md': named(
      'LAAAA',
      'odd "<name>" & ]]>',
      { 'issue-type': 'bug', note: odd },
      `${odd}\n\n[b](b.md) [c](c.md)`,
    ),
    'b.md': doc({ name: '<b>' }, odd),
    'c.md': doc({ name: 'c', description: odd }, 'x'.repeat(6000)),
  };
  await onWorld(files, async (engine) => {
    const show = (format: string) => engine.show({ targets: ['LAAAA'], format });
    const names: string[] = [];
    const parser = new SaxesParser();
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('opentag', ({ name }) => names.push(name));
    parser.write((await show('xml')).text).close();
    expect(names.filter((name) => ['show', 'document', 'context', 'reference'].includes(name))).toEqual([
      'show',
      'document',
      'context',
      'reference',
    ]);
    const { document, context, references } = JSON.parse((await show('json')).text);
    expect(Object.keys(JSON.parse((await show('json')).text))).toEqual(['document', 'context', 'references']);
    expect(document.body).toContain(']]> b & <c "d">');
    expect(context[0].body).toBe(visible((await engine.show({ targets: ['b.md'], context: 0 })).pages[0]!.target.body));
    expect(references).toMatchObject([{ id: null, name: 'c', path: 'c.md' }]);
  });
});
