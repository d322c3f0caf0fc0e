import { describe, expect, test } from 'vitest';
import type { Scored } from '../../src/model/candidate.ts';
import { entityId } from '../../src/model/entity.ts';
import type { LineRange, SymbolFacts } from '../../src/model/facts.ts';
import { assemblePack } from '../../src/pipeline/assemble.ts';
import { candidates, type FileSketch, fileOf, functionText, O200K, options, pack, parts, TASK } from './world.ts';

const IMPORTS = ["import { a } from './a';", "import { b } from './b';", ''];
const PAY = functionText('pay', 12).split('\n');

function regionThen(top: readonly string[], given: Partial<FileSketch> = {}): FileSketch {
  const start = top.length + 1;
  return {
    path: 'src/shop.ts',
    score: 0.05,
    text: [...top, ...Array(30).fill('// far away'), ...PAY].join('\n'),
    units: [
      { name: 'top', kind: 'region', lines: [1, top.length], score: 0.9 },
      { name: 'pay', lines: [start + 30, start + 41], score: 0.5 },
    ],
    ...given,
  };
}

describe('boilerplate is not quoted', () => {
  const tops: [name: string, top: string[], given?: Partial<FileSketch>][] = [
    ['import lines', IMPORTS, { importLines: [[1, 2]] }],
    ['a comment', ['/**', ' * Pays for the order', ' * in full.', ' */']],
    ['a licence', ['// Copyright Shop', '// Licensed under the MIT licence', '']],
    ['line comments', ['# pays', '# for it'], { language: 'python', path: 'src/shop.py' }],
    ['a docstring', ['"""Pays', 'for it.', '"""'], { language: 'python', path: 'src/shop.py' }],
    ['a package line and brackets', ['package shop;', '', '}', ');'], { language: 'java', path: 'src/Shop.java' }],
  ];
  for (const [name, top, given] of tops)
    test(`a part of a file that holds only ${name} is not quoted, although it scores best`, () => {
      const made = pack([regionThen(top, given)], { budgetTokens: 2000 });
      expect(made.pack.blocks.map(({ name: quoted }) => quoted)).toEqual(['pay']);
      expect(made.outcomes.get(candidates(regionThen(top, given))[1]!.id)).toEqual({
        kind: 'excluded',
        because: 'belowFloor',
      });
    });

  test('constants below a comment line of stars are quoted', () => {
    const made = pack([regionThen(['/*********/', 'const limit = 3;'])], { budgetTokens: 2000 });
    expect(made.pack.blocks.map(({ kind }) => kind)).toEqual(['region', 'function']);
  });

  test('constants above a function are quoted', () => {
    const made = pack([regionThen(['const limit = 3;'])], { budgetTokens: 2000 });
    expect(made.pack.blocks.map(({ kind }) => kind)).toContain('region');
  });

  // A class with its head, and a method far below it.
  const classFile = (head: readonly string[], line = 1): readonly Scored[] => {
    const sketch: FileSketch = {
      path: 'src/cart.ts',
      score: 0.05,
      text: [...head, ...Array(30).fill(''), ...functionText('total', 12).split('\n'), '}'].join('\n'),
      units: [
        { name: 'Cart', kind: 'class', lines: [1, head.length], signature: [line, line], score: 0.9, isPinned: true },
        { name: 'Cart.total', kind: 'method', lines: [head.length + 31, head.length + 42], score: 0.4 },
      ],
    };
    const [file, cart, total] = candidates(sketch) as [Scored, Scored, Scored];
    const [holder, member] = file.text!.facts.symbols as [never, never];
    const symbols = [
      Object.assign({}, holder, { endLine: head.length + 43 }),
      Object.assign({}, member, { parent: 0 }),
    ];
    const text = { ...file.text!, facts: { ...file.text!.facts, symbols } };
    return [file, cart, total].map((one) => ({ ...one, text }));
  };
  test('of a named class with nothing but its first line in its head, the best member is quoted', () => {
    const made = assemblePack(classFile(['export class Cart {']), options());
    expect(made.pack.blocks.map(({ name }) => name)).toEqual(['Cart.total']);
    expect([...made.outcomes.values()].map(({ kind }) => kind)).toEqual(['included', 'included', 'included']);
  });
  test('a named class that holds only comments is not quoted, and choosing ends', () => {
    const sketch: FileSketch = {
      path: 'src/empty.ts',
      score: 0.05,
      text: ['export class Empty {', ...Array(10).fill('  // to come'), '}'].join('\n'),
      units: [
        { name: 'Empty', kind: 'class', lines: [1, 4], score: 0.9, isPinned: true },
        { name: 'Empty', kind: 'class', lines: [5, 12], score: 0.8 },
      ],
    };
    const [file, ...pieces] = candidates(sketch) as [Scored, Scored, Scored];
    const [holder] = file.text!.facts.symbols as [SymbolFacts];
    const later = { ...holder, name: 'later', qualifiedName: 'Empty.later', startLine: 12, parent: 0 };
    const symbols = [{ ...holder, endLine: 12 }, later];
    const text = { ...file.text!, facts: { ...file.text!.facts, symbols } };
    const numbered = pieces.map((one, at) => ({ ...one, id: entityId(`${one.id}~${at}`) }));
    const made = assemblePack(
      [file, ...numbered].map((one) => ({ ...one, text })),
      options(),
    );
    expect(made.pack.blocks).toEqual([]);
  });
  test('the head of a class with nothing but an annotation and its first line is not quoted', () => {
    const made = assemblePack(classFile(['@Injectable({ scope: 1 })', 'export class Cart {'], 2), options());
    expect(made.pack.blocks.map(({ name }) => name)).toEqual(['Cart.total']);
  });
  test('the first line of a class is not quoted beside its quoted members', () => {
    const sketch: FileSketch = {
      path: 'src/cart.ts',
      score: 0,
      text: functionText('m', 200),
      units: [
        { name: 'Cart', kind: 'class', lines: [1, 200], score: 0.9, isPinned: true },
        { name: 'Cart.add', kind: 'method', lines: [10, 24], score: 0.8 },
        { name: 'Cart.total', kind: 'method', lines: [70, 84], score: 0.7 },
      ],
    };
    const levelsWith = (parent: number | null) => {
      const all = candidates(sketch).map((one) => {
        const symbols = one.text!.facts.symbols.map((symbol, at) => ({ ...symbol, parent: at === 0 ? null : parent }));
        return { ...one, text: { ...one.text!, facts: { ...one.text!.facts, symbols } } };
      });
      const shared = all.map((one) => ({ ...one, text: all[0]!.text }));
      return assemblePack(shared, options({ budgetTokens: 1500 })).pack.blocks.map(({ level, lines }) => [
        level,
        lines,
      ]);
    };
    expect(levelsWith(0)).toEqual([
      ['full', [[10, 24]]],
      ['full', [[70, 84]]],
    ]);
    expect(levelsWith(null)[0]).toEqual(['skeleton', [[1, 1]]]);
  });
  test('the head of a class with fields is quoted', () => {
    const made = assemblePack(classFile(['export class Cart {', '  private items = [];']), options());
    expect(made.pack.blocks.map(({ name }) => name)).toContain('Cart');
  });
});

describe('a comment goes with what it is about', () => {
  const blocksOf = (text: readonly string[], lines: LineRange, given: Partial<FileSketch> = {}) =>
    pack([
      {
        ...given,
        path: 'src/a.ts',
        score: 0.05,
        text: text.join('\n'),
        units: [{ name: 'lines', kind: 'region', lines, score: 0.9 }],
      },
    ]).pack.blocks.map(({ startLine, endLine }) => [startLine, endLine]);
  const code = [
    'const a = run();',
    '',
    '/**',
    ' * About b.',
    ' */',
    'const b = run();',
    ...Array(20).fill('const c = run();'),
  ];
  test('a comment at the end of a block is cut, because it belongs to the next code', () =>
    expect(blocksOf(code, [1, 5])).toEqual([[1, 1]]));
  test('a comment at the beginning of a block is kept', () => expect(blocksOf(code, [2, 6])).toEqual([[3, 6]]));
  test('a block leaves out the end of a comment that began before the block', () =>
    expect(blocksOf(code, [4, 7])).toEqual([[6, 7]]));
  test('a block leaves out the end of a docstring that began before the block', () => {
    const python = ['class A:', '    """Tells', '', '    of a.', '    """', '', ...Array(20).fill('    c = run()')];
    expect(blocksOf(python, [4, 8], { language: 'python' })).toEqual([[7, 8]]);
  });
  test('a string over several lines is not taken for a docstring, so code below it is kept', () => {
    const python = ['A = """', 'one', '"""', 'b = run()', 'c = run()', ...Array(20).fill('d = run()')];
    expect(blocksOf(python, [4, 5], { language: 'python' })).toEqual([[4, 5]]);
  });
  test('a block that begins among line comments keeps the comment line above the code', () => {
    const lines = ['// One.', '// Two.', 'const a = run();', ...Array(20).fill('const c = run();')];
    expect(blocksOf(lines, [2, 3])).toEqual([[2, 3]]);
  });
  test('a docstring at the end of a block is kept', () => {
    const python = ['def a():', '    """Tells', '    of a.', '    """', ...Array(20).fill('c = run()')];
    expect(blocksOf(python, [1, 4], { language: 'python' })).toEqual([[1, 4]]);
  });
});

describe('the same text at several places', () => {
  test('a file with the same text at two paths is quoted once, with a note that names the other path', () => {
    const twin = (path: string, score: number) => ({ ...fileOf(path, score, parts(2, 10, score)), hash: 'one' });
    const made = pack([twin('a/util.ts', 0.9), twin('b/util.ts', 0.8), fileOf('c/other.ts', 0.7, parts(3, 9, 0.7))]);
    expect(made.pack.blocks.map(({ path, note }) => [path, note])).toEqual([
      ['a/util.ts', 'same text in b/util.ts'],
      ['c/other.ts', null],
    ]);
    expect(made.text).toContain('same text in b/util.ts');
    expect(made.text.split('function part0').length).toBe(3);
    expect(made.pack.excluded.duplicate).toBe(3);
  });
});

describe('K42 small budgets', () => {
  const body = Array.from({ length: 80 }, (_, n) =>
    n === 60 ? '  stripe.retry(event);' : `  const step${n} = run(${n});`,
  );
  const long: FileSketch = {
    path: 'src/long.ts',
    score: 0.9,
    text: [
      '/**',
      ...Array(20).fill(' * Goes on about it.'),
      ' */',
      'export function handle(event: Event) {',
      ...body,
      '}',
    ].join('\n'),
    units: [{ name: 'handle', lines: [1, 104], score: 0.9, signature: [23, 23] }],
  };
  const near = fileOf('src/near.ts', 0.6, [{ name: 'tiny', lines: 4, score: 0.6 }]);
  for (const budgetTokens of [300, 400, 500, 700, 1000])
    test(`in ${budgetTokens} tokens a long function is cut around its match, without its comment, within the budget`, () => {
      const made = pack([long, near], { budgetTokens, truncatorName: 'around-matches' });
      const [first] = made.pack.blocks;
      expect([first?.path, first?.level]).toEqual(['src/long.ts', 'excerpt']);
      expect(first!.text).toContain('stripe.retry(event);');
      expect(first!.text).toContain('export function handle');
      expect(first!.text).not.toContain('Goes on');
      expect(O200K.count(made.text)).toBeLessThanOrEqual(budgetTokens);
    });

  test('a long function that is scored in two pieces is cut around the match of the weaker piece', () => {
    const pieces: FileSketch = {
      ...long,
      units: [
        { name: 'handle', lines: [1, 60], score: 0.9, signature: [23, 23] },
        { name: 'handle~2', lines: [61, 104], score: 0.2 },
      ],
    };
    const [file, head, rest] = candidates(pieces) as [Scored, Scored, Scored];
    const [symbol] = file.text!.facts.symbols;
    const text = { ...file.text!, facts: { ...file.text!.facts, symbols: [{ ...symbol!, endLine: 104 }] } };
    const made = assemblePack(
      [file, head, rest].map((one) => ({ ...one, text })),
      options({ budgetTokens: 400, truncatorName: 'around-matches', task: TASK }),
    );
    expect(made.pack.blocks[0]?.text).toContain('stripe.retry(event);');
  });
});
