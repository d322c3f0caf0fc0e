import { describe, expect, test } from 'vitest';
import { codePoints } from '../../src/model/visible-text.ts';
import { cutOutBody, cutOutFrontmatter, cutOutSection } from '../../src/sources/markdown/document-text.ts';
import { read } from './reading.ts';

/** Sections as `level title first-last #slug`. */
const outline = (text: string) =>
  read(text).sections.map(
    ({ level, id, title, startLine, endLine, slug }) =>
      `${level} ${id === null ? '' : `[${id}] `}${title} ${startLine}-${endLine} #${slug}`,
  );

describe('headings form a tree', () => {
  const cases: [name: string, text: string, expected: string[]][] = [
    ['none', 'just text', []],
    ['nested', '# A\nx\n## B\ny\n# C\nz', ['1 A 1-4 #a', '2 B 3-4 #b', '1 C 5-6 #c']],
    ['levels that jump', '### C\n# A\n#### D\n## B', ['3 C 1-1 #c', '1 A 2-4 #a', '4 D 3-3 #d', '2 B 4-4 #b']],
    ['underlined', 'A\n===\nx\n\nB\n---\ny', ['1 A 1-7 #a', '2 B 5-7 #b']],
    ['after frontmatter', '---\nname: x\n---\n\n# A\n', ['1 A 5-5 #a']],
    ['in code there are none', '```\n# A\n```\n\n    # B\n\n# C', ['1 C 7-7 #c']],
    ['in a comment there are none', '<!--\n# A\n-->\n# B', ['1 B 4-4 #b']],
    ['in a quotation there is an anchor and no section', '# A\n> # A\n\n# A', ['1 A 1-3 #a', '1 A 4-4 #a-2']],
    ['Windows line ends', '# A\r\nx\r\n## B\r\n', ['1 A 1-3 #a', '2 B 3-3 #b']],
    ['a lone carriage return ends no line', '# A\nx\ry\n## B', ['1 A 1-3 #a', '2 B 3-3 #b']],
    ['tabs after the marks', '#\tA\n##\tB\t##', ['1 A 1-2 #a', '2 B 2-2 #b']],
    ['an id', '## [LK2AB] Common Errors', ['2 [LK2AB] Common Errors 1-1 #lk2ab-common-errors']],
    ['an id in lower case with a digit', '## [lk2ab] X', ['2 [LK2AB] X 1-1 #lk2ab-x']],
    ['a word that could be an id', '## [Legacy] X', ['2 [Legacy] X 1-1 #legacy-x']],
    ['a version of a changelog', '## [LATEST] - 2024-01-01', ['2 [LATEST] - 2024-01-01 1-1 #latest---2024-01-01']],
    ['a given anchor', '## Some Title {#given-one}', ['2 Some Title 1-1 #given-one']],
    ['escaped signs and entities', '# a\\_b &amp; c', ['1 a_b & c 1-1 #a_b--c']],
    ['marks in the text', '# *A* `b_c` [d](e.md) _f_!', ['1 A b_c d f! 1-1 #a-b_c-d-f']],
    [
      'the same title twice',
      '# A\n# A\n# A-1\n# A',
      ['1 A 1-1 #a', '1 A 2-2 #a-1', '1 A-1 3-3 #a-1-1', '1 A 4-4 #a-2'],
    ],
    ['without a title', '# A\nx\n#\ny', ['1 A 1-2 #a', '1  3-4 #']],
    ['other scripts', '# Größe & Maß 中文', ['1 Größe & Maß 中文 1-1 #größe--maß-中文']],
  ];
  for (const [name, text, expected] of cases)
    test(`the headings of a text form a tree: ${name}`, () => expect(outline(text)).toEqual(expected));

  test('each section has the index of its parent', () => {
    const { sections } = read('# A\n### B\n## C\n### D');
    expect(sections.map(({ parent }) => parent)).toEqual([null, 0, 0, 2]);
  });
});

describe('parts are cut out of a document', () => {
  const text = '---\nname: x\n---\n\nIntro  \n\n# A\na\n\n## B\nb\n\n\n# C\nc\n\n';
  const slice = (title: string) => cutOutSection(text, read(text).sections.find((section) => section.title === title)!);

  test('L21, L22 the body is the text after the frontmatter, byte for byte', () => {
    expect(cutOutBody(text)).toBe('Intro  \n\n# A\na\n\n## B\nb\n\n\n# C\nc');
  });
  test('L23–L25 a section holds its heading and everything below it, up to the next heading of its level', () => {
    expect(slice('A')).toBe('# A\na\n\n## B\nb');
    expect(slice('B')).toBe('## B\nb');
    expect(slice('C')).toBe('# C\nc');
  });
  test('the frontmatter is cut out unchanged', () => {
    expect(cutOutFrontmatter(text)).toBe('name: x\n');
    expect(cutOutFrontmatter('text')).toBeNull();
    expect(cutOutFrontmatter('---\r\na: 1\r\n---\r\n')).toBe('a: 1\r\n');
  });
  test('the body of a document keeps carriage returns', () =>
    expect(cutOutBody('---\r\na: 1\r\n---\r\n\r\nx\r\ny\r\n')).toBe('x\r\ny'));
  test('the indentation at the start of the body is kept', () => expect(cutOutBody('\n  \n    code')).toBe('    code'));

  test('the lengths of a document and its sections count the code points of the printed text', () => {
    const emoji = '---\nname: né😀\n---\n\n# A 😀\r\n\r\n## B 😀😀\r\n\r\n';
    const document = read(emoji);
    expect(document.bodyLength).toBe([...cutOutBody(emoji)].length);
    expect(document.displayLength).toBe([...`# né😀${cutOutBody(emoji)}`].length);
    expect(document.sections.map((section) => section.displayLength)).toEqual(
      document.sections.map((section) => [...cutOutSection(emoji, section)].length),
    );
    expect(codePoints('\uD83Da\uDE00')).toBe(3);
  });
  test('the empty body of a document has the length 0', () => {
    expect(read('---\nname: x\n---\n')).toMatchObject({
      bodyLength: 0,
      displayLength: 3,
      lineCount: 3,
      bodyLines: [4, 3],
    });
  });
});

test('the lead of a document is its first paragraph as plain text, cut to a limit', () => {
  expect(read('{{< call >}}\n\nSome *plain* [text](x.md)\n`code`.').lead).toBe('Some plain text code.');
  expect(read('# T\n\n- item\n\nFirst\nparagraph.\n\nSecond.').lead).toBe('First paragraph.');
  expect([...(read(`${'word '.repeat(100)}`).lead ?? '')].length).toBeLessThanOrEqual(200);
});
