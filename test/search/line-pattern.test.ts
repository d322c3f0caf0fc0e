import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ContextError } from '../../src/model/errors.ts';
import { linePattern } from '../../src/search/pattern/line-pattern.ts';

const regex = (pattern: string, ignoresCase = false) => linePattern(pattern, { ignoresCase, isLiteral: false });

const cases: [pattern: string, line: string, isThere: boolean][] = [
  ['handle\\w+\\(', 'await handleWebhook(event)', true],
  ['^\\s*def \\w+', '    def pay(self):', true],
  ['^def', '  def pay', false],
  ['colou?r$', 'the color', true],
  ['[A-Z]{3,}_\\d{2}', 'code ABC_42', true],
  ['[^a-z]+$', 'abc', false],
  ['(?:get|set)(?:Name|Id)', 'setId', true],
  ['(?<who>\\w+) = new', 'x = new Y', true],
  ['\\bpay\\b', 'repay', false],
  ['\\Bpay', 'repay', true],
  ['a{2,3}?b', 'aab', true],
  ['\\u0041\\x42\\t', 'AB\t', true],
  ['[\\]\\-^]', 'a-b', true],
  ['[]a]', ']', true],
  ['f{oo', 'f{oo', true],
  ['(?i)stripe', 'STRIPE', true],
  ['größe', 'die größe', true],
];
for (const [pattern, line, isThere] of cases)
  test(`${pattern} on "${line}"`, () => expect(regex(pattern).matches(line)).toBe(isThere));

const literals: [text: string, line: string, options: { ignoresCase?: boolean; isWord?: boolean }, isThere: boolean][] =
  [
    ['a.b(', 'x a.b( y', {}, true],
    ['a.b', 'axb', {}, false],
    ['Pay', 'repay', { ignoresCase: true }, true],
    ['pay', 'repay', { isWord: true }, false],
    ['pay', 'shop.pay()', { isWord: true }, true],
    ['$x', 'a $x b', { isWord: true }, true],
  ];
for (const [text, line, options, isThere] of literals)
  test(`"${text}" as it is on "${line}"`, () =>
    expect(linePattern(text, { ignoresCase: false, isLiteral: true, ...options }).matches(line)).toBe(isThere));

const refused: [pattern: string, says: RegExp][] = [
  ['(a', /group without its end at character 1/],
  ['a)', /end without its group at character 2/],
  ['*a', /nothing to repeat at character 1/],
  ['[a', /set without its end/],
  ['[z-a]', /range out of order/],
  ['(?=a)', /look-around/],
  ['(a)\\1', /references to groups/],
  ['a{1,999}', /repetition of at most 200/],
  ['((a{200}){200}){200}', /repeats too much/],
  ['\\p{L}', /\\p is not known/],
  ['a\\', /back-slash without/],
  ['('.repeat(80), /groups too deep/],
];
for (const [pattern, says] of refused)
  test(`${pattern.slice(0, 30)} is refused in one line`, () => {
    expect(() => regex(pattern)).toThrow(ContextError);
    expect(() => regex(pattern)).toThrow(says);
  });

test('it finds what the engine of the language finds, and nothing else', () => {
  const atom = fc.oneof(
    fc.constantFrom(
      'a',
      'b',
      'B',
      '_',
      ' ',
      '.',
      '\\w',
      '\\d',
      '\\s',
      '\\W',
      '[ab]',
      '[^a]',
      '[a-b_]',
      '\\b',
      '\\B',
      '^',
      '$',
    ),
  );
  const tree: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      atom,
      fc.tuple(tie('node'), tie('node')).map(([a, b]) => `${a}${b}`),
      fc.tuple(tie('node'), tie('node')).map(([a, b]) => `(?:${a}|${b})`),
      fc
        .tuple(tie('node'), fc.constantFrom('*', '+', '?', '{2}', '{0,2}', '{1,}'))
        .map(([a, sign]) => `(?:${a})${sign}`),
    ),
  })).node;
  fc.assert(
    fc.property(
      tree,
      fc.string({ unit: fc.constantFrom('a', 'b', 'B', '_', ' ', '1', 'é'), maxLength: 12 }),
      fc.boolean(),
      (pattern, line, ignoresCase) => {
        expect(regex(pattern, ignoresCase).matches(line)).toBe(new RegExp(pattern, ignoresCase ? 'i' : '').test(line));
      },
    ),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 1000) },
  );
});

test('what ruins other engines takes steps by length alone', () => {
  const line = 'a'.repeat(20_000);
  for (const pattern of ['(a*)*[bc]', '(a|a)*[bc]', '(a+)+$[xy]', '(?:a?){50}a{50}[bc]'])
    expect(regex(pattern).matches(line)).toBe(false);
});
