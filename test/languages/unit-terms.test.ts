import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ContentFacts, Unit } from '../../src/model/facts.ts';
import { termsOf } from '../../src/model/terms.ts';
import { lineIndex } from '../../src/sources/code/parse/symbols/line-index.ts';
import { unitTerms } from '../../src/sources/code/parse/unit-terms.ts';

const FACTS: ContentFacts = {
  lineCount: 4,
  symbols: [
    {
      name: 'payOrder',
      qualifiedName: 'Shop.payOrder',
      kind: 'method',
      startLine: 2,
      endLine: 4,
      signatureLines: [2, 2],
      signature: '',
      doc: 'Pays the bank.',
      parent: null,
      calls: [],
    },
  ],
  imports: [],
  importLines: [],
  packageName: null,
  isGenerated: false,
  document: null,
  notes: [],
};
const UNITS: readonly Unit[] = [
  { startLine: 1, endLine: 1, symbol: null, isWhole: true },
  { startLine: 2, endLine: 4, symbol: 0, isWhole: true },
];

test('terms are counted in lines, names and docs of their unit, sorted by term, then unit', () => {
  const text = 'import bank\n// Pays the bank.\npayOrder(bank);\nbank();\n';
  const terms = unitTerms(lineIndex(text), FACTS, UNITS);
  const rows = terms.terms.map((term, at) =>
    [term, terms.units[at], terms.body[at], terms.name[at], terms.doc[at]].join(' '),
  );
  expect(rows).toEqual([
    'bank 0 1 0 0',
    'bank 1 3 0 1',
    'import 0 1 0 0',
    'order 1 1 1 0',
    'pai 1 1 0 1',
    'pay 1 1 1 0',
    'payorder 1 1 1 0',
    'shop 1 0 1 0',
    'the 1 1 0 1',
  ]);
  expect([...terms.unitLengths]).toEqual([2, 8]);
});

test('counts stop at 255', () => {
  const text = 'shop '.repeat(300);
  const units = [{ startLine: 1, endLine: 1, symbol: null, isWhole: true }];
  const terms = unitTerms(lineIndex(text), { ...FACTS, lineCount: 1, symbols: [] }, units);
  expect([terms.body[0], terms.unitLengths[0]]).toEqual([255, 300]);
});

test('any text yields exactly the terms of the model', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('getHTTP_v2', 'über', '支付订单', ' ', '\n', '$x', 'a1b2'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('').replaceAll('\n', ' ');
      const units = [{ startLine: 1, endLine: 1, symbol: null, isWhole: true }];
      const found = unitTerms(lineIndex(text), { ...FACTS, lineCount: 1, symbols: [] }, text === '' ? [] : units);
      expect(found.terms.flatMap((term, at) => new Array<string>(found.body[at] ?? 0).fill(term))).toEqual(
        termsOf(text).toSorted(),
      );
    }),
    { numRuns: 300, seed: 7 },
  );
});
