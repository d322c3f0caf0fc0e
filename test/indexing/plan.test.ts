import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plan } from '../../src/indexing/plan.ts';
import type { Fingerprint } from '../../src/ports/store.ts';

const at = (path: string, size = 1, mtimeMs = 1000): Fingerprint => ({ path, size, mtimeMs });
const OLD = { indexedAtMs: 100_000, youngMs: 2000 };

const CASES: [
  name: string,
  stored: Fingerprint[],
  seen: Fingerprint[],
  expected: { add?: string[]; change?: string[]; recheck?: string[]; remove?: string[] },
][] = [
  ['no file is stored', [], [at('b'), at('a')], { add: ['a', 'b'] }],
  ['no file is there any more', [at('a')], [], { remove: ['a'] }],
  ['a file is the same', [at('a')], [at('a')], {}],
  ['a file has another size', [at('a')], [at('a', 2)], { change: ['a'] }],
  [
    'a file has another time, also an earlier one',
    [at('a'), at('b')],
    [at('a', 1, 2000), at('b', 1, 500)],
    { change: ['a', 'b'] },
  ],
  [
    'a file was young when indexed',
    [at('a', 1, 98_001), at('b', 1, 98_000)],
    [at('a', 1, 98_001), at('b', 1, 98_000)],
    { recheck: ['a'] },
  ],
  ['a file has a time in the future', [at('a', 1, 900_000)], [at('a', 1, 900_000)], { recheck: ['a'] }],
];
for (const [name, stored, seen, expected] of CASES) {
  test(`C2 the right files are added, changed, removed or rechecked: ${name}`, () => {
    const { add, change, recheck, remove } = plan(stored, seen, OLD);
    const paths = (files: readonly Fingerprint[]) => files.map(({ path }) => path);
    expect({ add: paths(add), change: paths(change), recheck: paths(recheck), remove }).toEqual({
      add: [],
      change: [],
      recheck: [],
      remove: [],
      ...expected,
    });
  });
}

const fingerprints = fc.uniqueArray(
  fc.record({ path: fc.constantFrom('a', 'b', 'c', 'd', 'e/f', 'ü'), size: fc.nat(2), mtimeMs: fc.nat(2) }),
  { selector: ({ path }) => path },
);
test('C2 applying a plan gives the scanned files, and a second plan is empty', () => {
  fc.assert(
    fc.property(fingerprints, fingerprints, (stored, seen) => {
      const { add, change, remove } = plan(stored, seen, OLD);
      const view = new Map<string, Fingerprint>(stored.map((file) => [file.path, file]));
      for (const path of remove) view.delete(path);
      for (const file of [...add, ...change]) view.set(file.path, file);
      expect(new Set(view.values())).toEqual(new Set(seen));
      expect(plan([...view.values()], seen, OLD)).toEqual({ add: [], change: [], recheck: [], remove: [] });
    }),
  );
});
