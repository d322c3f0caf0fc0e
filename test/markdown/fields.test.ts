import { describe, expect, test } from 'vitest';
import type { DocumentFacts } from '../../src/model/document.ts';
import { isRootPath } from '../../src/sources/markdown/place-document.ts';
import { read, withFields } from './reading.ts';

describe('each field is read', () => {
  const cases: [name: string, yaml: string, expected: Partial<DocumentFacts>][] = [
    ['an id is read in any case', 'lattice-id: ljcq2', { id: 'LJCQ2' }],
    ['an id outside the alphabet is read', 'lattice-id: LK1DT', { id: 'LK1DT' }],
    ['what cannot be an id is none', 'lattice-id: hello', { id: null }],
    ['a number is no id', 'lattice-id: 12345', { id: null }],
    ['a name', 'name: some-name', { name: 'some-name', givenName: 'some-name' }],
    ['a name that is a number', 'name: 2024', { name: '2024' }],
    ['an empty name is none', 'name: ""', { name: 'a', givenName: null }],
    ['a description over lines', 'description: >\n  one\n  two', { description: 'one two' }],
    ['labels as a list', 'labels: [a, b, a]', { labels: ['a', 'b'] }],
    ['labels as a block', 'labels:\n  - a\n  - 3', { labels: ['a', '3'] }],
    ['labels with commas', 'labels: a, b', { labels: ['a', 'b'] }],
    ['labels that are a map', 'labels: {a: 1}', { labels: [] }],
    ['L15 doc-priority is 0 when it is absent', 'name: x', { docPriority: 0, docPosition: 0 }],
    ['L16 doc-priority can be negative', 'doc-priority: -3\ndoc-position: -1', { docPriority: -3, docPosition: -1 }],
    ['a number in quotes', 'doc-priority: "7"', { docPriority: 7 }],
    ['no whole number is 0', 'doc-priority: high\ndoc-position: 1.5', { docPriority: 0, docPosition: 0 }],
    [
      'context for labels',
      'doc-context-for: [api]\ndoc-context-budget: 900',
      { docContextFor: ['api'], docContextBudget: 900 },
    ],
    ['aliases of a vault', 'aliases: [One, Two]', { aliases: ['One', 'Two'] }],
  ];
  for (const [name, yaml, expected] of cases)
    test(`a field of frontmatter is read: ${name}`, () => expect(read(withFields(yaml))).toMatchObject(expected));
});

describe('a document has a name', () => {
  const cases: [text: string, path: string, name: string, title: string][] = [
    ['---\nname: n\ntitle: T\n---\n# H', 'x.md', 'n', 'T'],
    ['---\ntitle: T\n---\n# a remark of a quoted file', 'x.md', 'T', 'T'],
    ['---\ntitle: T\n---\n## H', 'x.md', 'T', 'T'],
    ['## only a second level', 'dir/some file.md', 'some file', 'some file'],
    ['', 'dir/!roots.md', 'roots', 'roots'],
    ['', '.md', '.md', '.md'],
    ['Underlined *one*\n===\n', 'x.md', 'Underlined one', 'Underlined one'],
  ];
  for (const [text, path, name, title] of cases) {
    test(`the name of ${path} is ${name}, and its title ${title}`, () =>
      expect(read(text, path)).toMatchObject({ name, title }));
  }
});

test('a task is open until its file is in a folder of closed tasks, and an issue has its own status', () => {
  const rows: [path: string, yaml: string, status: string | null | undefined][] = [
    ['tasks/a.md', 'task-type: bug', 'open'],
    ['tasks/a.md', 'task-type: bug\nstatus: in_progress', 'in_progress'],
    ['tasks/.closed/a.md', 'task-type: bug', 'closed'],
    ['tasks/.closed/older/a.md', 'task-type: bug\nstatus: open', 'closed'],
    ['tasks/.closed/a.md', 'issue-type: bug\nstatus: tombstone', 'tombstone'],
    ['tasks/a.md', 'issue-type: bug', null],
    ['tasks/.closed.md', 'task-type: bug', 'open'],
    ['tasks/.closed/a.md', 'name: no-issue', undefined],
  ];
  expect(rows.map(([path, yaml]) => read(withFields(yaml), path).issue?.status)).toEqual(
    rows.map(([, , status]) => status),
  );
});

test('a document with an issue-type is an issue with its fields, another document is not', () => {
  const yaml = 'status: Open\npriority: P1\nblocked-by: [laaaa, "[[Other note]]"]\ncreated-at: 2026-01-02';
  expect(read(withFields(yaml)).issue).toBeNull();
  expect(read(withFields(`issue-type: bug\n${yaml}`)).issue).toEqual({
    type: 'bug',
    status: 'open',
    priority: 1,
    blocking: [],
    blockedBy: ['LAAAA', 'Other note'],
    discoveredFrom: [],
    createdAt: '2026-01-02',
    updatedAt: null,
    closedAt: null,
  });
});

test('references of frontmatter keep the order of its fields, and a text that only looks like an id is marked', () => {
  const yaml = [
    'design-id: LBBBB',
    'blocked-by: [LCCCC, some/path.md]',
    'author-id: 42',
    'lattice-id: LAAAA',
    'related-ids:\n  - ldddd\n  - not one',
    'parent: LEEEE',
    'blocking: LFFFF',
  ].join('\n');
  const { references } = read(withFields(yaml));
  expect(
    references.map(({ field, target, id, line, position, isGuess }) => [field, target, id, line, position, isGuess]),
  ).toEqual([
    ['design-id', 'LBBBB', 'LBBBB', 2, 0, undefined],
    ['blocked-by', 'LCCCC', 'LCCCC', 3, 1, undefined],
    ['blocked-by', 'some/path.md', null, 3, 2, undefined],
    ['related-ids', 'ldddd', 'LDDDD', 6, 3, undefined],
    ['parent', 'LEEEE', 'LEEEE', 9, 4, true],
    ['blocking', 'LFFFF', 'LFFFF', 10, 5, undefined],
  ]);
});

test('an unquoted wikilink, a list in a list for YAML, is read as a link', () => {
  expect(read(withFields('blocked-by: [[Other note]]')).references[0]?.target).toBe('Other note');
});

test('unknown keys of frontmatter are kept with their values and lines', () => {
  const { frontmatter } = read(withFields('odd: {deep: [1, true, null]}\n# comment\nother: x'));
  expect(frontmatter).toEqual({
    lines: [1, 5],
    fields: [
      { key: 'odd', value: { deep: [1, true, null] }, line: 2 },
      { key: 'other', value: 'x', line: 4 },
    ],
  });
});

describe('frontmatter that is broken leaves a note and the rest', () => {
  const cases: [name: string, text: string, note: RegExp, line: number, keys: string[]][] = [
    ['a key twice', withFields('name: a\nname: b'), /unique/, 3, ['name']],
    ['a bracket never closed', withFields('labels: [a\nname: b'), /frontmatter/, 3, ['labels', 'name']],
    ['a tab for indentation', withFields('a:\n\tb: 1\nname: c'), /[Tt]ab/, 3, ['a', 'b', 'name']],
    ['an unknown tag', withFields('a: !thing x\nname: b'), /tag/, 2, ['a', 'name']],
    ['an alias of nothing', withFields('a: *none\nname: b'), /alias/i, 2, ['name']],
    ['an alias of itself', withFields('a: &a [*a]\nname: b'), /nested too deeply/, 2, ['name']],
    ['a list instead of keys', withFields('- a\n- b'), /no keys/, 2, []],
    ['never closed', '---\nname: a\n\n# Title\n', /never closed/, 1, []],
  ];
  for (const [name, text, note, line, keys] of cases) {
    test(`broken frontmatter gives a note and keeps the rest: ${name}`, () => {
      const { notes, frontmatter } = read(text);
      expect(notes[0]?.message).toMatch(note);
      expect(notes[0]?.line).toBe(line);
      expect(frontmatter.fields.map(({ key }) => key)).toEqual(keys);
    });
  }

  test('of two equal keys of frontmatter the first is used', () => {
    expect(read(withFields('name: first\nname: second')).name).toBe('first');
  });

  test('a bomb of YAML aliases is not expanded', () => {
    const lists = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const bomb = lists.map(
      (key, at) =>
        `${key}: &${key} [${Array(9)
          .fill(at === 0 ? 'x' : `*${lists[at - 1]}`)
          .join(', ')}]`,
    );
    const document = read(withFields([...bomb, 'name: kept'].join('\n'), 'text'));
    expect(document.name).toBe('kept');
    expect(document.notes.some(({ message }) => /alias/i.test(message))).toBe(true);
    expect(JSON.stringify(document).length).toBeLessThan(20_000);
  });
});

describe('text that is not frontmatter stays in the body', () => {
  const cases: [name: string, text: string, bodyLine: number][] = [
    ['a line across the page', '---\n\nSome prose.\n\n---\n\nMore.', 1],
    ['dashes further down', 'text\n---\nname: x\n---\n', 1],
    ['four dashes', '----\nname: x\n----\n', 1],
    ['an empty frontmatter', '---\n---\n\ntext', 4],
    ['a byte order mark before it', '\uFEFF---\nname: x\n---\ntext', 4],
    ['Windows line ends', '---\r\nname: x\r\n---\r\n\r\ntext', 5],
    ['three dots at its end', '---\nname: x\n...\ntext', 4],
  ];
  for (const [name, text, bodyLine] of cases)
    test(`frontmatter ends or is none where it should be: ${name}`, () =>
      expect(read(text).bodyLines[0]).toBe(bodyLine));
});

describe('a document can stand for its folder', () => {
  const shipped: [path: string, isRoot: boolean][] = [
    ['!top.md', true],
    ['a/b/!any name.md', true],
    ['a/00_start.md', true],
    ['a/guide/guide.md', true],
    ['a/guide/other.md', false],
    ['guide.md', false],
    ['README.md', false],
    ['a/README.md', false],
    ['a/index.md', false],
  ];
  for (const [path, isRoot] of shipped)
    test(`${path} ${isRoot ? 'stands' : 'does not stand'} for its folder`, () =>
      expect(read('', path).isRoot).toBe(isRoot));

  const configured: [pattern: string, path: string, isRoot: boolean][] = [
    ['README.md', 'a/README.md', true],
    ['docs/**/index.md', 'docs/a/b/index.md', true],
    ['docs/**/index.md', 'other/index.md', false],
    ['docs/*.md', 'docs/a/b.md', false],
    ['a+(b).md', 'x/a+(b).md', true],
    ['?.md', 'x/y.md', true],
  ];
  for (const [pattern, path, isRoot] of configured) {
    test(`${path} ${isRoot ? 'stands' : 'does not stand'} for its folder under the pattern ${pattern}`, () =>
      expect(isRootPath(path, [pattern])).toBe(isRoot));
  }
});
