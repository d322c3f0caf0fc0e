import { describe, expect, test } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { checkDocuments } from '../../src/sources/markdown/check/check-documents.ts';
import { fixDocument } from '../../src/sources/markdown/check/fix-document.ts';
import { read } from './reading.ts';

const HEAD = '---\nlattice-id: LAAAA\nname: a\n---\n';

function findingsOf(text: string, path: string) {
  return checkDocuments([{ facts: read(text, path), text }], { limits: DEFAULTS.markdown });
}
const fix = (text: string, path = 'dir/Some File.md') => fixDocument(text, findingsOf(text, path));

describe('fixes leave every other byte unchanged', () => {
  const cases: [name: string, before: string, after: string][] = [
    [
      'W002 after the id',
      '---\n# c\nlattice-id: LAAAA # mine\nother-id:   LBBBB\n---\nx',
      '---\n# c\nlattice-id: LAAAA # mine\nname: some-file\nother-id:   LBBBB\n---\nx',
    ],
    [
      'W002 with Windows line ends',
      '---\r\nlattice-id: LAAAA\r\n---\r\nx\r\n',
      '---\r\nlattice-id: LAAAA\r\nname: some-file\r\n---\r\nx\r\n',
    ],
    [
      'W002 where the key is empty',
      '---\nlattice-id: LAAAA\nname:\n---\n',
      '---\nlattice-id: LAAAA\nname: some-file\n---\n',
    ],
    [
      'W002 where the key is empty, with a comment',
      '---\nlattice-id: LAAAA\nname: # later\n---\n',
      '---\nlattice-id: LAAAA\nname: some-file # later\n---\n',
    ],
    ['W002 not in a map on one line', '---\n{lattice-id: LAAAA}\n---\n', '---\n{lattice-id: LAAAA}\n---\n'],
    [
      'W006 plain',
      '---\nlattice-id: LAAAA\nname:   My Größe & Näme  # c\n---\n',
      '---\nlattice-id: LAAAA\nname:   my-gro-e-name  # c\n---\n',
    ],
    [
      'W006 quoted',
      '---\nname: "Some Name"\nlattice-id: LAAAA\n---\n',
      '---\nname: some-name\nlattice-id: LAAAA\n---\n',
    ],
    [
      'W006 where nothing can be kept',
      '---\nlattice-id: LAAAA\nname: "???"\n---\n',
      '---\nlattice-id: LAAAA\nname: some-file\n---\n',
    ],
    [
      'W006 where the name would be no text',
      '---\nlattice-id: LAAAA\nname: "True"\n---\n',
      '---\nlattice-id: LAAAA\nname: "true"\n---\n',
    ],
    [
      'W006 not in broken YAML',
      '---\nlattice-id: LAAAA\nname: A B\nx: [\n---\n',
      '---\nlattice-id: LAAAA\nname: A B\nx: [\n---\n',
    ],
    ['W007', `${HEAD}\nA *b*  \n=====\ntext\n\n B\n---\n`, `${HEAD}\n# A *b*\ntext\n\n ## B\n`],
    ['W007 with Windows line ends', `${HEAD}A\r\n===\r\nx\r\n`, `${HEAD}# A\r\nx\r\n`],
    ['W007 not where marks would end the heading', `${HEAD}C #\n---\n`, `${HEAD}C #\n---\n`],
    ['W008', `${HEAD}* a\n    * b\n      c * d\n*\te\n`, `${HEAD}- a\n    - b\n      c * d\n-\te\n`],
    ['W008 several on one line', `${HEAD}* + * a\n> * b\n\n1. * c\n`, `${HEAD}- - - a\n> - b\n\n1. - c\n`],
    ['W008 not where a dash would draw a line', `${HEAD}* --\n* b\n`, `${HEAD}* --\n* b\n`],
    ['W008 not before another list', `${HEAD}* a\n- b\n`, `${HEAD}* a\n- b\n`],
    ['W008 not after another list', `${HEAD}- a\n* b\n`, `${HEAD}- a\n* b\n`],
    ['code stays', `${HEAD}\`\`\`\n* a\nA\n===\n\`\`\`\n`, `${HEAD}\`\`\`\n* a\nA\n===\n\`\`\`\n`],
    [
      'all at once',
      '---\nlattice-id: LAAAA\n---\nA\n===\n* x\n',
      '---\nlattice-id: LAAAA\nname: some-file\n---\n# A\n- x\n',
    ],
    ['nothing in an ordinary document', '---\ntitle: x\n---\nA\n===\n* x\n', '---\ntitle: x\n---\nA\n===\n* x\n'],
  ];
  for (const [name, before, after] of cases) {
    test(`a fix of a document changes only what it should: ${name}`, () => {
      expect(fix(before)).toBe(after);
      // What was mended is found no more, and a second time changes nothing.
      expect(findingsOf(after, 'dir/Some File.md').filter((finding) => finding.isFixable)).toEqual([]);
      expect(fix(after)).toBe(after);
    });
  }

  test('fixes apply only to the findings they are given', () => {
    const text = `${HEAD}A\n===\n* x\n`;
    const lists = findingsOf(text, 'a.md').filter(({ code }) => code === 'W008');
    expect(fixDocument(text, lists)).toBe(`${HEAD}A\n===\n- x\n`);
    expect(fixDocument(text, [])).toBe(text);
  });
});
