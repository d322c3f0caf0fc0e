// table
import type { Store } from '../../src/ports/store.ts';
import type { StoreCase } from './store-cases.ts';
import { A, content, file, SHOP, vectorsOf } from './store-samples.ts';

const ONE = { name: 'one', dimensions: 2 };
const TWO = { name: 'two', dimensions: 2 };
const rowsOf =
  (...contents: number[]) =>
  async (store: Store) =>
    [...(await store.vectors(contents))].map(([id, { scales, rows }]) => [id, ...scales, ...rows]);
const wanting = async (store: Store) => (await store.unembedded()).map(({ hash, path }) => `${hash} ${path}`);
const made = (model: typeof ONE, ...contents: [hash: string, path: string][]) => ({
  vectors: { model, contents: contents.map(([hash, path]) => vectorsOf(hash, path, { units: 2 })) },
});
const BOTH = made(ONE, ['ha', 'src/a.py'], ['hb', 'src/b.py']);

/** What every store must answer about vectors. */
export const VECTOR_CASES: readonly StoreCase[] = [
  ['vectors: before the first there is no model', [SHOP], async (store) => (await store.opening()).vectorModel, null],
  ['vectors: the model is told', [SHOP, BOTH], async (store) => (await store.opening()).vectorModel, ONE],
  [
    'vectors: by content, in the order asked, bytes as they were',
    [SHOP, BOTH],
    rowsOf(2, 1, 2, 7),
    [
      [2, 0.5, 0.5, 127, -1, -2, 127],
      [1, 0.5, 0.5, 127, -1, -2, 127],
    ],
  ],
  [
    'vectors: of a content without units',
    [
      { contents: [content('he', '')], upsert: [file('e', 'he')] },
      { vectors: { model: ONE, contents: [vectorsOf('he', 'e', { units: 0 })] } },
    ],
    rowsOf(1),
    [[1]],
  ],
  [
    'vectors: another model forgets those of the first',
    [SHOP, BOTH, made(TWO, ['hb', 'src/b.py'])],
    rowsOf(1, 2),
    [[2, 0.5, 0.5, 127, -1, -2, 127]],
  ],
  [
    'vectors: another length is another model',
    [SHOP, BOTH, { vectors: { model: { name: 'one', dimensions: 3 }, contents: [] } }],
    async (store) => [(await store.opening()).vectorModel, await rowsOf(1, 2)(store)],
    [{ name: 'one', dimensions: 3 }, []],
  ],
  [
    'vectors: of a content that is not stored nothing is kept',
    [SHOP, made(ONE, ['no', 'x'])],
    wanting,
    ['ha src/a.py', 'hb src/b.py'],
  ],
  ['vectors: wanted where there are none', [SHOP, made(ONE, ['hb', 'src/b.py'])], wanting, ['ha src/a.py']],
  ['vectors: come with the contents they belong to', [{ ...SHOP, ...BOTH }], wanting, []],
  [
    'vectors: wanted under the first path that leads to a content',
    [SHOP, BOTH, { upsert: [file('a/first.py', 'ha'), file('z/last.py', 'hb')] }],
    wanting,
    ['ha a/first.py'],
  ],
  [
    'vectors: wanted again when their path is gone',
    [SHOP, BOTH, { remove: ['src/a.py'], upsert: [file('src/c.py', 'ha')] }],
    wanting,
    ['ha src/c.py'],
  ],
  ['vectors: of what left the view nothing is wanted', [SHOP, { remove: ['src/a.py'] }], wanting, ['hb src/b.py']],
  [
    'unit counts: units of the view that hold a term, zero where none does',
    [SHOP, { contents: [A], remove: ['src/b.py'] }],
    async (store) => [...(await store.words({ unitCounts: ['bill', 'total', 'save'] })).unitCounts],
    [
      ['bill', 1],
      ['total', 1],
      ['save', 0],
    ],
  ],
  [
    'unit counts: of a term that names a unit, stands in it and is remarked on',
    [{ contents: [content('hc', 'def pay # pay\ndef pay\n# pay\npay')], upsert: [file('c', 'hc')] }],
    async (store) => (await store.words({ unitCounts: ['pay'] })).unitCounts.get('pay'),
    4,
  ],
];
