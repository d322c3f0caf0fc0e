import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANGUAGES } from '../../src/languages/index.ts';
import type { Language } from '../../src/languages/language.ts';
import { FAMILIES } from '../../src/sources/code/link/families/families.ts';

const GUIDE = new URL('../../docs/guide/languages.md', import.meta.url);

const READ_BY: [how: string, is: (row: Language) => boolean][] = [
  ['grammar', ({ grammar }) => grammar !== null],
  ['lines', ({ lines }) => lines !== null],
  ['script inside', ({ layout }) => layout === 'script-blocks'],
  ['headings', ({ layout }) => layout === 'headings'],
  ['cells', ({ layout }) => layout === 'cells'],
];
const readBy = (row: Language) => READ_BY.find(([, is]) => is(row))?.[0] ?? null;
const tick = (is: boolean) => (is ? 'yes' : '');
// A row without a file name of its own is a way to read another's files.
const rows = LANGUAGES.filter(({ extensions, filenames }) => extensions.length + filenames.length > 0);

function guideRow(row: Language): string {
  const files = [...row.extensions.map((extension) => `.${extension}`), ...row.filenames].join(' ');
  const hasCalls = row.calls !== '' || row.layout === 'script-blocks';
  const cells = [row.name, files, readBy(row), tick(FAMILIES.has(row.name)), tick(hasCalls), tick(row.isCode)];
  return `| ${cells.join(' | ')} |`;
}

test('C15 the guide says what each language gets, and of which only the words are known', () => {
  const guide = readFileSync(GUIDE, 'utf8');
  const table = guide.split('\n').filter((line) => /^\| (?!language|-)/.test(line));
  expect(table).toEqual(rows.filter((row) => readBy(row) !== null).map(guideRow));
  const words = /^Known by their words alone: (.*)\.$/m.exec(guide)?.[1]?.split(', ');
  expect(words).toEqual(rows.filter((row) => readBy(row) === null).map(({ name }) => name));
});

test('C9 every language that is read has a sample', () => {
  const samples = readdirSync(new URL('samples', import.meta.url)).map((file) => file.replace('.txt', ''));
  const read = LANGUAGES.filter((row) => readBy(row) !== null).map(({ name }) => name);
  expect(samples.sort()).toEqual(read.sort());
});
