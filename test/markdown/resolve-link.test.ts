import { describe, expect, test } from 'vitest';
import { createDirectory } from '../../src/sources/markdown/links/directory.ts';
import { type Resolution, resolveLink, resolveReference } from '../../src/sources/markdown/links/resolve-link.ts';
import { read } from './reading.ts';

const FILES: Record<string, string> = {
  'README.md': '# Read me',
  'docs/guide.md':
    '---\nlattice-id: LAAAA\nname: the-guide\naliases: [Handbook]\n---\n# Guide\n## Set Up\n## [LBBBB] Errors\n### Deep one\n',
  'docs/Setup Notes.md': '# Other',
  'docs/api/index.md': '# API',
  'docs/api/list.md': '# List',
  'other/list.md': '# List',
  'other/deep/page.md': '',
  'other/deep/README.md': '',
  'site/content/docs/tasks/run.md': '# Run {#go}\n## Next steps\n',
  'site/content/docs/tasks/_index.md': '',
  'dup/one.md': '---\nlattice-id: LDDDD\n---',
  'dup/two.md': '---\nlattice-id: LDDDD\n---',
  'docs/NOTICE.md': 'Not the notice',
  'LICENSE.md': 'An id that is also a word',
};
const documents = Object.entries(FILES).map(([path, text]) => read(text, path));
const directory = createDirectory(
  documents,
  (path) => (({ 'src/shop.ts': 'file', src: 'folder', NOTICE: 'file' }) as const)[path] ?? null,
);

const shown = (resolution: Resolution): string => {
  if (resolution.outcome === 'unresolved') return [resolution.why, ...resolution.candidates].join(' ');
  const section =
    resolution.outcome === 'document' && resolution.section !== null ? `#${resolution.section.title}` : '';
  return `${resolution.outcome === 'file' ? 'file ' : ''}${resolution.path}${section}`;
};

describe('markdown links', () => {
  const cases: [from: string, target: string, expected: string][] = [
    ['README.md', 'LAAAA', 'docs/guide.md'],
    ['README.md', 'laaaa', 'docs/guide.md'],
    ['README.md', 'LBBBB', 'docs/guide.md#Errors'],
    ['README.md', 'LDDDD', 'ambiguous dup/one.md dup/two.md'],
    ['README.md', 'LZZZZ', 'missing'],
    ['README.md', 'LICENSE', 'LICENSE.md'],
    ['README.md', 'docs/guide.md', 'docs/guide.md'],
    ['README.md', './docs/guide', 'docs/guide.md'],
    ['README.md', 'docs/guide.md#set-up', 'docs/guide.md#Set Up'],
    ['README.md', 'docs/guide.md#Set-Up', 'docs/guide.md#Set Up'],
    ['README.md', 'docs/guide.md#errors', 'docs/guide.md#Errors'],
    ['README.md', 'docs/guide.md#lbbbb-errors', 'docs/guide.md#Errors'],
    ['README.md', 'docs/guide.md#LBBBB', 'docs/guide.md#Errors'],
    ['README.md', 'docs/guide.md#LAAAA', 'docs/guide.md'],
    ['README.md', 'docs/moved.md#LAAAA', 'docs/guide.md'],
    ['README.md', 'docs/guide.md#nothing', 'missing-section docs/guide.md'],
    ['README.md', 'docs/Setup%20Notes.md', 'docs/Setup Notes.md'],
    ['README.md', 'docs/setup notes.md', 'docs/Setup Notes.md'],
    ['README.md', 'docs\\guide.md', 'docs/guide.md'],
    ['README.md', 'docs/api', 'docs/api/index.md'],
    ['README.md', 'docs/api/', 'docs/api/index.md'],
    ['README.md', 'docs/guide.md?plain=1#set-up', 'docs/guide.md#Set Up'],
    ['docs/guide.md', '../README.md', 'README.md'],
    ['docs/guide.md', '#deep-one', 'docs/guide.md#Deep one'],
    ['docs/guide.md', '#top', 'docs/guide.md'],
    ['docs/guide.md', '../../outside.md', 'outside'],
    ['docs/guide.md', '/README.md', 'README.md'],
    ['docs/guide.md', '/docs/tasks/run/#next-steps', 'site/content/docs/tasks/run.md#Next steps'],
    ['docs/guide.md', '/docs/tasks/run#go', 'site/content/docs/tasks/run.md#Run'],
    ['docs/guide.md', '/docs/tasks/', 'site/content/docs/tasks/_index.md'],
    ['docs/guide.md', '../src/shop.ts', 'file src/shop.ts'],
    ['docs/guide.md', '../src', 'file src'],
    ['docs/guide.md', '/NOTICE', 'file NOTICE'],
    ['docs/guide.md', 'api/list.html#list', 'docs/api/list.md#List'],
    ['docs/guide.md', '/tasks/run.html#go', 'site/content/docs/tasks/run.md#Run'],
    ['docs/guide.md', '../src/gone.ts', 'missing'],
    ['docs/guide.md', 'Handbook', 'missing'],
    ['docs/guide.md', '%E0%A4%A', 'missing'],
    ['other/deep/page.md', '..', 'missing'],
    ['other/deep/page.md', '.', 'other/deep/README.md'],
  ];
  for (const [from, target, expected] of cases) {
    test(`the link ${target} in ${from} leads to: ${expected}`, () =>
      expect(shown(resolveLink({ target, isWiki: false }, from, directory))).toBe(expected));
  }
});

describe('wikilinks', () => {
  const cases: [from: string, target: string, expected: string][] = [
    ['README.md', 'guide', 'docs/guide.md'],
    ['README.md', 'Guide', 'docs/guide.md'],
    ['README.md', 'guide.md', 'docs/guide.md'],
    ['README.md', 'Handbook', 'docs/guide.md'],
    ['README.md', 'the-guide', 'docs/guide.md'],
    ['README.md', 'setup notes', 'docs/Setup Notes.md'],
    ['README.md', 'guide#Set Up', 'docs/guide.md#Set Up'],
    ['README.md', 'guide#Errors#Deep one', 'docs/guide.md#Deep one'],
    ['docs/guide.md', '#Deep one', 'docs/guide.md#Deep one'],
    ['README.md', 'api/list', 'docs/api/list.md'],
    ['docs/api/index.md', 'list', 'docs/api/list.md'],
    ['other/deep/page.md', 'list', 'other/list.md'],
    ['docs/guide.md', 'list', 'docs/api/list.md'],
    ['site/content/docs/tasks/run.md', 'list', 'other/list.md'],
    ['README.md', 'LAAAA', 'docs/guide.md'],
    ['README.md', 'one and two', 'missing'],
    ['other/list.md', './deep/page', 'other/deep/page.md'],
  ];
  for (const [from, target, expected] of cases) {
    test(`the wikilink [[${target}]] in ${from} leads to: ${expected}`, () =>
      expect(shown(resolveLink({ target, isWiki: true }, from, directory))).toBe(expected));
  }

  test('two equally near documents are ambiguous, and both are listed in order', () => {
    const twins = createDirectory(['b/x.md', 'a/x.md', 'a/deep/x.md'].map((path) => read('', path)));
    expect(shown(resolveLink({ target: 'x', isWiki: true }, 'top.md', twins))).toBe('ambiguous a/x.md b/x.md');
    expect(shown(resolveLink({ target: 'x', isWiki: true }, 'a/y.md', twins))).toBe('a/x.md');
  });
});

test('a reference in a document leads to the nearest document of that name', () => {
  expect(shown(resolveReference('list', 'docs/guide.md', directory))).toBe('docs/api/list.md');
});

describe('targets typed by a user', () => {
  const cases: [reference: string, expected: string][] = [
    ['LAAAA', 'docs/guide.md'],
    ['docs/guide.md', 'docs/guide.md'],
    ['docs/guide.md#set-up', 'docs/guide.md#Set Up'],
    ['the-guide', 'docs/guide.md'],
    ['Handbook', 'docs/guide.md'],
    ['list', 'ambiguous docs/api/list.md other/list.md'],
    ['Guide', 'docs/guide.md'],
    ['', 'missing'],
    ['100%', 'missing'],
  ];
  for (const [reference, expected] of cases) {
    test(`"${reference}" leads to: ${expected}`, () =>
      expect(shown(resolveReference(reference, null, directory))).toBe(expected));
  }
});
