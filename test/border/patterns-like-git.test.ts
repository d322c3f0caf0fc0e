import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scan } from '../../src/sources/code/scan/scan.ts';
import { folder, gitIn } from '../indexing/folder.ts';

const LIMITS = { fileBytesMax: 1_048_576, filesMax: 100_000 };

/** The same files below each folder that has patterns of its own. */
const NAMES = ['a', 'b', 'ab', '[a]', 'a b', '!a', '#a', 'a*', 'A0', 'x '];
const PLACES = ['', 'd/', 'd/e/f/', 'ad/'];

// Each is a whole ignore file.
const TABLE = [
  'a\n',
  '*\n!a\n',
  '*b\n',
  'a*\n',
  '*a*b*\n',
  '?\n',
  '??\n',
  '[ab]\n',
  '[!ab]\n',
  '[^ab]\n',
  '[a-c]\n',
  '[]a]\n',
  '[]-a]\n',
  '[a-]\n',
  '[--0]\n',
  '[\\]a]\n',
  '[[:upper:]]\n',
  '[[:digit:][:lower:]]\n',
  '[[:nonsense:]]\n',
  '[[:a]\n',
  '[a\n',
  'a\\\n',
  '\\a\n',
  '\\!a\n',
  '\\#a\n',
  '#a\n',
  'a\\*\n',
  'x\\ \n',
  'x \n',
  'a b   \n',
  'a b\\ \n',
  '/a\n',
  'd/\n',
  'a/\n',
  '/d/e\n',
  'd/a\n',
  'e/f\n',
  '**/f/a\n',
  'd/**\n',
  'd/**/a\n',
  '**/a\n',
  '**/e/**\n',
  '**\n',
  '/**\n',
  '/**/\n',
  '*/a\n',
  '*/*/a\n',
  'd/*\n!d/e\n',
  'd\n!d/a\n',
  'd/*\n!d/e/\n!d/b\n',
  'd/**/f/*b*\n',
  '?d/a\n',
  'd//a\n',
  '//a\n',
  '/\n',
  '!\n',
  '!a\n',
  'a\n!a\na\n!a\n',
  'd\\/a\n',
  '**\\/a\n',
  'a\r\nb\r\n',
  '\uFEFFa\n',
  '   \n',
  '\t\n',
  ' a\n',
  '*/\n',
  '*\n!*/\n!ab\n',
  'd/[e-f]/a\n',
  'd[/]a\n',
  'd?a\n',
  'd/e*/a\n',
  'a***\n',
  'd/***/a\n',
  '***/a\n',
  'e**/a\n!e/a\n',
];

/** Random ignore files from the characters that mean something. */
function randomFiles(count: number, seed: number): readonly string[] {
  const piece = fc.constantFrom(...'aabdef/*?![]^-\\.# A0', '**', '**/', '/**', '*/', '[a', 'a]', '[!', 'd/e');
  const line = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''));
  const file = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => `${lines.join('\n')}\n`);
  // Git takes `ab**` + `/` for a folder name that any folders may follow, only where nothing wild stands before it;
  // its manual calls such stars ordinary ones, and so does knap.
  return fc.sample(
    file.filter((text) => !/[^/*\n]\*\*+(?:\\?\/|$)/m.test(text)),
    { numRuns: count, seed },
  );
}

/** What git lists and what a walk without git finds, by ignore file. */
async function bothWays(texts: readonly string[]) {
  const files = texts.flatMap((text, index) => [
    [`${index}/.gitignore`, text] as const,
    ...PLACES.flatMap((place) => NAMES.map((name) => [`${index}/${place}${name}`, ''] as const)),
  ]);
  const root = folder(Object.fromEntries(files));
  gitIn(root, 'init', '-q', '--template=');
  const names = async () => {
    const found = (await scan(root, LIMITS)).files.map(({ path }) => path);
    const of = Map.groupBy(found, (path) => path.slice(0, path.indexOf('/')));
    return texts.map((text, index) => [text, of.get(String(index))] as const);
  };
  const listed = await names();
  const before = process.env.PATH;
  process.env.PATH = '/nonexistent';
  try {
    return { listed, walked: await names() };
  } finally {
    process.env.PATH = before;
  }
}

test('a walk without git leaves out the same files as git, for every form of an ignore pattern', async () => {
  const { listed, walked } = await bothWays(TABLE);
  expect(walked).toEqual(listed);
});

test('a wildcard in an ignore pattern matches one character, not one byte', async () => {
  const root = folder({ 'ä.ts': '', ß: '', '😀': '', ab: '', '.gitignore': '?\n[ä-ö].ts\n' });
  expect((await scan(root, LIMITS)).files.map(({ path }) => path)).toEqual(['.gitignore', 'ab']);
});

test('a walk without git leaves out the same files as git, for random ignore patterns', async () => {
  const { listed, walked } = await bothWays(randomFiles(60, 13));
  expect(walked).toEqual(listed);
});
