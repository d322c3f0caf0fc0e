import { expect, test } from 'vitest';
import type { WordCounts, WordsAnswer } from '../../../src/ports/lookup.ts';
import { mentionsCode, wantsTests } from '../../../src/surfaces/hook/prompt-relevance.ts';

const said = (word: string, counts: Partial<WordCounts>): WordCounts => ({
  ...{ word, files: 20, names: 5, paths: 2, rank: null },
  ...counts,
});
const mention = (text: string, isKnown: boolean, isExplicit = false) => ({
  ...{ kind: 'identifier' as const, text, key: text, isExplicit, isKnown, line: null },
});
const NOTHING: WordsAnswer = { files: 1000, words: [], mentions: [], traces: [], notes: [] };
const trace = { language: 'python', message: null, frames: [] };

const cases: [name: string, answer: Partial<WordsAnswer>, isCode: boolean][] = [
  ['no word at all', {}, false],
  ['a word that is no English word and names something here', { words: [said('prefork', {})] }, true],
  ['a common English word that names something here', { words: [said('start', { rank: 105 })] }, false],
  [
    'two common English words that name something here',
    { words: [said('start', { rank: 105 }), said('server', { rank: 160 })] },
    false,
  ],
  [
    'four common English words that name something here',
    { words: ['client', 'query', 'params', 'empty'].map((word) => said(word, { rank: 200 })) },
    true,
  ],
  ['a rare word that names nothing here', { words: [said('bullet', { names: 0, paths: 0, rank: 6178 })] }, false],
  ['a short word that names a single thing', { words: [said('haz', { names: 1, paths: 0 })] }, false],
  ['a long word that occurs nowhere else', { words: [said('zpopbyscore', { names: 1, paths: 0 })] }, true],
  ['the name of the project, which occurs in most files', { words: [said('celery', { files: 790 })] }, false],
  ['a name that looks like code', { mentions: [mention('streamSSE', true)] }, true],
  ['a path', { mentions: [mention('src/utils/cookie.ts', true)] }, true],
  ['a quoted name', { mentions: [mention('etag', true, true)] }, true],
  ['a quoted name that is not here', { mentions: [mention('foo', false, true)] }, false],
  ['a plain word that is a name too', { mentions: [mention('run', true)] }, false],
  ['a stack trace', { traces: [trace] }, true],
];
for (const [name, answer, isCode] of cases)
  test(`a prompt with ${name} ${isCode ? 'is' : 'is not'} about this code`, () =>
    expect(mentionsCode('It fails', { ...NOTHING, ...answer })).toBe(isCode ? 'yes' : 'no'));

test.each([
  ['add a unit test', true],
  ['écris des tests', true],
  ['run the tests', false],
])('the answer whether the prompt "%s" asks for new tests is %s', (prompt, asks) =>
  expect(wantsTests(prompt)).toBe(asks),
);

test.each([
  ['Only trim the prefix of a matched route', 'perhaps'],
  ['can you trim the prefix of a matched route', 'no'],
])('whether the prompt "%s", with one word of this code, is about this code is answered %s', (prompt, answer) =>
  expect(mentionsCode(prompt, { ...NOTHING, words: [said('prefix', { rank: 900 })] })).toBe(answer),
);

test('words about work on any code do not make a prompt one about this code', () =>
  expect(
    mentionsCode('rerun the release', { ...NOTHING, words: ['release', 'docker', 'ci'].map((word) => said(word, {})) }),
  ).toBe('no'));
