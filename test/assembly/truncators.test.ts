import { describe, expect, test } from 'vitest';
import { languageByName } from '../../src/languages/index.ts';
import type { LineRange } from '../../src/model/facts.ts';
import type { TruncateInput } from '../../src/ports/truncator.ts';
import { findTruncator, TRUNCATORS } from '../../src/truncators/index.ts';

const CODE = [
  '/** Pays. */',
  'export function pay(',
  '  order: Order,',
  '): Receipt {',
  '  const total = sum(order);',
  '  charge(total);',
  '  log(total);',
  '  return receipt(total);',
  '}',
];

const CALL = [
  'export function register(app: App) {',
  '  const first = 1;',
  '  app.route(',
  "    '/pay',",
  '    limits,',
  '    async (request) => {',
  '      const order = await read(request);',
  '      return charge(order);',
  '    });',
  '}',
];
const DOCUMENTED = [
  '/**',
  ' * Pays.',
  ' *',
  ' * In full.',
  ' */',
  'export function pay() {',
  '  sum();',
  '  charge();',
  '}',
];

function input(given: Partial<TruncateInput> = {}): TruncateInput {
  return {
    lines: CODE,
    startLine: 11,
    signature: [12, 14],
    matches: [],
    comment: languageByName('typescript')!.comment,
    ...given,
  };
}
// Prices by lines, so that a case can be read.
const within = (lines: number) => (text: string) => text.split('\n').length <= lines;

const cases: [
  name: string,
  truncator: string,
  linesMax: number,
  given: Partial<TruncateInput>,
  expected: string | null,
][] = [
  [
    'S44 the whole signature is kept, then the first lines of the body',
    'signature-first',
    7,
    {},
    [...CODE.slice(0, 6), '  // … 3 lines left out'].join('\n'),
  ],
  [
    'S44 a signature over lines is not cut at its first colon',
    'signature-first',
    5,
    {},
    [...CODE.slice(0, 4), '  // … 5 lines left out'].join('\n'),
  ],
  [
    'S45 with little room the signature alone is kept, with a mark at both ends',
    'signature-first',
    5,
    { lines: ['/**', ' * Long', ' */', ...CODE.slice(1)], startLine: 9 },
    ['// … 3 lines left out', ...CODE.slice(1, 4), '  // … 5 lines left out'].join('\n'),
  ],
  [
    'S45 without a signature the first lines are kept',
    'signature-first',
    6,
    { signature: null },
    [...CODE.slice(0, 5), '  // … 4 lines left out'].join('\n'),
  ],
  ['nothing is quoted if only a comment would fit', 'signature-first', 3, { signature: null }, null],
  [
    'a statement over lines is kept whole or left out',
    'signature-first',
    4,
    { lines: CALL, startLine: 1, signature: [1, 1] },
    [CALL[0], CALL[1], '  // … 8 lines left out'].join('\n'),
  ],
  [
    'statements inside a callback may be cut apart',
    'around-matches',
    6,
    { lines: CALL, startLine: 1, signature: [1, 1], matches: [[7, 7]] as LineRange[] },
    [CALL[0], '  // … 5 lines left out', CALL[6], CALL[7], CALL[8], CALL[9]].join('\n'),
  ],
  [
    'the doc comment is left out before any statement',
    'around-matches',
    5,
    {
      lines: DOCUMENTED,
      startLine: 1,
      signature: [6, 6],
      matches: [
        [2, 2],
        [8, 8],
      ] as LineRange[],
    },
    ['// … 5 lines left out', ...DOCUMENTED.slice(5)].join('\n'),
  ],
  [
    'a docstring is left out whole, never cut inside',
    'around-matches',
    3,
    {
      lines: ['def pay(order):', '    """Pays.', '', '    In full.', '    """', '    return order'],
      startLine: 1,
      signature: [1, 1],
      matches: [
        [4, 4],
        [6, 6],
      ] as LineRange[],
      comment: languageByName('python')!.comment,
    },
    ['def pay(order):', '    # … 4 lines left out', '    return order'].join('\n'),
  ],
  [
    'a comment is left out with the statement below it',
    'around-matches',
    5,
    {
      lines: ['function pay() {', '  sum();', '  // It is charged', '  // once.', '  charge();', '  log();', '}'],
      startLine: 1,
      signature: [1, 1],
      matches: [[2, 2]] as LineRange[],
    },
    ['function pay() {', '  sum();', '  // … 5 lines left out'].join('\n'),
  ],
  ['S45 nothing is quoted if the signature does not fit', 'signature-first', 2, {}, null],
  [
    'S46 the first and last lines are kept around the remark',
    'bookend',
    5,
    {},
    [...CODE.slice(0, 2), '  // … 5 lines left out', ...CODE.slice(7)].join('\n'),
  ],
  ['S46 nothing is quoted if there is no room', 'bookend', 0, {}, null],
  [
    'with matches outside the text it cuts as signature-first does',
    'around-matches',
    7,
    { matches: [[90, 91]] as LineRange[] },
    [...CODE.slice(0, 6), '  // … 3 lines left out'].join('\n'),
  ],
  ['K5 nothing is quoted if not all lines fit', 'never', 8, {}, null],
];

describe('S43 truncators', () => {
  for (const [name, truncator, linesMax, given, expected] of cases) {
    test(`the truncator ${truncator} cuts to ${linesMax} lines: ${name}`, () =>
      expect(findTruncator(truncator).truncate(input(given), within(linesMax))?.text ?? null).toBe(expected));
  }

  test('the truncator around-matches keeps a matching line near the end of the text', () => {
    const cut = findTruncator('around-matches').truncate(input({ matches: [[17, 17]] }), within(7));
    expect(cut?.text.split('\n')).toContain('  log(total);');
    expect(cut?.text.split('\n').length).toBeLessThanOrEqual(7);
  });

  for (const { name } of TRUNCATORS) {
    test(`S36 K5 the truncator ${name} leaves a text that fits unchanged`, () =>
      expect(findTruncator(name).truncate(input(), within(9))).toEqual({ text: CODE.join('\n'), kept: [[11, 19]] }));

    test(`S36 the truncator ${name} cuts whole lines, reports the kept ones, and adds a remark within the limit`, () => {
      for (let linesMax = 0; linesMax < 9; linesMax++) {
        const cut = findTruncator(name).truncate(input({ matches: [[16, 17]] }), within(linesMax));
        if (!cut) continue;
        const lines = cut.text.split('\n');
        expect(lines.length).toBeLessThanOrEqual(linesMax);
        const kept = cut.kept.flatMap(([first, last]) => CODE.slice(first - 11, last - 10));
        expect(lines.filter((line) => !line.includes('left out'))).toEqual(kept);
        expect(lines.some((line) => line.includes('left out'))).toBe(true);
      }
    });
  }

  const remarks: [language: string, remark: string][] = [
    ['python', '# … 4 lines left out'],
    ['html', '<!-- … 4 lines left out -->'],
    ['sql', '-- … 4 lines left out'],
    ['rust', '// … 4 lines left out'],
  ];
  for (const [language, remark] of remarks) {
    test(`the remark on left-out lines is a comment of ${language}`, () => {
      const cut = findTruncator('signature-first').truncate(
        input({
          lines: CODE.map((line) => line.trimStart()),
          signature: null,
          comment: languageByName(language)!.comment,
        }),
        within(6),
      );
      expect(cut?.text.split('\n').at(-1)).toBe(remark);
    });
  }

  test('an unknown truncator is refused, and the known ones are named', () =>
    expect(() => findTruncator('chop')).toThrow(TRUNCATORS.map(({ name }) => name).join(', ')));
});
