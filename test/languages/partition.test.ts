import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EntityKind } from '../../src/model/entity.ts';
import type { ContentFacts, SymbolFacts } from '../../src/model/facts.ts';
import { type CutHints, cutIntoUnits } from '../../src/sources/code/parse/symbols/partition.ts';

const LIMITS = { functionLinesMax: 60, containerLinesMax: 25, regionLinesMax: 40 };
type Row = [startLine: number, endLine: number, kind: EntityKind, parent?: number];

function factsOf(lineCount: number, rows: readonly Row[]): ContentFacts {
  const symbols = rows.map(
    ([startLine, endLine, kind, parent], index): SymbolFacts => ({
      name: `s${index}`,
      qualifiedName: `s${index}`,
      kind,
      startLine,
      endLine,
      signatureLines: [startLine, startLine],
      signature: '',
      doc: null,
      parent: parent ?? null,
      calls: [],
    }),
  );
  return {
    lineCount,
    symbols,
    imports: [],
    importLines: [],
    packageName: null,
    isGenerated: false,
    document: null,
    notes: [],
  };
}

const plain: CutHints = { isQuiet: () => false, isContinued: () => false, indent: () => 0 };
const show = (facts: ContentFacts, looks: CutHints) =>
  cutIntoUnits(facts, LIMITS, looks)
    .map(
      ({ startLine, endLine, symbol, isWhole }) =>
        `${startLine}-${endLine}${symbol === null ? '' : ` s${symbol}${isWhole ? '' : '*'}`}`,
    )
    .join(', ');

describe('a file is divided into units', () => {
  const none = () => false;
  const cases: [name: string, lines: number, rows: Row[], quiet: (line: number) => boolean, units: string][] = [
    ['an empty file has no units', 0, [], none, ''],
    ['a file without symbols has equal regions', 90, [], none, '1-30, 31-60, 61-90'],
    ['a function of 60 lines is whole', 60, [[1, 60, 'function']], none, '1-60 s0'],
    ['a function of 61 lines is two pieces', 61, [[1, 61, 'function']], none, '1-30 s0*, 31-61 s0*'],
    [
      'a small class is whole',
      25,
      [
        [1, 25, 'class'],
        [2, 9, 'method', 0],
      ],
      none,
      '1-25 s0',
    ],
    [
      'a large class is divided into head and members',
      40,
      [
        [1, 40, 'class'],
        [6, 20, 'method', 0],
        [21, 39, 'method', 0],
      ],
      (line) => line === 40,
      '1-5 s0*, 6-20 s1, 21-40 s2',
    ],
    ['a large enum without members', 50, [[1, 50, 'enum']], none, '1-25 s0*, 26-50 s0*'],
    [
      'a long function with one inside',
      100,
      [
        [1, 100, 'function'],
        [11, 60, 'function', 0],
      ],
      none,
      '1-10 s0*, 11-60 s1, 61-100 s0*',
    ],
    [
      'a gap of code stands alone',
      30,
      [
        [1, 10, 'function'],
        [14, 30, 'function'],
      ],
      none,
      '1-10 s0, 11-13, 14-30 s1',
    ],
    [
      'blank lines join what follows',
      30,
      [
        [1, 10, 'function'],
        [14, 30, 'function'],
      ],
      (line) => line > 10 && line < 14,
      '1-10 s0, 11-30 s1',
    ],
    [
      'constants in a row share a unit',
      9,
      [
        [1, 1, 'constant'],
        [2, 2, 'constant'],
        [4, 5, 'type'],
        [6, 9, 'function'],
      ],
      (line) => line === 3,
      '1-5 s0, 6-9 s3',
    ],
    [
      'two symbols on one line',
      2,
      [
        [1, 1, 'function'],
        [1, 2, 'function'],
      ],
      none,
      '1-1 s0, 2-2 s1',
    ],
    [
      'sections are containers',
      60,
      [
        [1, 60, 'section'],
        [31, 60, 'section', 0],
      ],
      none,
      '1-30 s0*, 31-60 s1*',
    ],
  ];
  for (const [name, lines, rows, quiet, units] of cases) {
    test(`a file is divided into units: ${name}`, () =>
      expect(show(factsOf(lines, rows), { ...plain, isQuiet: quiet })).toBe(units));
  }
});

describe('long regions are cut into units', () => {
  const looking = (more: Partial<CutHints>) => show(factsOf(60, []), { ...plain, ...more });
  const cases: [name: string, looks: Partial<CutHints>, units: string][] = [
    ['after a blank line', { indent: (line) => (line === 22 ? null : 0) }, '1-22, 23-60'],
    [
      'after the blank line nearest the middle',
      { indent: (line) => (line === 18 || line === 27 ? null : 0) },
      '1-27, 28-60',
    ],
    ['before a line that is indented less', { indent: (line) => (line === 24 ? 0 : 8) }, '1-23, 24-60'],
    ['not before a line that closes or goes on', { isContinued: (line) => line > 25 && line < 34 }, '1-33, 34-60'],
    ['in the middle of lines indented alike', { indent: () => 4 }, '1-30, 31-60'],
    ['in the middle of blank lines', { indent: () => null }, '1-30, 31-60'],
  ];
  for (const [name, looks, units] of cases)
    test(`a long region is cut into units ${name}`, () => expect(looking(looks)).toBe(units));
});

const KINDS: readonly EntityKind[] = [
  'class',
  'function',
  'method',
  'constant',
  'type',
  'enum',
  'module',
  'section',
  'interface',
];

// A random tree: every symbol lies within its parent, siblings may touch or share a line.
const tree = fc
  .record({
    lineCount: fc.integer({ min: 0, max: 400 }),
    seeds: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.constantFrom(...KINDS), fc.nat(50)), { maxLength: 30 }),
    looks: fc.record({
      isQuiet: fc.func(fc.boolean()),
      isContinued: fc.func(fc.boolean()),
      indent: fc.func(fc.option(fc.nat(12))),
    }),
  })
  .map(({ lineCount, seeds, looks }) => {
    const rows: Row[] = [];
    for (const [from, length, kind, under] of lineCount === 0 ? [] : seeds) {
      const parent = under % 3 === 0 || rows.length === 0 ? undefined : under % rows.length;
      const [low, high] = parent === undefined ? [1, lineCount] : (rows[parent] as Row);
      const start = low + (from % (high - low + 1));
      const end = start + (length % (high - start + 1));
      rows.push(parent === undefined ? [start, end, kind] : [start, end, kind, parent]);
    }
    return { facts: factsOf(lineCount, rows), looks };
  });

test('every line belongs to exactly one unit, in order, and no unit is much longer than its limit', () => {
  fc.assert(
    fc.property(tree, ({ facts, looks }) => {
      const units = cutIntoUnits(facts, LIMITS, looks);
      let next = 1;
      for (const unit of units) {
        expect(unit.startLine).toBe(next);
        expect(unit.endLine).toBeGreaterThanOrEqual(unit.startLine);
        expect(unit.endLine - unit.startLine).toBeLessThan(LIMITS.functionLinesMax + 6);
        if (unit.symbol !== null) expect(facts.symbols[unit.symbol]).toBeDefined();
        next = unit.endLine + 1;
      }
      expect(next).toBe(facts.lineCount + 1);
    }),
    { numRuns: 500, seed: 7 },
  );
});
