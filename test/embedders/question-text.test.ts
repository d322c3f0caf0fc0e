import { expect, test } from 'vitest';
import { cleanQuestion, pickQuestionWords } from '../../src/search/question-text.ts';

const cases: [name: string, text: string, words: string][] = [
  ['a line counts three times: as text, and twice as the title', 'Fix login', 'fix login fix login fix login'],
  ['the title counts twice beside the body', 'Fix login\nIt hangs', 'fix login it hangs fix login fix login'],
  ['comments of a template are left out', 'Bug\n<!-- Please search\nfirst -->\nIt hangs', 'bug it hangs bug bug'],
  ['links are left out', 'Bug\nsee https://example.com/some/page now', 'bug see now bug bug'],
  ['fenced code is left out', 'Bug\n```js\nfoo.bar()\n```\nafter', 'bug after bug bug'],
  ['code after an unclosed fence is left out', 'Bug\n```\nfoo.bar()', 'bug bug bug'],
  ['code counts if there is nothing else', '```\nfooBar\n```', 'foo bar'],
  [
    'an identifier is split into its words',
    'getHTTPResponse_v2 fails',
    'get http response fails get http response fails get http response fails',
  ],
];
for (const [name, text, words] of cases)
  test(`the words of a question to the embedder: ${name}`, () => expect(pickQuestionWords(text).join(' ')).toBe(words));

test('only the first 64 words of a long question to the embedder count', () => {
  const words = pickQuestionWords(`Title\n${'word '.repeat(500)}`);
  expect(words).toHaveLength(64 + 2);
});

test('cleaning a question leaves out comments and addresses, but not code if it is all there is', () => {
  expect(cleanQuestion('It hangs. <!-- x --> See http://a.b/c').trim()).toBe('It hangs.   See');
  expect(cleanQuestion('```\nonly code\n```')).toBe('```\nonly code\n```');
});
