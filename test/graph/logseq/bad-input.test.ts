import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { logseqGraphs } from '../../../src/sources/graph-sources.ts';
import { BLOCK, makeLogseqWorld } from './logseq-world.ts';

const OTHER = '11111111-2222-3333-4444-555555555555';

const pages: [name: string, page: string, shown: string[]][] = [
  [
    'tabs mixed with spaces',
    '- a\n  - b\n\t- c\n    - d\n\t\t- e\n - f',
    ['P', '  a', '    b', '      c', '      d', '        e', '    f'],
  ],
  ['an indented beginning', '      - a\n- b\n   - c', ['P', '  a', '  b', '    c']],
  [
    'text without bullets',
    '# Title\nfirst\nline\n\nsecond\n- bullet\n  more',
    ['P', '  Title first line', '  second', '  bullet more'],
  ],
  [
    'unclosed references',
    '- [[open\n- ((half\n- {{embed [[x\n- #[[tag\n- [a](b',
    ['P', '  [[open', '  ((half', '  {{embed [[x', '  #[[tag', '  [a](b'],
  ],
  ['a fence without an end', '- a\n- ```\n  - b\n- c', ['P', '  a', '  ```\n- b\n- c']],
  ['front matter between lines of hyphens', '---\ntitle: P\ntags: x, y\n---\n- a', ['P #x #y', '  a']],
  ['properties in the first bullet', '- type:: thing\n- a', ['P', '  a']],
  ['a block that is not there', `- ((${OTHER}))\n- see ((${OTHER}))`, ['P', `  ((${OTHER}))`, `  see ((${OTHER}))`]],
  ['a block that refers to itself', `- me ((${BLOCK}))\n  id:: ${BLOCK}`, ['P', `  me me me me ((${BLOCK}))`]],
  ['a drawer without an end', '- a\n  :LOGBOOK:\n  b\n- c', ['P', '  a', '  c']],
  ['Windows line ends', '- a\r\n\t- b\r\n', ['P', '  a', '    b']],
  [
    'no tags in words, addresses and numbers',
    '- a#b http://x.y/#z #12 C# & c',
    ['P', '  a#b http://x.y/#z #12 C# & c'],
  ],
  ['only empty bullets', '-\n\t-\n-\n', ['P']],
  [
    'blocks between org marks such as #+BEGIN_NOTE',
    '- #+BEGIN_NOTE\n  careful\n  #+END_NOTE\n- #+BEGIN_SRC js\n  - x\n  #+END_SRC',
    ['P', '  careful', '  - x'],
  ],
  ['an empty page', '', ['P']],
];
for (const [name, page, shown] of pages) {
  test(`an odd page of Logseq is still read: ${name}`, async () => {
    using world = makeLogseqWorld({ 'pages/P.md': page });
    expect((await world.read()).show('page:p')).toEqual(shown);
  });
}

test('pages of Logseq that embed each other or themselves are each listed as references', async () => {
  using world = makeLogseqWorld({
    'pages/A.md': '- {{embed [[B]]}}',
    'pages/B.md': '- {{embed [[A]]}}\n- {{embed [[B]]}}',
  });
  const { show } = await world.read();
  expect([show('page:a'), show('page:b')]).toEqual([
    ['A', '  → B'],
    ['B', '  → A', '  → B'],
  ]);
});

test('Logseq blocks with the same id, files with the same name and blocks with equal text are kept apart', async () => {
  using world = makeLogseqWorld({
    'pages/A.md': `- one\n  id:: ${BLOCK}\n- same\n- same`,
    'pages/B.md': `- two\n  id:: ${BLOCK}`,
    'pages/sub/a.md': '- same',
  });
  const { rows, notes, show } = await world.read();
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(show('page:a')).toEqual(['a', '  one', '  same', '  same', '  same']);
  expect(rows.find(({ id }) => id === BLOCK)?.name).toBe('one');
  expect(notes).toEqual(['1 blocks have the id of another: they go by a new one']);
});

test('Logseq files that are binary or org are left out, others than UTF-8 are read, each with a note', async () => {
  using world = makeLogseqWorld({
    'pages/Latin.md': Buffer.from('- caf\xe9 and much more text around it', 'latin1'),
    'pages/Binary.md': Buffer.from([0, 1, 2, 3, 0, 255]),
    'pages/Wide.md': Buffer.from('\ufeff- wide', 'utf16le'),
    'pages/Old.org': '* heading',
    'journals/2026_13_45.md': '- no such day',
  });
  const { rows, notes, named } = await world.read();
  expect(notes).toEqual([
    '1 org file left out: only markdown is read',
    'pages/Binary.md is not text: left out',
    'pages/Latin.md is not UTF-8: some characters are lost',
  ]);
  expect(named('wide').parent).toBe('page:wide');
  expect(rows.find(({ id }) => id === 'page:2026_13_45')?.form).toBe('text');
});

test('file links that lead out of a Logseq graph are not followed', async () => {
  using outside = makeLogseqWorld({ 'secret.md': '- secret' });
  using world = makeLogseqWorld({ 'pages/A.md': '- a' });
  symlinkSync(join(outside.root, 'secret.md'), join(world.root, 'pages/Link.md'));
  symlinkSync(outside.root, join(world.root, 'pages/folder'));
  symlinkSync(outside.root, join(world.root, 'journals'));
  expect((await world.read()).rows.map(({ name }) => name)).toEqual(['A', 'a']);
});

test('a Logseq page of 20,000 lines, one nested 1,500 deep and one of only marks are read completely', async () => {
  const deep = Array.from({ length: 1500 }, (_, level) => `${' '.repeat(level)}- level ${level}`).join('\n');
  using world = makeLogseqWorld({
    'pages/Huge.md': Array.from({ length: 20_000 }, (_, index) => `- line ${index} with [[Hub]]`).join('\n'),
    'pages/Deep.md': deep,
    'pages/Hostile.md': `- ${'['.repeat(50_000)}\n- ${'(('.repeat(50_000)}\n- ${'**_'.repeat(20_000)}\n- ${'#'.repeat(50_000)}\n- ${'a:'.repeat(30_000)}`,
  });
  const { rows, named } = await world.read();
  expect(rows.filter(({ name }) => name.startsWith('line '))).toHaveLength(20_000);
  expect(named('level 1499').parent).toBe(named('level 1498').id);
  expect(rows.find(({ name }) => name.startsWith('[['))!.name).toHaveLength(20_002);
}, 60_000);

test('an aborted import from Logseq fails with the reason of the caller', async () => {
  using world = makeLogseqWorld({ 'pages/A.md': '- a' });
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(logseqGraphs.read(world.root, { notes: [], signal })).rejects.toThrow('enough');
});

test('a folder with only journals is accepted as a Logseq graph, a file is not', async () => {
  using world = makeLogseqWorld({ 'journals/2026_06_01.md': '- a' });
  expect(await logseqGraphs.stampOf(world.root)).not.toBeNull();
  const file = join(world.root, 'pages');
  writeFileSync(file, 'no folder');
  expect(await logseqGraphs.stampOf(file)).toBeNull();
  expect((await world.read()).rows.map(({ name }) => name)).toEqual(['2026-06-01', 'a']);
});
