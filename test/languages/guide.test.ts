import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGES } from '../../src/languages/index.ts';
import type { Language } from '../../src/languages/language.ts';
import { FAMILIES } from '../../src/sources/code/link/resolvers/index.ts';

const GUIDE = join(import.meta.dirname, '../../docs/guide/languages.md');

const READ_BY: [how: string, is: (row: Language) => boolean][] = [
  ['grammar', ({ grammar }) => grammar !== null],
  ['lines', ({ lines }) => lines !== null],
  ['script inside', ({ layout }) => layout === 'script-blocks'],
  ['headings', ({ layout }) => layout === 'headings'],
  ['cells', ({ layout }) => layout === 'cells'],
];
const readBy = (row: Language) => READ_BY.find(([, is]) => is(row))?.[0] ?? null;
// A row without a file name of its own is a way to read another's files.
const rows = LANGUAGES.filter(({ extensions, filenames }) => extensions.length + filenames.length > 0);

/** What is known of a language, as the guide heads its groups: `grammar; imports, calls, tests`. */
function knownOf(row: Language): string {
  const facts = { imports: FAMILIES.has(row.name), calls: row.calls !== '' || row.layout === 'script-blocks' };
  const known = Object.entries({ ...facts, tests: row.isCode }).flatMap(([fact, is]) => (is ? [fact] : []));
  return [readBy(row), known.join(', ')].filter((part) => part !== '').join('; ');
}

function guideRow({ name, extensions, filenames }: Language): string {
  return `${name} (${[...extensions.map((extension) => `.${extension}`), ...filenames].join(' ')})`;
}

test('C15 the guide says what each language gets, and of which only the words are known; npm run golden writes it', async () => {
  const guide = readFileSync(GUIDE, 'utf8');
  const groups = Map.groupBy(
    rows.filter((row) => readBy(row) !== null),
    knownOf,
  );
  const list = [...groups].map(([known, members]) => `- **${known}**: ${members.map(guideRow).join(', ')}`);
  const words = rows.filter((row) => readBy(row) === null).map(({ name }) => name);
  const page = guide
    .replace(/(?:^- \*\*[a-z ]+(?:;.*)?\*\*: [a-z]+ \(.*\n)+/m, () => `${list.join('\n')}\n`)
    .replace(/(?<=^Known by their words alone: ).*$/m, () => `${words.join(', ')}.`);
  expect(page).toContain(`\n\n${list.join('\n')}\n\nKnown by their words alone: ${words.join(', ')}.\n`);
  await expect(page).toMatchFileSnapshot(GUIDE);
});

test('C9 every language that is read has a sample', () => {
  const samples = readdirSync(new URL('samples', import.meta.url)).map((file) => file.replace('.txt', ''));
  const read = LANGUAGES.filter((row) => readBy(row) !== null).map(({ name }) => name);
  expect(samples.sort()).toEqual(read.sort());
});
