import { describe, expect, test } from 'vitest';
import { type FileSketch, fileOf, functionText, options, outline, pack, parts } from './world.ts';

type Given = Parameters<typeof options>[0];

describe('code is quoted at a level of detail that fits', () => {
  const big = fileOf('big.ts', 0.9, parts(12, 40));
  const cases: [name: string, files: FileSketch[], given: Given, expected: string[]][] = [
    ['a small file with the best score is quoted whole', [fileOf('a.ts', 0.9, parts(2, 10))], {}, ['a.ts:1-21 full']],
    [
      'C64 parts of a large file are quoted, not the file',
      [{ ...big, units: big.units!.slice(3, 4) }],
      { budgetTokens: 2000 },
      ['big.ts:124-163 full'],
    ],
    [
      'two adjacent parts of a file become one block',
      [{ ...big, units: big.units!.slice(0, 2), score: 0 }],
      { budgetTokens: 3000, floors: { units: 0.1, files: 0.1, alone: 0.1 } },
      ['big.ts:1-81 full'],
    ],
    [
      'two parts of a file with forty lines between them become two blocks',
      [{ ...big, units: [big.units![0]!, big.units![2]!] }],
      { budgetTokens: 3000 },
      ['big.ts:1-40 full', 'big.ts:83-122 full'],
    ],
    [
      'S15 S23 a part is quoted with its context lines',
      [{ ...big, units: [big.units![1]!] }],
      { budgetTokens: 3000, contextLines: 3 },
      ['big.ts:39-84 full'],
    ],
    [
      'a part that does not fit whole is cut',
      [{ ...big, units: [big.units![0]!] }],
      { budgetTokens: 500 },
      ['big.ts:1-40 excerpt'],
    ],
    [
      'K5 a part that does not fit is not quoted by the truncator `never`',
      [{ ...big, units: [big.units![0]!] }],
      { budgetTokens: 500, truncatorName: 'never' },
      [],
    ],
    [
      'a class that does not fit is quoted as an outline',
      [
        {
          path: 'c.ts',
          score: 0.5,
          text: functionText('m', 200),
          units: [
            { name: 'C', kind: 'class', lines: [1, 200], score: 0.9 },
            { name: 'a', lines: [10, 60], score: 0.05 },
            { name: 'b', lines: [70, 160], score: 0.05 },
          ],
        },
      ],
      { budgetTokens: 700 },
      ['c.ts:1-200 skeleton'],
    ],
    [
      'C67 of a file at most `linesPerFileMax` lines are quoted',
      [fileOf('a.ts', 0.9, parts(10, 10))],
      { linesPerFileMax: 35 },
      ['a.ts:1-32 full'],
    ],
    [
      'C61 at most `filesMax` files are quoted',
      Array.from({ length: 4 }, (_, n) => fileOf(`f${n}.ts`, 0.9 - n * 0.1, parts(1))),
      { filesMax: 2 },
      ['f0.ts:1-20 full', 'f1.ts:1-20 full'],
    ],
    [
      'a document that does not fit is left out, not cut',
      [{ path: 'd.md', kind: 'document', score: 0.9, text: 'word '.repeat(40).concat('\n').repeat(40) }],
      { budgetTokens: 800 },
      [],
    ],
    ['a file with a score below the floor is not quoted', [fileOf('a.ts', 0.05, parts(2, 10, 0.08))], {}, []],
    [
      'parts of a file with scores below the floor are not quoted beside a good part',
      [fileOf('a.ts', 0.9, [{ name: 'good', lines: 20, score: 0.9 }, ...parts(8, 20, 0.09)])],
      { budgetTokens: 1500, tuning: { ...options().tuning, wholeFiles: 0 } },
      ['a.ts:1-20 full'],
    ],
    [
      'S20 a part beyond the end of its file, at line 0 or with its last line before its first is not quoted',
      [
        {
          path: 'a.ts',
          score: 0,
          text: 'x\ny',
          units: [
            { name: 'p', lines: [7, 9], score: 0.9 },
            { name: 'q', lines: [0, 2], score: 0.9 },
            { name: 'r', lines: [2, 1], score: 0.9 },
          ],
        },
      ],
      {},
      [],
    ],
  ];
  for (const [name, files, given, expected] of cases) test(name, () => expect(outline(files, given)).toEqual(expected));

  test('C66 a file without parts is cut around its matches', () => {
    const file: FileSketch = {
      path: 'a.txt',
      score: 0.9,
      text: functionText('x', 400),
      matches: [[200, 201]],
      language: null,
    };
    const { pack: made } = pack([file], { budgetTokens: 1500, truncatorName: 'around-matches' });
    expect(made.blocks[0]?.lines.some(([first, last]) => first <= 200 && last >= 201)).toBe(true);
  });

  test('C65 the changed lines of a part that does not fit are quoted', () => {
    const file = fileOf('a.ts', 0.9, parts(1, 120));
    const changed = { ...file, units: [{ ...file.units![0]!, matches: [[97, 98]] as const }] };
    const { blocks } = pack([changed], { budgetTokens: 900, truncatorName: 'around-matches' }).pack;
    expect(blocks[0]?.lines.some(([first, last]) => first <= 97 && last >= 98)).toBe(true);
    expect(blocks[0]?.text.split('\n')[0]).toBe('export function part0(input: Input): Output {');
  });

  test('every likely file gets its best part before any file gets a second part', () => {
    const files = Array.from({ length: 6 }, (_, n) =>
      fileOf(`f${n}.ts`, 0.9 - n * 0.05, parts(8, 30, 0.95 - n * 0.05)),
    );
    expect(new Set(pack(files, { budgetTokens: 6100 }).pack.blocks.map((block) => block.path)).size).toBe(6);
  });
});

describe('parts are chosen in order of worth', () => {
  const tuned = { ...options().tuning, wholeFiles: 0, wholeFileWhen: 2, firstFiles: 0 };
  const two = [fileOf('a.ts', 0.9, parts(8, 20, 0.9)), fileOf('b.ts', 0.8, parts(8, 20, 0.8))].map((file) => ({
    ...file,
    units: file.units!.filter((_, index) => index % 2 === 0),
  }));
  const taken = (spread: number) =>
    pack(two, { budgetTokens: 1600, tuning: { ...tuned, spread } }).pack.blocks.map((block) => block.path);
  test('with a lower `spread` a file gets fewer blocks and the next file more', () => {
    const ofSecond = (spread: number) => taken(spread).filter((path) => path === 'b.ts').length;
    expect([ofSecond(0.5), ofSecond(1)]).toEqual([3, 2]);
  });
  test('a file whose parts are all below the floor is quoted only if it is among the first `firstFiles` files', () => {
    const good = Array.from({ length: 15 }, (_, n) =>
      fileOf(`f${n}.ts`, 0.9 - n * 0.01, [{ name: 'low', lines: 5, score: 0.05 }]),
    );
    const quoted = outline(good, { budgetTokens: 10_000_000, tuning: { ...tuned, firstFiles: 12 } });
    expect(quoted.length).toBe(12);
  });
});

describe('signatures are printed beside whole parts', () => {
  test('the outline of a class leaves out the signature of a member that is quoted whole', () => {
    const file: FileSketch = {
      path: 'c.ts',
      score: 0,
      text: functionText('m', 200),
      units: [
        { name: 'C', kind: 'class', lines: [1, 200], score: 0.9, isPinned: true },
        { name: 'a', lines: [10, 24], score: 0.8 },
        { name: 'b', lines: [70, 160], score: 0.05 },
      ],
    };
    const { blocks } = pack([file], { budgetTokens: 1500 }).pack;
    expect(blocks.map((block) => [block.level, block.lines])).toEqual([
      [
        'skeleton',
        [
          [1, 1],
          [70, 70],
        ],
      ],
      ['full', [[10, 24]]],
    ]);
  });
});

describe('imports of quoted code are printed', () => {
  const cases: [name: string, imports: number, lines: number, isQuoted: boolean][] = [
    ['three imports are printed with a block of six lines', 3, 6, true],
    ['six imports are not printed with a block of six lines', 6, 6, false],
    ['six imports are printed with a block of thirty lines', 6, 30, true],
    ['twenty imports are not printed, even with a block of a hundred lines', 20, 100, false],
  ];
  for (const [name, count, lines, isQuoted] of cases)
    test(name, () => {
      const imports = Array.from({ length: count }, (_, n) => `import { name${n} } from './name${n}';`);
      const sketch: FileSketch = {
        path: 'a.ts',
        score: 0,
        text: [...imports, ...Array(20).fill(''), functionText('part', lines)].join('\n'),
        units: [{ name: 'part', lines: [count + 21, count + 20 + lines], score: 0.9 }],
        importLines: [[1, count]],
      };
      const [block] = pack([sketch], { truncatorName: 'never' }).pack.blocks;
      expect([block?.startLine, block?.imports]).toEqual([count + 21, isQuoted ? imports.join('\n') : null]);
    });
});

describe('files and symbols named by the task are pinned', () => {
  test('a pinned part that lies among the context lines of another part gets no block of its own', () => {
    const [near, far] = [2, 20].map((gap) =>
      outline(
        [
          {
            path: 'a.ts',
            score: 0,
            text: functionText('x', 60),
            units: [
              { name: 'first', lines: [5, 10], score: 0.9, isPinned: true },
              { name: 'second', lines: [10 + gap, 11 + gap], score: 0.8, isPinned: true },
            ],
          },
        ],
        { contextLines: 3, truncatorName: 'never' },
      ),
    );
    expect([near, far]).toEqual([['a.ts:2-13 full'], ['a.ts:2-13 full', 'a.ts:27-34 full']]);
  });

  test('a pinned part of a weak file is quoted whole', () => {
    const weak = fileOf('weak.ts', 0.01, [
      { name: 'named', lines: 20, score: 0.02, isPinned: true },
      { name: 'other', lines: 20, score: 0.02 },
    ]);
    const strong = Array.from({ length: 9 }, (_, n) => fileOf(`s${n}.ts`, 0.9, parts(9, 30, 0.9)));
    expect(outline([...strong, weak], { budgetTokens: 3000 })).toContain('weak.ts:1-20 full');
  });

  test('a pinned file that does not fit whole is quoted in parts', () => {
    const large = { ...fileOf('large.ts', 0.4, parts(20, 30, 0.5)), isPinned: true };
    const blocks = pack([large, fileOf('s.ts', 0.9, parts(9, 30, 0.9))], { budgetTokens: 3000 }).pack.blocks;
    expect(blocks.some((block) => block.path === 'large.ts')).toBe(true);
  });

  test('a pinned file none of whose parts fit is quoted as an outline', () => {
    const units = Array.from({ length: 6 }, (_, n) => ({
      name: `m${n}`,
      lines: [n * 100 + 1, n * 100 + 99] as const,
      score: 0.01,
    }));
    const large: FileSketch = { path: 'large.ts', text: functionText('x', 600), score: 0.3, isPinned: true, units };
    expect(outline([large], { budgetTokens: 900, linesPerFileMax: 90 })).toEqual(['large.ts:1-600 skeleton']);
  });

  test('ten pinned parts of ten files are all quoted, although they do not fit whole', () => {
    const files = Array.from({ length: 10 }, (_, n) =>
      fileOf(`p${n}.ts`, 0.5, [{ name: 'x', lines: 60, score: 0.9 - n * 0.05, isPinned: true }]),
    );
    expect(new Set(pack(files, { budgetTokens: 3000 }).pack.blocks.map((block) => block.path)).size).toBe(10);
  });
});
