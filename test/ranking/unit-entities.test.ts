import { expect, test } from 'vitest';
import type { ContentFacts, Unit } from '../../src/model/facts.ts';
import { unitEntities } from '../../src/pipeline/enrich/enrich.ts';
import type { FileRecord } from '../../src/ports/store.ts';

const FILE = { path: 'a.c', source: 'code', language: 'c', role: 'source', hash: 'h' } as unknown as FileRecord;

// Two functions of one name are called `f` and `f~2`; a long one has parts, which share its symbol.
const idsOf = (names: readonly string[], units: readonly number[]) => {
  const facts = {
    symbols: names.map((name) => ({ name: 'f', qualifiedName: name, kind: 'function' })),
  } as unknown as ContentFacts;
  const placed = units.map((symbol, at): Unit => ({ startLine: at + 1, endLine: at + 1, symbol, isWhole: false }));
  return unitEntities(FILE, facts, placed).map(({ id }) => id);
};

test('parts of a function and functions of the same name have different ids', () => {
  expect(idsOf(['f'], [0, 0, 0])).toEqual(['a.c#f', 'a.c#f~2', 'a.c#f~3']);
  expect(idsOf(['f', 'f~2'], [0, 1])).toEqual(['a.c#f', 'a.c#f~2']);
  expect(new Set(idsOf(['f', 'f~2'], [0, 0, 1, 1])).size).toBe(4);
  expect(new Set(idsOf(['f', 'f~2'], [1, 1, 0, 0, 0])).size).toBe(5);
});
