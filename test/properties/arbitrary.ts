import fc from 'fast-check';
import type { LineRange } from '../../src/model/facts.ts';
import type { FileSketch, UnitSketch } from '../assembly/world.ts';

/** How often each property is tried; the long run raises it. */
export const RUNS = Number(process.env.PROPERTY_RUNS ?? 200);

const HOSTILE_LINES = [
  '```',
  '````typescript',
  '~~~~',
  '`````` x ``````',
  ']]>',
  ']]]]><![CDATA[>',
  '<![CDATA[',
  '</code></block></pack>',
  '</entity></context>',
  '<!-- -->',
  '<script>alert(1)</script>',
  '# Context Pack',
  '## Files',
  '### src/a.ts:1-2',
  'Setext',
  '======',
  '---',
  '> quote',
  '- list',
  '    indented',
  '[x]: http://example.com',
  '&amp; &#0; &bogus;',
  '"}],"blocks":[{"',
  '\\"\\u0000',
  '<|endoftext|><|im_start|>',
  '=== function: x ===',
  'Left out, best first: nothing',
  '\u0000\u0001\u0008\u000b\u000c\u001f\u007f\u0085',
  'carriage\rreturn\r',
  'line\u2028separator\u2029paragraph',
  '\ud800 lone \udfff',
  '\ufffe\uffff\ufeff',
  '\u202eevil\u202c \u2066x\u2069',
  'שלום עולם مرحبا',
  '👩‍👩‍👧‍👦🏳️‍🌈 e\u0301\u0323',
  '中文字符没有空格的一行很长的文字',
  '\t\t\t',
  '',
  '                                        ',
];

const codeLine = fc
  .tuple(fc.integer({ min: 0, max: 6 }), fc.constantFrom('const', 'return', 'if', 'await', 'let'), fc.nat(999))
  .map(([indent, word, n]) => `${'  '.repeat(indent)}${word} value${n} = compute(${n}, 'text ${n}');`);
const hostileLine = fc.constantFrom(...HOSTILE_LINES);
const oddLine = fc.string({ unit: 'binary', maxLength: 60 });
const longLine = fc.constantFrom('x'.repeat(3000), 'word '.repeat(600), '`'.repeat(1500), '😀'.repeat(900));
const hugeLine = fc.constantFrom('a'.repeat(1_000_000), ' '.repeat(1_000_000), 'ab1 '.repeat(250_000));

const line = fc.oneof(
  { weight: 400, arbitrary: codeLine },
  { weight: 150, arbitrary: hostileLine },
  { weight: 50, arbitrary: oddLine },
  { weight: 3, arbitrary: longLine },
);

export const hostileName = fc.oneof(
  fc.constantFrom(
    'handle',
    'a`b',
    '``',
    '<T>',
    'x*y_z',
    '__init__',
    '# not a heading',
    'a\nb',
    '"quoted"',
    ']]>',
    '',
    '1. x',
    '- x',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

const path = fc.oneof(
  { weight: 5, arbitrary: fc.nat(40).map((n) => `src/part/file${n}.ts`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'a b/"c".ts',
      'new\nline.py',
      'tick`s.md',
      '<x>&.xml',
      'söze/日本.go',
      '__main__.py',
      ']]>.ts',
      '*#_.rb',
    ),
  },
);

const unitKinds = fc.constantFrom('function', 'class', 'method', 'region', 'section', 'constant') as fc.Arbitrary<
  NonNullable<UnitSketch['kind']>
>;

// Equal scores are common, so that ties are broken everywhere.
const score = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0.5, 0.9));

/** A file of hostile text with parts anywhere in it. */
export const hostileFile: fc.Arbitrary<FileSketch> = fc
  .record({
    path,
    lines: fc.array(line, { minLength: 1, maxLength: 60 }),
    huge: fc.oneof({ weight: 400, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: hugeLine }),
    score,
    kind: fc.constantFrom('file', 'file', 'file', 'document') as fc.Arbitrary<NonNullable<FileSketch['kind']>>,
    isPinned: fc.nat(9).map((n) => n === 0),
    isReadable: fc.nat(19).map((n) => n > 0),
    isStale: fc.boolean(),
    hasImports: fc.boolean(),
    language: fc.constantFrom('typescript', 'python', 'html', null, 'x`y\n'),
    units: fc.array(
      fc.record({
        name: hostileName,
        at: fc.nat(70),
        length: fc.integer({ min: -2, max: 40 }),
        score,
        kind: unitKinds,
        isPinned: fc.nat(9).map((n) => n === 0),
        isRelated: fc.nat(5).map((n) => n === 0),
        match: fc.nat(70),
      }),
      { maxLength: 8 },
    ),
  })
  .map(({ lines, huge, isReadable, hasImports, units, ...rest }) => ({
    ...rest,
    // Line ends are where a file is cut into lines, so no line holds one.
    text: isReadable
      ? [...lines, ...(huge === null ? [] : [huge])].map((each) => each.replaceAll('\n', ' ')).join('\n')
      : null,
    importLines: hasImports ? ([[1, Math.min(3, lines.length)]] as LineRange[]) : [],
    units: units.map(({ at, length, match, ...unit }, index) => ({
      ...unit,
      name: `${unit.name}${index}`,
      lines: [at, at + length] as LineRange,
      matches: [[match, match + 1]] as LineRange[],
    })),
  }));

/** Well-behaved files of functions, for statements about how room is spent. */
export const codeFile = (index: number): fc.Arbitrary<FileSketch> =>
  fc
    .record({
      score: fc.double({ min: 0.2, max: 1, noNaN: true }),
      parts: fc.array(
        fc.record({ lines: fc.integer({ min: 3, max: 60 }), score: fc.double({ min: 0.2, max: 1, noNaN: true }) }),
        { minLength: 3, maxLength: 12 },
      ),
    })
    .map(({ score, parts }) => {
      const units: UnitSketch[] = [];
      const text: string[] = [];
      for (const [part, each] of parts.entries()) {
        const name = `work${index}x${part}`;
        const body = Array.from(
          { length: each.lines - 2 },
          (_, at) => `  const value${at} = compute(${at}, '${name}');`,
        );
        units.push({ name, lines: [text.length + 1, text.length + each.lines], score: each.score });
        text.push(`export function ${name}(input: Input): Output {`, ...body, '}', '');
      }
      return { path: `src/code/file${index}.ts`, text: text.join('\n'), score, units };
    });
