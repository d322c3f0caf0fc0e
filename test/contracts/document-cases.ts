import type { DocumentKey, Store } from '../../src/ports/store.ts';
import type { StoreCase } from './store-cases.ts';
import { A, B, documentRow, file, SECTIONS } from './store-samples.ts';

const cards =
  (...paths: string[]) =>
  async (store: Store) =>
    [...(await store.documents(paths))].map(([path, card]) => `${path}=${card.hash} ${card.name}`);
const all = async (store: Store) => (await store.allDocuments()).map(({ path, hash }) => `${path}=${hash}`);
const by =
  (kind: DocumentKey, ...keys: string[]) =>
  async (store: Store) =>
    (await store.documentsBy(kind, keys)).map(({ key, path, section }) => `${key} ${path} ${section}`);

const ISSUE = {
  ...{ type: 'bug', status: 'open', priority: 0, blocking: ['LAAAA'], blockedBy: [], discoveredFrom: ['x'] },
  ...{ createdAt: '2026-01-01', updatedAt: null, closedAt: null },
};
const FULL = {
  ...{ id: 'LABCD', description: 'what "it" is', labels: ['a', 'B c'], docContextFor: ['x'], docContextBudget: 9 },
  ...{ isRoot: true, issue: ISSUE, sections: SECTIONS },
};
const NOTES = {
  contents: [A, B],
  upsert: [
    documentRow('b/!b.md', 'hb', {
      keys: [
        ['folder', 'b'],
        ['label', 'shop'],
        ['id', 'LABCD'],
      ],
    }),
    documentRow('a.md', 'ha', {
      keys: [
        ['id', 'LABCD', 1],
        ['id', 'LABCD', 0],
        ['name', 'a'],
        ['label', 'shop'],
        ['label', 'till'],
        ['context-for', 'shop'],
        ['folder', ''],
        ['folder', ''],
      ],
    }),
    file('src/a.py', 'ha'),
  ],
};

/** What every store must answer about documents. */
export const DOCUMENT_CASES: readonly StoreCase[] = [
  [
    'documents: a card comes back whole',
    [{ contents: [A], upsert: [documentRow('Ü/1.md', 'ha', { card: FULL })] }],
    (store) => store.documents(['Ü/1.md']),
    new Map([['Ü/1.md', documentRow('Ü/1.md', 'ha', { card: FULL }).document!.card]]),
  ],
  [
    'documents: in the order asked, others left out',
    [NOTES],
    cards('b/!b.md', 'src/a.py', 'no', 'a.md', 'a.md'),
    ['b/!b.md=hb b/!b.md', 'a.md=ha a.md'],
  ],
  ['allDocuments: sorted by path, documents alone', [NOTES], all, ['a.md=ha', 'b/!b.md=hb']],
  ['documents: gone with their file', [NOTES, { remove: ['a.md', 'src/a.py'] }], all, ['b/!b.md=hb']],
  [
    'documents: keys are gone with their file',
    [NOTES, { remove: ['a.md'] }],
    by('label', 'shop', 'till'),
    ['shop b/!b.md null'],
  ],
  [
    'documents: replaced with all their keys',
    [NOTES, { upsert: [documentRow('a.md', 'hb', { card: { name: 'new' }, keys: [['label', 'till']] })] }],
    async (store) => [
      await cards('a.md')(store),
      await by('label', 'shop', 'till')(store),
      await by('name', 'a')(store),
    ],
    [['a.md=hb new'], ['shop b/!b.md null', 'till a.md null'], []],
  ],
  [
    'documents: a file touched without a change keeps its own',
    [NOTES, { upsert: [{ ...file('a.md', 'ha'), mtimeMs: 5 }] }],
    async (store) => [await cards('a.md')(store), await by('name', 'a')(store)],
    [['a.md=ha a.md'], ['a a.md null']],
  ],
  [
    'documents: a file with another content and no document has none',
    [NOTES, { upsert: [file('a.md', 'hb')] }],
    async (store) => [await cards('a.md')(store), await by('name', 'a')(store)],
    [[], []],
  ],
  [
    'documents: remove comes before upsert',
    [NOTES, { remove: ['a.md'], upsert: [documentRow('a.md', 'ha', { keys: [['name', 'z']] })] }],
    by('name', 'a', 'z'),
    ['z a.md null'],
  ],
  [
    'L47 documentsBy: labels a document is context for',
    [NOTES],
    by('context-for', 'till', 'shop', 'shop', 'no'),
    ['shop a.md null'],
  ],
  [
    'documentsBy: by key, path and section, the document first',
    [NOTES],
    by('id', 'LABCD', 'labcd'),
    ['LABCD a.md 0', 'LABCD a.md 1', 'LABCD b/!b.md null'],
  ],
  [
    'documentsBy: by key before path',
    [NOTES],
    by('label', 'till', 'shop'),
    ['shop a.md null', 'shop b/!b.md null', 'till a.md null'],
  ],
  [
    'L49 documentsBy: roots of a folder, that of the top too',
    [NOTES],
    by('folder', 'b', ''),
    [' a.md null', 'b b/!b.md null'],
  ],
  ['documentsBy: a key of another kind is no key', [NOTES], by('name', 'shop', 'LABCD', 'b'), []],
  [
    'documents: a change that fails leaves them as they were',
    [NOTES],
    async (store) => {
      const change = { upsert: [documentRow('a.md', 'ha', { keys: [['name', 'z']] }), file('y', 'unknown')] };
      await store.apply(change).catch(() => {});
      return [await by('name', 'a', 'z')(store), await all(store)];
    },
    [['a a.md null'], ['a.md=ha', 'b/!b.md=hb']],
  ],
];
