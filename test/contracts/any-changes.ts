import fc from 'fast-check';
import { expect } from 'vitest';
import { DOCUMENT_KEYS, type Store, type StoreChange } from '../../src/ports/store.ts';
import type { ContentsKept } from '../../src/stores/upkeep.ts';
import { openMemoryStore } from './memory-store.ts';
import { commit, content, documentRow, edge, everything, file, vectorsOf } from './store-samples.ts';

type Open = (options: {
  churnHalfLifeDays: number;
  keeping: ContentsKept;
  segmentsMax: number;
}) => Store | Promise<Store>;

const PATHS = ['a', 'b/c.py', 'd e', 'f\ng', '日本/h', '😀'];
const HASHES = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const WORDS = ['alpha', 'beta', 'gammaDelta', 'def one', '# note', '\n', '日本語', '😀'];
// The content of a hash and the files of a commit never change, as in the world.
const TEXTS = new Map(
  HASHES.map((hash, at) => [
    hash,
    WORDS.slice(at % 3, at + 3)
      .join(' ')
      .repeat(at),
  ]),
);
const COMMITS = new Map(
  [-5, 3, 3, 9].map((days, at) => [`c${at + 1}`, commit(`c${at + 1}`, days * 86_400_000, PATHS.slice(at, 2 * at))]),
);
const ASKED = {
  hashes: HASHES,
  terms: ['alpha', 'beta', 'gammadelta', 'one', '日本', 'h', 'touch', 'c1'],
  paths: PATHS,
};

const path = fc.constantFrom(...PATHS);
const hash = fc.constantFrom(...HASHES);
const some = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 4 });
const change: fc.Arbitrary<StoreChange> = fc
  .record({
    contents: some(hash),
    upsert: some(
      fc.tuple(path, hash, some(fc.tuple(fc.constantFrom(...DOCUMENT_KEYS), fc.constantFrom('alpha', 'one')))),
    ),
    remove: some(path),
    relinked: some(path),
    edges: some(fc.tuple(path, path, fc.constantFrom('imports', 'tests'), fc.constantFrom(0.25, 0.5, 1), fc.string())),
    commits: some(fc.constantFrom(...COMMITS.keys())),
    dropped: some(fc.constantFrom(...COMMITS.keys())),
    resetHistory: fc.boolean(),
    vectors: fc.option(fc.tuple(fc.constantFrom('one', 'two'), fc.constantFrom(2, 3), some(fc.tuple(hash, path)))),
    key: fc.string({ unit: 'grapheme' }),
  })
  .map((draft) => ({
    contents: [...draft.contents, ...draft.upsert.map(([, h]) => h)].map((h) => content(h, TEXTS.get(h)!)),
    upsert: draft.upsert.map(([p, h, keys]) =>
      keys.length === 0 ? file(p, h) : documentRow(p, h, { card: { name: keys.join(' ') }, keys }),
    ),
    remove: draft.remove,
    relinked: draft.relinked,
    edges: draft.edges.map(([from, to, kind, weight, because]) =>
      edge(from, to, { kind, weight, because: because.replaceAll('\0', '') }),
    ),
    commits: draft.commits.map((sha) => COMMITS.get(sha)!),
    dropped: draft.dropped,
    resetHistory: draft.resetHistory,
    vectors: draft.vectors
      ? {
          model: { name: draft.vectors[0], dimensions: draft.vectors[1] },
          contents: draft.vectors[2].map(([h, p]) => vectorsOf(h, p, { units: 2, dimensions: draft.vectors![1] })),
        }
      : undefined,
    meta: { key: draft.key.replaceAll('\0', '') },
  }));

/** Any sequence of changes gives the same answers in memory and in another store. */
export async function expectAnswersOfMemory(open: Open, runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 7 }),
      fc.integer({ min: 1, max: 3 }),
      async (changes, segmentsMax) => {
        const options = { churnHalfLifeDays: 2, keeping: { otherStates: 1, contentsMin: 2 } };
        const model = openMemoryStore(options);
        const store = await open({ segmentsMax, ...options });
        try {
          for (const each of changes) {
            await model.apply(each);
            await store.apply(each);
            expect(await everything(store, ASKED)).toEqual(await everything(model, ASKED));
          }
        } finally {
          await store.close();
        }
      },
    ),
    { numRuns: runs, seed: 7 },
  );
}
