import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ContentFacts, Unit } from '../../src/model/facts.ts';
import { termsOf } from '../../src/model/terms.ts';
import { createLineIndex } from '../../src/sources/code/parse/symbols/line-index.ts';
import { createUnitReader } from '../../src/sources/code/parse/words/unit-reader.ts';
import { ownTerms } from './parse-sample.ts';

// One reader for all: what it knows of the words of one text must not show in the next.
const readUnits = createUnitReader(null);
const unitTerms = (text: string, facts: ContentFacts, units: readonly Unit[]) => {
  const { terms } = readUnits({ index: createLineIndex(text), facts, units, path: undefined });
  const spread = ownTerms({ terms }).flatMap((term, at) => new Array<string>(terms.entries[at]!).fill(term));
  return { ...terms, terms: spread };
};
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

test('terms come as first met, each with its counts in the lines, names and docs of one unit after another', () => {
  const text = 'import bank\n// Pays the bank.\npayOrder(bank);\nbank();\n';
  const terms = unitTerms(text, FACTS, UNITS);
  const rows = terms.terms.map((term, at) =>
    [term, terms.units[at], terms.body[at], terms.name[at], terms.doc[at]].join(' '),
  );
  expect(rows).toEqual([
    'import 0 1 0 0',
    'bank 0 1 0 0',
    'bank 1 3 0 1',
    'pai 1 1 0 1',
    'the 1 1 0 1',
    'pay 1 1 1 0',
    'order 1 1 1 0',
    'payorder 1 1 1 0',
    'shop 1 0 1 0',
  ]);
  expect([...terms.unitLengths]).toEqual([2, 8]);
});

test('counts stop at 255', () => {
  const text = 'shop '.repeat(300);
  const units = [{ startLine: 1, endLine: 1, symbol: null, isWhole: true }];
  const terms = unitTerms(text, { ...FACTS, lineCount: 1, symbols: [] }, units);
  expect([terms.body[0], terms.unitLengths[0]]).toEqual([255, 300]);
});

test('any text yields exactly the terms that `termsOf` finds', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      'getHTTP_v2',
      'über',
      '支付订单',
      ' ',
      '\n',
      '$x',
      'a1b2',
      '𝒳y',
      '\ud835',
      '\udcb3',
      'x'.repeat(260),
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('').replaceAll('\n', ' ');
      const units = [{ startLine: 1, endLine: 1, symbol: null, isWhole: true }];
      const found = unitTerms(text, { ...FACTS, lineCount: 1, symbols: [] }, text === '' ? [] : units);
      const counted = found.terms.flatMap((term, at) => new Array<string>(found.body[at] ?? 0).fill(term));
      expect(counted.toSorted()).toEqual(termsOf(text).toSorted());
    }),
    { numRuns: 300, seed: 7 },
  );
});
