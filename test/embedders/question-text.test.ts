import { expect, test } from 'vitest';
import { cleanQuestion, pickQuestionWords } from '../../src/search/question-text.ts';

const cases: [name: string, text: string, words: string][] = [
  ['a line counts three times: as text, and twice as the title', 'Fix login', 'fix login fix login fix login'],
  ['the title twice beside the body', 'Fix login\nIt hangs', 'fix login it hangs fix login fix login'],
  ['comments of a template are left out', 'Bug\n<!-- Please search\nfirst -->\nIt hangs', 'bug it hangs bug bug'],
  ['links are left out', 'Bug\nsee https://example.com/some/page now', 'bug see now bug bug'],
  ['fenced code is left out', 'Bug\n```js\nfoo.bar()\n```\nafter', 'bug after bug bug'],
  ['a fence that is not closed goes to the end', 'Bug\n```\nfoo.bar()', 'bug bug bug'],
  ['nothing but code is looked at all the same', '```\nfooBar\n```', 'foo bar'],
  [
    'identifiers are split',
    'getHTTPResponse_v2 fails',
    'get http response fails get http response fails get http response fails',
  ],
];
for (const [name, text, words] of cases) test(name, () => expect(pickQuestionWords(text).join(' ')).toBe(words));

test('only the first 64 words of a long report count', () => {
  const words = pickQuestionWords(`Title\n${'word '.repeat(500)}`);
  expect(words).toHaveLength(64 + 2);
});

test('a clean question keeps its sentences', () => {
  expect(cleanQuestion('It hangs. <!-- x --> See http://a.b/c').trim()).toBe('It hangs.   See');
  expect(cleanQuestion('```\nonly code\n```')).toBe('```\nonly code\n```');
});
