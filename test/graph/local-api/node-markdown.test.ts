import { expect, test } from 'vitest';
import { type MarkdownNode, parseNodeMarkdown } from '../../../src/sources/tana/local-api/node-markdown.ts';

/** A node on a few lines, so that a case reads like what it is about. */
function show(node: MarkdownNode, level = 0): string {
  const marks = [
    node.isReference ? '→' : '',
    node.isDone === null ? '' : node.isDone ? '✓' : '·',
    node.isCode ? '`' : '',
  ];
  const tags = node.tags.map((tag) => `#${tag}`);
  const refs = node.references.length > 0 ? [`refers to ${node.references.join(', ')}`] : [];
  const line = [`${marks.join('')}${node.name}`, ...tags, `(${node.id ?? '-'})`, ...refs].join(' ');
  const fields = node.fields.map(
    ({ name, values }) =>
      `${name} = ${values.map((value) => value.name + (value.isReference ? `→${value.id}` : '')).join(' | ')}`,
  );
  const indent = '  '.repeat(level);
  return [
    indent + line,
    ...fields.map((field) => `${indent}  ${field}`),
    ...node.children.map((child) => show(child, level + 1)),
  ].join('\n');
}

const cases: [name: string, markdown: string, shown: string][] = [
  [
    'a task with fields, references and children',
    `- [ ] Do two paintings #Task <!-- node-id: a-9_X -->
  - **Priority**: [P3](tana:jUa)
  - **Area**: [4. Home & Family #key_area](tana:vuO-Z)
  - **Duration**: 90 <!-- node-id: 27i -->
  - **Topics**:
    - [Art #topic](tana:Kd8)
    - [Star gazing #topic](tana:Zz9)
  - **Ready**: [ ]
  - **Empty**:
  - Buy paint <!-- node-id: c1 -->
    - The blue one
  - [Old list #note](tana:old)`,
    `·Do two paintings #Task (a-9_X)
  Priority = P3→jUa
  Area = 4. Home & Family→vuO-Z
  Duration = 90
  Topics = Art→Kd8 | Star gazing→Zz9
  Ready = No
  Empty = 
  Buy paint (c1)
    The blue one (-)
  →Old list #note (old)`,
  ],
  [
    'inline references keep their words, and emphasis and links lose their marks',
    '- Ask [Ada #person](tana:ada) about **the [plan](https://example.org/a)** and [[x]](tana:x) #q <!-- node-id: n -->',
    'Ask Ada about the plan and [x] #q (n) refers to ada, x',
  ],
  [
    'a bold beginning with a full stop is no field',
    '- **Moving house.** Plans: many <!-- node-id: n -->',
    'Moving house. Plans: many (n)',
  ],
  [
    'several tags, one with spaces, are read',
    '- Plan #[[big project]] #q1 <!-- node-id: n -->',
    'Plan #big project #q1 (n)',
  ],
  ['a number sign before a number is no tag', '- Fix issue #12 today <!-- node-id: n -->', 'Fix issue #12 today (n)'],
  [
    'code keeps its lines, also those that look like bullets',
    '- Snippet <!-- node-id: n -->\n  - ```js\n    - a\n\n      b\n    ```',
    'Snippet (n)\n  `- a\n\n  b (-)',
  ],
  [
    'a line without a bullet belongs to the line before',
    '- One\n  and more\n- Two',
    ' (-)\n  One and more (-)\n  Two (-)',
  ],
  ['a heading above bullets is their parent', '# Title\n- One\n  - Two', 'Title (-)\n  One (-)\n    Two (-)'],
  [
    'fields without a bullet above belong to a node without a name',
    '- **Owner**: \n    - [Ada #person](tana:ada)',
    ' (-)\n  Owner = Ada→ada',
  ],
  ['odd indentation still gives levels', '-   A\n     - B\n  - C\n\t\t- D', 'A (-)\n  B (-)\n  C (-)\n    D (-)'],
  ['unclosed marks are text', '- A [b](tana: **c #', 'A [b](tana: **c # (-)'],
  ['an empty text is a node without a name', '', ' (-)'],
];
for (const [name, markdown, shown] of cases)
  test(`the markdown that Tana gives of a node is read: ${name}`, () =>
    expect(show(parseNodeMarkdown(markdown))).toBe(shown));

test('the markdown of a node with a hundred thousand brackets is read, with all its tags', () => {
  const node = parseNodeMarkdown(`- ${'['.repeat(100_000)}](tana:x) ${'**'.repeat(50_000)} ${'#a '.repeat(20_000)}`);
  expect(node.tags).toHaveLength(20_000);
  const opening = '**a '.repeat(200_000).trim();
  expect(parseNodeMarkdown(`- ${opening}`).name).toBe(opening);
});
