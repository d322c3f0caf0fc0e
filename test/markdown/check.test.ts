import { describe, expect, test } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import type { Finding } from '../../src/model/document.ts';
import { checkDocuments } from '../../src/sources/markdown/check/check-documents.ts';
import { read } from './reading.ts';

const SOUND = 'lattice-id: LAAAA\nname: sound\ndescription: Sound.';

function check(files: Record<string, string>): readonly Finding[] {
  const documents = Object.entries(files).map(([path, text]) => ({ facts: read(text, path), text }));
  return checkDocuments(documents, { limits: DEFAULTS.markdown });
}

const shown = (findings: readonly Finding[]) =>
  findings.map(({ code, path, line, isFixable }) => `${code} ${path}:${line}${isFixable ? ' fixable' : ''}`);

describe('a document with an id', () => {
  const cases: [name: string, yaml: string, body: string, expected: string[]][] = [
    ['no faults', SOUND, '# Title\n\n- a\n- b\n\n<https://a.b>', []],
    ['an unknown key', `${SOUND}\nlables: [a]`, '', ['E003 a.md:5']],
    ['a key that ends in -id', `${SOUND}\nparent-id: LAAAA`, '', ['W010 a.md:5']],
    ['an issue without status and priority', `${SOUND}\nissue-type: bug`, '', ['E004 a.md:5', 'E004 a.md:5']],
    ['a sound issue', `${SOUND}\nissue-type: bug\nstatus: open\npriority: 0\ncreated-at: 2026-01-02T03:04:05Z`, '', []],
    ['a task without status', `${SOUND}\ntask-type: bug\npriority: 0`, '', []],
    ['a task without priority', `${SOUND}\ntask-type: bug`, '', ['E004 a.md:5']],
    ['a task of no known type', `${SOUND}\ntask-type: story\npriority: 0`, '', ['E005 a.md:5']],
    ['a value that only looks like an id', `${SOUND}\nestimate: later`, '', []],
    ['a key of its own that holds ids', `${SOUND}\nowner: LAAAA`, '', ['W010 a.md:5']],
    ['a known key that was misspelt', `${SOUND}\nblocked-bye: LAAAA`, '', ['E003 a.md:5', 'W010 a.md:5']],
    ['a key of its own that holds no id there is', `${SOUND}\nowner: LZZZZ`, '', ['E003 a.md:5']],
    ['its own id in any field', `${SOUND}\nestimate: LAAAA`, '', ['W010 a.md:5']],
    ['an empty status', `${SOUND}\nissue-type: bug\nstatus:\npriority: 0`, '', ['E004 a.md:5']],
    [
      'bad values',
      `${SOUND}\nissue-type: story\nstatus: Open\npriority: 5`,
      '',
      ['E005 a.md:5', 'E005 a.md:6', 'E005 a.md:7'],
    ],
    [
      'bad numbers',
      `${SOUND}\ndoc-priority: 1.5\ndoc-position: x\nprogress: 101\nskill: yes`,
      '',
      ['E005 a.md:5', 'E005 a.md:6', 'E005 a.md:7', 'E005 a.md:8'],
    ],
    [
      'bad lists',
      `${SOUND}\nlabels: {a: 1}\ncreated-at: tomorrow\nupdated-at: 2026-13-45`,
      '',
      ['E005 a.md:5', 'E005 a.md:6', 'E005 a.md:7'],
    ],
    ['a blocker that is no id', `${SOUND}\nblocked-by: [hello]`, '', ['E002 a.md:5', 'E005 a.md:5']],
    ['an id outside the alphabet', 'lattice-id: LK1DT\nname: a\ndescription: a', '', ['E007 a.md:2']],
    ['an id that is none', 'lattice-id: X\nname: a\ndescription: a', '', ['E007 a.md:2']],
    ['an id that is empty', 'lattice-id:\nname: a\ndescription: a', '', ['E007 a.md:2']],
    ['a malformed id of a section', SOUND, '\n## [LK1DT] Title', ['E007 a.md:7']],
    ['no name, no description', 'lattice-id: LAAAA', '', ['W002 a.md:2 fixable', 'W003 a.md:2']],
    [
      'a name and a description that are too long',
      `lattice-id: LAAAA\nname: ${'n'.repeat(65)}\ndescription: ${'d'.repeat(1025)}`,
      '',
      ['W004 a.md:3', 'W005 a.md:4'],
    ],
    [
      'a name and a description of the greatest length',
      `lattice-id: LAAAA\nname: ${'n'.repeat(64)}\ndescription: ${'d'.repeat(1024)}`,
      '',
      [],
    ],
    ['a name in other characters', 'lattice-id: LAAAA\nname: Some Name\ndescription: a', '', ['W006 a.md:3 fixable']],
    ['too many lines', SOUND, 'x\n'.repeat(496), ['W001 a.md:501']],
    ['as many lines as are allowed', SOUND, 'x\n'.repeat(495), []],
    ['underlined headings', SOUND, 'A\n===\n\nB\n---\n', ['W007 a.md:6 fixable', 'W007 a.md:9 fixable']],
    [
      'an underlined heading in a quotation or over lines',
      SOUND,
      '> A\n> ===\n\nB\nC\n---\n',
      ['W007 a.md:6', 'W007 a.md:9'],
    ],
    ['markers of lists', SOUND, '* a\n* b\n\ntext\n\n+ c\n', ['W008 a.md:6 fixable', 'W008 a.md:11 fixable']],
    ['lists kept apart by their markers', SOUND, '* a\n+ b\n', ['W008 a.md:6', 'W008 a.md:7']],
    ['ordered lists are free', SOUND, '1. a\n2) b\n', []],
    [
      'bare addresses',
      SOUND,
      'x\nsee https://a.b now\n`https://c.d` [https://e.f](https://e.f)\n\n    https://g.h\n',
      ['W009 a.md:7'],
    ],
    [
      'links to itself',
      SOUND,
      '[a](LAAAA) [b](a.md)\n[c](#top) [[a]]\n',
      ['W010 a.md:6', 'W010 a.md:6', 'W010 a.md:7'],
    ],
    ['links to its own sections are meant so', SOUND, '# B\n[b](#b) [b](a.md#b)', []],
    ['backslashes', SOUND, '[a](..\\b\\a.md) [c](.\\a.md#x)\n\n# x', ['E002 a.md:6', 'W011 a.md:6', 'W011 a.md:6']],
    [
      'links to nothing',
      SOUND,
      '[a](LZZZZ)\n[b](gone.md)\n[[gone]]\n[c](#gone)\n[d](../out.md)',
      ['E002 a.md:6', 'E002 a.md:7', 'E002 a.md:8', 'E002 a.md:9', 'E002 a.md:10'],
    ],
  ];
  for (const [name, yaml, body, expected] of cases) {
    test(`check reports the faults of a document with ${name}`, () =>
      expect(shown(check({ 'a.md': `---\n${yaml}\n---\n${body}` }))).toEqual(expected));
  }
});

test('ordinary documents are checked only for links and ids', () => {
  const page = `---\ntitle: T\nodd: 1\nstatus: whatever\n---\nA\n===\n* x\n+ y\nhttps://a.b\n[a](gone.md) [b](.\\page.md)\n${'x\n'.repeat(600)}`;
  expect(shown(check({ 'page.md': page }))).toEqual(['E002 page.md:11', 'W010 page.md:11', 'W011 page.md:11']);
});

test('an id given twice is reported at both places, whatever its case', () => {
  const one = '---\nlattice-id: LAAAA\nname: one\ndescription: x\n---\n';
  const two = '---\nlattice-id: laaaa\nname: two\ndescription: x\n---\n';
  const findings = check({ 'one.md': one, 'two.md': two, 'three.md': '# [LAAAA] A section' });
  expect(shown(findings)).toEqual(['E001 one.md:2', 'E001 three.md:1', 'E001 two.md:2']);
  expect(findings[0]?.message).toContain('also at two.md:2');
});

describe('issues that wait for each other', () => {
  const issue = (id: string, fields: string) =>
    `---\nlattice-id: ${id}\nname: n\ndescription: d\nissue-type: task\nstatus: open\npriority: 1\n${fields}\n---\n`;
  const cases: [name: string, files: Record<string, string>, expected: string[]][] = [
    [
      'an edge stated at both ends is no circle',
      { 'a.md': issue('LAAAA', 'blocking: [LBBBB]'), 'b.md': issue('LBBBB', 'blocked-by: [LAAAA]') },
      [],
    ],
    [
      'two issues',
      { 'a.md': issue('LAAAA', 'blocked-by: [LBBBB]'), 'b.md': issue('LBBBB', 'blocked-by: [LAAAA]') },
      ['a.md:8 circular blocking: LAAAA waits for LBBBB waits for LAAAA'],
    ],
    [
      'issues with `blocking` and `blocked-by` in one circle',
      {
        'a.md': issue('LAAAA', 'blocked-by: LBBBB'),
        'b.md': issue('LBBBB', 'blocked-by: LCCCC'),
        'c.md': issue('LCCCC', ''),
        'd.md': issue('LAAAB', 'blocking: [LCCCC]\nblocked-by: [LAAAA]'),
      },
      ['a.md:8 circular blocking: LAAAA waits for LBBBB waits for LCCCC waits for LAAAB waits for LAAAA'],
    ],
    [
      'a chain is no circle',
      {
        'a.md': issue('LAAAA', 'blocked-by: LBBBB'),
        'b.md': issue('LBBBB', 'blocked-by: LCCCC'),
        'c.md': issue('LCCCC', ''),
      },
      [],
    ],
    [
      'a diamond is no circle',
      {
        'a.md': issue('LAAAA', 'blocked-by: [LBBBB, LCCCC]'),
        'b.md': issue('LBBBB', 'blocked-by: LDDDD'),
        'c.md': issue('LCCCC', 'blocked-by: LDDDD'),
        'd.md': issue('LDDDD', ''),
      },
      [],
    ],
    [
      'a knot names each issue, not each ring',
      {
        'a.md': issue('LAAAA', 'blocked-by: [LBBBB, LCCCC]'),
        'b.md': issue('LBBBB', 'blocked-by: [LAAAA, LCCCC]'),
        'c.md': issue('LCCCC', 'blocked-by: [LAAAA, LBBBB]'),
      },
      [
        'a.md:8 circular blocking: LAAAA waits for LBBBB waits for LAAAA',
        'a.md:8 circular blocking: LAAAA waits for LCCCC waits for LAAAA',
      ],
    ],
    [
      'a knot names an issue whose ring runs through issues of another ring',
      {
        'a.md': issue('LAAAA', 'blocked-by: [LBBBB, LCCCC]'),
        'b.md': issue('LBBBB', 'blocked-by: LAAAA'),
        'c.md': issue('LCCCC', 'blocked-by: LBBBB'),
      },
      [
        'a.md:8 circular blocking: LAAAA waits for LBBBB waits for LAAAA',
        'a.md:8 circular blocking: LAAAA waits for LCCCC waits for LBBBB waits for LAAAA',
      ],
    ],
    [
      'an issue that waits for itself',
      { 'a.md': issue('LAAAA', 'blocked-by: LAAAA') },
      ['a.md:8 circular blocking: LAAAA waits for LAAAA'],
    ],
  ];
  for (const [name, files, expected] of cases) {
    test(`check finds issues that wait for each other: ${name}`, () => {
      const circles = check(files).filter(({ code }) => code === 'E006');
      expect(circles.map(({ path, line, message }) => `${path}:${line} ${message}`)).toEqual(expected);
    });
  }

  test('check finds no circle in a chain of 5,000 issues', () => {
    const files = Array.from(
      { length: 5000 },
      (_, at) => [`${at}.md`, `---\nblocked-by: ${(at + 1) % 5000}.md\n---\n`] as const,
    );
    expect(check(Object.fromEntries(files)).filter(({ code }) => code === 'E006')).toHaveLength(1);
  });
});

describe('messages state a remedy', () => {
  const cases: [yaml: string, body: string, message: string][] = [
    [`${SOUND}\nlables: [a]`, '', 'unknown key "lables"; did you mean "labels"?'],
    [`${SOUND}\nzzzzzzzzz: 1`, '', 'unknown key "zzzzzzzzz"'],
    [`${SOUND}\npriority: high`, '', 'priority must be a whole number from 0 to 4, not "high"'],
    [SOUND, '[x](a.md#gone)', 'link to a.md#gone: a.md has no such section'],
    ['lattice-id: LK1DT\nname: a\ndescription: a', '', 'malformed ID "LK1DT": an ID consists of A–Z and 2–7, not "1"'],
  ];
  for (const [yaml, body, message] of cases) {
    test(message, () =>
      expect(check({ 'a.md': `---\n${yaml}\n---\n${body}` }).map((finding) => finding.message)).toEqual([message]),
    );
  }
});
