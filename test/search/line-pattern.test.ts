import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ContextError } from '../../src/model/errors.ts';
import { createLiteralPattern, createRegexPattern } from '../../src/search/line-pattern.ts';

const regex = (pattern: string, ignoresCase = false) => createRegexPattern(pattern, ignoresCase);

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
  ['(?i)message', 'eine Meſſage', true],
  ['\\pN\\PN', 'a1b', true],
  ['\\101b', 'xAb', true],
];
for (const [pattern, line, isThere] of cases)
  test(`${pattern} ${isThere ? 'matches' : 'does not match'} "${line}"`, async () => {
    const { matches, mayHold } = await regex(pattern);
    expect(matches(line)).toBe(isThere);
    if (isThere) expect(mayHold(line)).toBe(true);
  });

const literals: [text: string, line: string, options: { ignoresCase?: boolean; isWord?: boolean }, isThere: boolean][] =
  [
    ['a.b(', 'x a.b( y', {}, true],
    ['a.b', 'axb', {}, false],
    ['Pay', 'repay', { ignoresCase: true }, true],
    ['ΟΔΟΣ', 'ΟΔΟΣΑ', { ignoresCase: true }, true],
    ['pay', 'repay', { isWord: true }, false],
    ['pay', 'shop.pay()', { isWord: true }, true],
    ['$x', 'a $x b', { isWord: true }, true],
  ];
for (const [text, line, options, isThere] of literals) {
  const how = options.isWord ? ' as a whole word' : options.ignoresCase ? ' in any case' : '';
  test(`the text "${text}" ${isThere ? 'is' : 'is not'} found${how} in "${line}"`, () =>
    expect(createLiteralPattern(text, { ignoresCase: false, ...options }).matches(line)).toBe(isThere));
}

const refused: [pattern: string, says: RegExp][] = [
  ['(a', /missing closing \): `\(a`/],
  ['a)', /unexpected \): `a\)`/],
  ['*a', /missing argument to repetition/],
  ['[a', /missing closing \]/],
  ['[z-a]', /invalid character class range: `z-a`/],
  ['(?=a)', /unsupported Perl syntax: `\(\?=`/],
  ['(a)\\1', /invalid escape sequence: `\\1`/],
  ['a{1,9999}', /invalid repeat count/],
  ['((a{200}){200}){200}', /invalid repeat count/],
  ['\\q', /invalid escape sequence: `\\q`/],
  ['a\\', /trailing backslash/],
  [`${'('.repeat(2000)}${')'.repeat(2000)}`, /nests too deeply/],
];
for (const [pattern, says] of refused)
  test(`${pattern.slice(0, 30)} is refused, and the message says why`, async () => {
    const told = await regex(pattern).catch((error: Error) => error);
    expect(told).toBeInstanceOf(ContextError);
    expect((told as ContextError).message).toMatch(says);
  });

const needed: [pattern: string, text: string, mayHold: boolean][] = [
  ['def \\w+_view\\(', 'def list_views(', false],
  ['def \\w+_view\\(', 'x_view(', true],
  ['colou?r', 'colo', true],
  ['colou?r', 'col', false],
  ['ab{0,2}c', 'a', true],
  ['(?i)stripe', 'STRIPE', true],
  ['TODO|FIXME', 'nothing', true],
  ['x(TODO|FIXME)y', 'x', true],
  ['x😀?', 'x', true],
  ['[.]rs$', 'rs', true],
  ['[.]rs$', 'py', false],
];
for (const [pattern, text, mayHold] of needed)
  test(`a line with ${pattern} ${mayHold ? 'may' : 'cannot'} be in "${text}"`, async () =>
    expect((await regex(pattern)).mayHold(text)).toBe(mayHold));

test('the matcher agrees with that of JavaScript on random patterns', async () => {
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
  await fc.assert(
    fc.asyncProperty(
      tree,
      fc.string({ unit: fc.constantFrom('a', 'b', 'B', '_', ' ', '1', 'é'), maxLength: 12 }),
      fc.boolean(),
      async (pattern, line, ignoresCase) => {
        const { matches, mayHold } = await regex(pattern, ignoresCase);
        const isThere = new RegExp(pattern, ignoresCase ? 'i' : '').test(line);
        expect(matches(line)).toBe(isThere);
        expect(mayHold(line) || !isThere).toBe(true);
      },
    ),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 1000) },
  );
});

test('patterns that are slow in other engines take linear time', async () => {
  const line = 'a'.repeat(20_000);
  for (const pattern of ['(a*)*[bc]', '(a|a)*[bc]', '(a+)+$[xy]', '(?:a?){50}a{50}[bc]'])
    expect((await regex(pattern)).matches(line)).toBe(false);
});
