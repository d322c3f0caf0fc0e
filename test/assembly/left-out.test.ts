import { describe, expect, test } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { assemblePack } from '../../src/pipeline/assemble.ts';
import { candidates, type FileSketch, fileOf, functionText, O200K, options, outline, pack, parts } from './world.ts';

type Given = Parameters<typeof options>[0];

describe('imports of quoted blocks', () => {
  const withImports = (): FileSketch => {
    const file = fileOf('a.ts', 0.9, parts(6, 40));
    return {
      ...file,
      text: `import compute from 'a';\nimport Input from 'b';\n\n${file.text}`,
      importLines: [[1, 2]],
      units: file
        .units!.map((unit) => ({ ...unit, lines: [unit.lines[0] + 3, unit.lines[1] + 3] as const }))
        .slice(1, 5),
    };
  };
  test('S14 S26 K21 the imports of a file are printed once, at its first block, with their lines', () => {
    const file = withImports();
    const apart = { ...file, units: [file.units![0]!, file.units![2]!] };
    const { pack: made, text } = pack([apart], { budgetTokens: 3000 });
    expect(made.blocks.map((block) => block.imports)).toEqual([
      "import compute from 'a';\nimport Input from 'b';",
      null,
    ]);
    expect(text.split("import compute from 'a';").length).toBe(2);
    expect(made.blocks.map((block) => block.importLines)).toEqual([[[1, 2]], []]);
    expect(text).toContain('· imports 1-2');
  });
  test('S37 a shortened block carries no imports', () => {
    const { blocks } = pack([{ ...withImports(), units: [withImports().units![0]!] }], { budgetTokens: 500 }).pack;
    expect(blocks.map((block) => [block.level, block.imports])).toEqual([['excerpt', null]]);
  });
  const off: [name: string, given: Given][] = [
    ['K21 imports can be switched off', { includeImports: false }],
    [
      'imports that cost more than `importTokensMax` are left out',
      { tuning: { ...options().tuning, importTokensMax: 3, importTokensFree: 3 } },
    ],
  ];
  for (const [name, given] of off) {
    test(name, () =>
      expect(
        pack([{ ...withImports(), units: [withImports().units![0]!] }], { budgetTokens: 3000, ...given }).text,
      ).not.toContain('import a'),
    );
  }

  test.each([
    ['related files get only their share of the budget while other files need space', 30, 600, 100],
    ['related files get the space that other files leave', 1, 3500, 100],
    ['related files get only their share of the budget if `neighbourShare` is 0', 1, 600, 0],
  ])('%s', (_, count, most, neighbourShare) => {
    const asked = Array.from({ length: count }, (_, n) => fileOf(`asked${n}.ts`, 0.9, parts(1, 20, 0.9)));
    const related = Array.from(
      { length: 40 },
      (_, n): FileSketch => ({
        ...fileOf(`r${n}.ts`, 0, []),
        text: functionText(`r${n}`, 20),
        units: [{ name: `r${n}`, lines: [1, 20], score: 0.95, isRelated: true }],
      }),
    );
    const tuning = { ...DEFAULTS.budget, neighbourShare };
    const { pack: made } = pack([...asked, ...related], { budgetTokens: 4000, tuning });
    const quoted = made.blocks.filter((block) => block.path.startsWith('r'));
    const tokens = quoted.reduce((sum, block) => sum + O200K.count(block.text), 0);
    expect(tokens).toBeGreaterThan(most * 0.6);
    expect(tokens).toBeLessThanOrEqual(most);
  });
});

describe('candidates left out', () => {
  const files = Array.from({ length: 12 }, (_, n) => fileOf(`f${n}.ts`, 0.9 - n * 0.05, parts(3, 40, 0.9 - n * 0.05)));

  test('K6 files left out are listed in whole lines, best first, followed by the number of others', () => {
    const { pack: made, text } = pack(files, { budgetTokens: 3000 });
    expect(made.references.length).toBeGreaterThan(1);
    expect(made.references.map((reference) => reference.score)).toEqual(
      made.references.map((reference) => reference.score).toSorted((a, b) => b - a),
    );
    expect(text).toMatch(
      /Not quoted, likeliest first:\n- f\d+\.ts[^\n]*: part\d[^\n]*\n(?:- [^\n]+\n)*- \d+ more over budget\n$/,
    );
  });

  test('K6 a file left out whose line is too long does not keep a shorter line from the list', () => {
    const long = fileOf(`${'deep/'.repeat(60)}long.ts`, 0.8, parts(1, 200, 0.8));
    const short = fileOf('short.ts', 0.7, parts(1, 200, 0.7));
    const paths = [200, 220, 240, 260, 280].map((budgetTokens) =>
      pack([long, short], { budgetTokens, truncatorName: 'never' }).pack.references.map(({ path }) => path),
    );
    expect(paths).toContainEqual(['short.ts']);
  });

  test('A17 A22 S25 K4 an item too long for the remaining budget does not keep out a later one that fits', () => {
    const long = fileOf('long.ts', 0.9, [{ name: 'long', lines: 290, score: 0.9 }]);
    expect(
      outline([long, fileOf('short.ts', 0.5, parts(1, 10, 0.5))], { budgetTokens: 700, truncatorName: 'never' }),
    ).toEqual(['short.ts:1-10 full']);
  });

  test('K7 candidates left out are counted by their reason', () => {
    const made = pack(
      [
        { path: 'gone.ts', text: null, score: 0.9 },
        { path: 'odd.ts', text: 'x', score: 0.9, units: [{ name: 'p', lines: [5, 6], score: 0.9 }] },
        fileOf('weak.ts', 0.01, parts(2, 5, 0.02)),
      ],
      { budgetTokens: 2000, refused: { ignored: 4 } },
    ).pack;
    expect(made.excluded).toMatchObject({ noLocation: 1, belowFloor: 1, budget: 0, unreadable: 0, ignored: 4 });
    // What is below the floor is named by its parts, and the file itself counted.
    expect(made.references.map(({ excludedBecause }) => excludedBecause)).toEqual([
      'unreadable',
      'belowFloor',
      'belowFloor',
    ]);
  });

  test('a candidate is listed as left out by the budget only if it would not have fitted', () => {
    for (const budgetTokens of [600, 1500, 3000, 6000, 12_000]) {
      const { pack: made } = pack(
        [...files, ...files.map((file) => ({ ...file, path: `x${file.path}`, hash: file.path }))],
        { budgetTokens },
      );
      const left = budgetTokens - made.usage.used;
      for (const { id, excludedBecause } of made.references) {
        if (excludedBecause !== 'budget') continue;
        // The smallest part of any of these files has forty lines.
        expect(O200K.count(functionText('part0', 40)), `${id} at ${budgetTokens}`).toBeGreaterThan(left);
      }
    }
  });

  test('candidates with a score below the floor or past their share are not counted as left out by the budget', () => {
    const asked = fileOf('asked.ts', 0.9, parts(1, 20, 0.9));
    const weak = Array.from({ length: 20 }, (_, n) =>
      fileOf(`w${n}.ts`, 0.5 - n * 0.01, [{ name: 'low', lines: 5, score: 0.05 }]),
    );
    const related = Array.from({ length: 40 }, (_, n) => ({
      ...fileOf(`r${n}.ts`, 0, []),
      text: functionText(`r${n}`, 20),
      units: [{ name: `r${n}`, lines: [1, 20] as const, score: 0.8, isRelated: true }],
    }));
    const { pack: made } = pack([asked, ...weak, ...related], { budgetTokens: 8000 });
    expect(made.usage.used).toBeLessThan(6000);
    expect(made.excluded.budget).toBe(0);
    expect(made.references.map(({ excludedBecause }) => excludedBecause)).not.toContain('budget');
  });

  test('the list of what was left out takes at most four hundred tokens, and the others are counted', () => {
    const many = Array.from({ length: 40 }, (_, n) => fileOf(`m${n}.ts`, 0.9 - n * 0.01, parts(3, 40, 0.9 - n * 0.01)));
    const { pack: made, text } = pack(many, { budgetTokens: 16_000 });
    expect(O200K.count(text.slice(text.indexOf('Not quoted')))).toBeLessThanOrEqual(400);
    expect(made.references.length).toBeGreaterThan(10);
    expect(made.excluded.budget).toBeGreaterThan(10);
  });

  test('the same candidate ten times is one block and nine duplicates', () => {
    const once = candidates(fileOf('a.ts', 0.9, parts(1)));
    const { pack: made } = assemblePack(Array.from({ length: 10 }, () => once).flat(), options());
    expect([made.blocks.length, made.excluded.duplicate]).toEqual([1, 18]);
  });

  test('a block that the caller has seen is listed instead of quoted, unless its hash changed', () => {
    const file = fileOf('a.ts', 0.9, parts(2));
    const seen = (hash: string) =>
      pack([file], {
        seen: [{ id: 'a.ts#part0', hash }],
        budgetTokens: 3000,
        tuning: { ...options().tuning, wholeFiles: 0, wholeFileWhen: 2 },
      }).pack;
    expect(seen('abcdef0123456789').references.map(({ id, excludedBecause }) => [id, excludedBecause])).toEqual([
      ['a.ts#part0', 'seen'],
    ]);
    expect(seen('abcdef0123456789').blocks.map((block) => block.id)).toEqual(['a.ts#part1']);
    expect(seen('another').references).toEqual([]);
  });

  test('the parts of a file that the caller has seen are not quoted', () => {
    const { pack: made } = pack([fileOf('a.ts', 0.9, parts(2))], { seen: [{ id: 'a.ts', hash: 'abcdef0123456789' }] });
    expect([made.blocks.length, made.references.map((reference) => reference.excludedBecause)]).toEqual([0, ['seen']]);
  });

  test('a block quoted from the index, not from disk, is marked as stale', () =>
    expect(pack([{ ...fileOf('a.ts', 0.9, parts(1)), isStale: true }]).text).toContain('stale: from the index'));
});
