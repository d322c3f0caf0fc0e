import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { checkDocuments } from '../../src/sources/markdown/check/check-documents.ts';
import { fixDocument } from '../../src/sources/markdown/check/fix-document.ts';
import { cutOutBody, cutOutSection } from '../../src/sources/markdown/document-text.ts';
import { GROWTH_MAX, growthOf } from '../worlds/growth.ts';
import { read } from './reading.ts';

const PIECES = [
  '---\n',
  '---\r\n',
  'lattice-id: LAAAA\n',
  'name: A b\n',
  'a: &a [*a]\n',
  '# ',
  '## [LK2AB] ',
  '===\n',
  '* ',
  '+ ',
  '- ',
  '  ',
  '\t',
  '> ',
  '`',
  '```\n',
  '[a](b.md)',
  '[[c#d|e]]',
  '![[',
  '[r]: x\n',
  '<!--',
  '-->',
  '<a id="x">',
  '{#y}',
  ' ^z',
  '|',
  '|-|\n',
  '\\',
  '\r',
  '\n',
  '\n\n',
  '\0',
  '\uFEFF',
  '😀',
  '\uD83D',
  'é',
  'https://a.b ',
  'word ',
];

test('any document is read, checked and fixed without failing', () => {
  const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, (content) => {
      const facts = read(content);
      expect(facts.displayLength).toBe([...`# ${facts.name}${cutOutBody(content)}`].length);
      for (const section of facts.sections) {
        expect(section.displayLength).toBe([...cutOutSection(content, section)].length);
        expect(section.endLine).toBeGreaterThanOrEqual(section.startLine);
      }
      for (const { line } of [...facts.links, ...facts.mentions, ...facts.anchors]) {
        expect(line).toBeGreaterThanOrEqual(facts.bodyLines[0]);
        expect(line).toBeLessThanOrEqual(facts.lineCount);
      }
      const findings = checkDocuments([{ facts, text: content }], { limits: DEFAULTS.markdown });
      const mended = fixDocument(content, findings);
      if (findings.every(({ isFixable }) => !isFixable)) expect(mended).toBe(content);
      // A mended document says what it said: the same headings and the same links.
      expect(read(mended).sections.map(({ title, level }) => [title, level])).toEqual(
        facts.sections.map(({ title, level }) => [title, level]),
      );
      expect(read(mended).links.map(({ target }) => target)).toEqual(facts.links.map(({ target }) => target));
    }),
    { numRuns: 700, seed: 4 },
  );
});

describe('large and odd texts are read in linear time', () => {
  const many = (text: string) => text.repeat(Math.ceil(100_000 / text.length));
  const cases: [name: string, text: string][] = [
    ['opening brackets', many('[')],
    ['opening double brackets', many('[[')],
    ['images never closed', many('![')],
    ['back-ticks of many lengths', many('` `` ``` ')],
    ['tags never closed', many('<a name=')],
    ['comments never closed', many('<!--')],
    ['emphasis in a heading', `# ${many('*a _b ')}`],
    ['lists in lists', many('- ')],
    ['quotations in quotations', many('> ')],
    ['headings', many('# a\n')],
    ['anchors', many('<i id="a">\n')],
    ['white space', many(' \t')],
    ['blank lines', many('\r\n')],
    ['one long line', many('word ')],
    ['frontmatter of brackets', `---\na: ${many('[')}\n---\n`],
    ['frontmatter never closed', `---\n${many('a: b\n')}`],
    ['zeros', many('\0')],
  ];
  for (const [name, text] of cases) {
    test(`a markdown text is read in linear time: ${name}`, async () =>
      expect(await growthOf(read, text)).toBeLessThan(GROWTH_MAX));
  }
});

test('a large document is read completely', () => {
  const document = read('## Part\n\nSome [text](other.md) with `code.ts`.\n\n'.repeat(10_000));
  expect(document.sections.length).toBe(10_000);
  expect(document.links.length).toBe(10_000);
  expect(document.sections.at(-1)?.slug).toBe('part-9999');
});
