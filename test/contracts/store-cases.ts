// table
import type { Store, StoreChange } from '../../src/ports/store.ts';
import { A, B, commit, content, edge, file, SHOP } from './store-samples.ts';

const DAY = 86_400_000;
/** The changes to apply one by one, what to ask then, and the answer. */
export type StoreCase = [
  name: string,
  changes: readonly StoreChange[],
  ask: (store: Store) => Promise<unknown>,
  expected: unknown,
];

/** The view in short. */
export const pathsOf = async (store: Store) =>
  (await store.opening()).files.map((row) => `${row.path}=${row.hash}@${row.content}`);
/** The postings of a term in short: content, unit, body, name, doc, unit length. */
export const posted = (term: string) => async (store: Store) => {
  const [list] = (await store.words({ postings: [term] })).postings;
  return [...list!.contents].map((id, at) =>
    [id, list!.units[at], list!.body[at], list!.name[at], list!.doc[at], list!.unitLengths[at]].join(' '),
  );
};
const edgesOf =
  (direction: 'in' | 'out' | 'both', ...paths: string[]) =>
  async (store: Store) =>
    (await store.edges(paths, { direction })).map((found) => `${found.from}>${found.to} ${found.kind} ${found.weight}`);
const defined =
  (...keys: string[]) =>
  async (store: Store) =>
    (await store.words({ definitions: keys })).definitions.map(
      (found) => `${found.path}#${found.symbol} ${found.qualifiedName} ${found.kind}`,
    );
const touching = (path: string, most: number) => async (store: Store) =>
  (await store.commitsTouching([path], most)).get(path)!.map((found) => found.sha);
const churns =
  (...paths: string[]) =>
  async (store: Store) =>
    (await store.fileHistory(paths)).map(
      (row) => `${row.path} ${row.commitCount} ${row.lastModifiedMs / DAY} ${row.churn.toFixed(3)}`,
    );

const THREE = [
  commit('c3', 3 * DAY, ['a', 'b']),
  commit('c2', 2 * DAY, ['a']),
  commit('c1', DAY, ['b', 'a', 'b'], 'fix fix\n\nbug'),
];
const TWINS = [commit('second', DAY, ['a']), commit('first', DAY, ['a'])];
const STATE = { available: true, head: 'c3', commits: 99, note: 'shallow', averageMessageLength: 99 };
const ODD = ['with space.py', 'quote\'".py', 'new\nline.py', 'Übung/日本語.py', '😀/x.py', '%_[*].py'];

/** What every store must answer. */
export const STORE_CASES: readonly StoreCase[] = [
  [
    'files: sorted by path, with facts of their content',
    [SHOP],
    async (store) => (await store.opening()).files,
    [
      { ...file('src/a.py', 'ha'), content: 1, lineCount: 2, termCount: 6, isParsed: true },
      { ...file('src/b.py', 'hb'), content: 2, lineCount: 3, termCount: 7, isParsed: true },
    ],
  ],
  [
    'files: a content that did not parse says so',
    [{ contents: [content('h', 'x', false)], upsert: [file('p', 'h')] }],
    async (store) => (await store.opening()).files[0]!.isParsed,
    false,
  ],
  [
    'files: two paths share one content',
    [{ contents: [A], upsert: [file('x', 'ha'), file('y', 'ha')] }],
    pathsOf,
    ['x=ha@1', 'y=ha@1'],
  ],
  [
    'files: a path is replaced, also twice in one change',
    [SHOP, { upsert: [file('src/a.py', 'ha'), file('src/a.py', 'hb')] }],
    pathsOf,
    ['src/a.py=hb@2', 'src/b.py=hb@2'],
  ],
  [
    'files: remove comes before upsert',
    [SHOP, { remove: ['src/a.py', 'src/b.py', 'no'], upsert: [file('src/b.py', 'ha')] }],
    pathsOf,
    ['src/b.py=ha@1'],
  ],
  [
    'files: odd paths stay what they are',
    [{ contents: [A], upsert: ODD.map((path) => file(path, 'ha')) }],
    async (store) => (await store.opening()).files.map((row) => row.path),
    ODD.toSorted(),
  ],
  [
    'files: only those with a path or content that was asked for, with all that else is in an opening',
    [SHOP, { upsert: [file('copy', 'hb'), file('x', 'ha')], remove: ['src/a.py'], meta: { key: 'v' } }],
    async (store) => {
      const { files, statistics, meta } = await store.opening({ paths: ['x', 'no', 'src/a.py'], contents: [2, 9] });
      const nothing = await store.opening({});
      return [files.map(({ path }) => path), statistics.files, meta.get('key'), nothing.files, await pathsOf(store)];
    },
    [['copy', 'src/b.py', 'x'], 2, 'v', [], ['copy=hb@2', 'src/b.py=hb@2', 'x=ha@1']],
  ],
  [
    'termCounts: of each content of the view, at its number',
    [SHOP, { upsert: [file('copy', 'hb')], remove: ['src/a.py'] }],
    async (store) => [...(await store.termCounts())],
    [0, 0, 7],
  ],
  [
    'known: stored contents, in the view or not',
    [{ contents: [A] }],
    (store) => store.known(['hb', 'ha']),
    new Set(['ha']),
  ],
  [
    'contents: facts and units come back whole',
    [SHOP],
    (store) => store.contents(['hb', 'no', 'ha', 'hb']),
    new Map(
      [B, A].map(({ hash, language, isParsed, facts, units }) => [hash, { hash, language, isParsed, facts, units }]),
    ),
  ],
  [
    'contents: one that is there is left alone',
    [SHOP, { contents: [{ ...A, text: 'other' }] }],
    (store) => store.texts(['ha']),
    new Map([['ha', A.text]]),
  ],
  [
    'contents: given twice in one change, indexed once',
    [{ contents: [A, A], upsert: [file('p', 'ha')] }],
    posted('total'),
    ['1 1 1 0 0 2'],
  ],
  [
    'contents: a large text comes back whole',
    [{ contents: [content('h', 'naïve 日本 '.repeat(9999))] }],
    (store) => store.texts(['h']),
    new Map([['h', 'naïve 日本 '.repeat(9999)]]),
  ],
  [
    'texts: by hash or its beginning, each once, unknown ones left out',
    [SHOP, { contents: [content('abc1', 'one'), content('abc2', 'two')] }],
    (store) => store.texts(['abc2', 'no', 'ab', 'ha', 'ha']),
    new Map([
      ['abc2', 'two'],
      ['ab', 'one'],
      ['ha', A.text],
    ]),
  ],
  [
    'statistics: over distinct contents',
    [SHOP, { upsert: [file('copy', 'ha')] }],
    async (store) => (await store.opening()).statistics,
    { files: 2, units: 5, averageFileLength: 6.5, averageUnitLength: 2.6 },
  ],
  [
    'statistics: contents outside the view do not count',
    [SHOP, { remove: ['src/b.py'] }],
    async (store) => (await store.opening()).statistics,
    { files: 1, units: 2, averageFileLength: 6, averageUnitLength: 3 },
  ],
  [
    'counts: symbols of the view and edges between its files',
    [SHOP, { upsert: [file('copy', 'ha')] }],
    (store) => store.counts(),
    { symbols: 3, edges: 1 },
  ],
  ['postings: content, unit, counts and length', [SHOP], posted('bill'), ['1 0 1 1 0 4', '2 0 1 0 0 2']],
  ['postings: counts of comments', [SHOP], posted('total'), ['1 1 1 0 0 2', '2 1 2 0 2 3']],
  [
    'postings: counts saturate',
    [{ contents: [content('h', 'word '.repeat(300))], upsert: [file('p', 'h')] }],
    posted('word'),
    ['1 0 255 0 0 300'],
  ],
  [
    'postings: contents outside the view are skipped',
    [SHOP, { remove: ['src/a.py'] }],
    posted('bill'),
    ['2 0 1 0 0 2'],
  ],
  [
    'postings: back when the path is back',
    [SHOP, { remove: ['src/a.py'] }, { upsert: [file('z', 'ha')] }],
    posted('bill'),
    ['1 0 1 1 0 4', '2 0 1 0 0 2'],
  ],
  [
    'postings: one list for each distinct term asked',
    [SHOP],
    async (store) =>
      (await store.words({ postings: ['save', 'no', 'save'] })).postings.map(
        (list) => `${list.term} ${list.contents.length}`,
      ),
    ['save 1', 'no 0'],
  ],
  [
    'postings: a content without units',
    [{ contents: [content('h0', '')], upsert: [file('empty', 'h0')] }],
    async (store) => [await pathsOf(store), (await store.opening()).statistics],
    [['empty=h0@1'], { files: 1, units: 0, averageFileLength: 0, averageUnitLength: 0 }],
  ],
  [
    'pathsWith: words of the path, as terms',
    [SHOP, { upsert: [file('src/userPayments/bill_total.py', 'ha')] }],
    async (store) => (await store.words({ paths: ['payment', 'src', 'billtotal', 'no'] })).paths,
    new Map([
      ['payment', ['src/userPayments/bill_total.py']],
      ['src', ['src/a.py', 'src/b.py', 'src/userPayments/bill_total.py']],
      ['billtotal', ['src/userPayments/bill_total.py']],
      ['no', []],
    ]),
  ],
  [
    'pathsWith: gone with the path, back with it',
    [SHOP, { remove: ['src/a.py', 'src/b.py'] }, { upsert: [file('src/b.py', 'ha')] }],
    async (store) => (await store.words({ paths: ['src'] })).paths,
    new Map([['src', ['src/b.py']]]),
  ],
  [
    'definitions: by normalised name, for every path of the content',
    [SHOP, { upsert: [file('copy', 'ha')] }],
    defined('paybill', 'save', 'no'),
    ['copy#0 Q.payBill function', 'src/a.py#0 Q.payBill function', 'src/b.py#0 Q.save function'],
  ],
  ['definitions: only of the view', [SHOP, { remove: ['src/a.py'] }], defined('paybill'), []],
  ['edges: out', [SHOP], (store) => store.edges(['src/b.py'], { direction: 'out' }), [edge('src/b.py', 'src/a.py')]],
  ['edges: in', [SHOP], edgesOf('in', 'src/a.py'), ['src/b.py>src/a.py imports 1']],
  [
    'edges: both, each once, also a loop',
    [SHOP, { edges: [edge('src/a.py', 'src/a.py')] }],
    edgesOf('both', 'src/a.py', 'src/b.py'),
    ['src/a.py>src/a.py imports 1', 'src/b.py>src/a.py imports 1'],
  ],
  ['edges: direction is heeded', [SHOP], edgesOf('in', 'src/b.py'), []],
  [
    'edges: by kind',
    [SHOP, { edges: [edge('src/b.py', 'src/a.py', { kind: 'tests' })] }],
    (store) => store.edges(['src/a.py'], { direction: 'in', kinds: ['tests'] }),
    [edge('src/b.py', 'src/a.py', { kind: 'tests' })],
  ],
  [
    'edges: relinking replaces out-edges only',
    [SHOP, { relinked: ['src/b.py', 'src/a.py'], edges: [edge('src/a.py', 'src/b.py', { weight: 0.5 })] }],
    edgesOf('both', 'src/a.py'),
    ['src/a.py>src/b.py imports 0.5'],
  ],
  [
    'edges: the heavier of two stays',
    [
      SHOP,
      {
        edges: [
          edge('src/b.py', 'src/a.py', { weight: 0.25 }),
          edge('src/a.py', 'src/b.py', { weight: 0.25 }),
          edge('src/a.py', 'src/b.py', { weight: 0.75 }),
        ],
      },
    ],
    edgesOf('out', 'src/a.py', 'src/b.py'),
    ['src/a.py>src/b.py imports 0.75', 'src/b.py>src/a.py imports 1'],
  ],
  [
    'edges: out-edges go with the file',
    [SHOP, { remove: ['src/b.py'] }, { upsert: [file('src/b.py', 'hb')] }],
    edgesOf('both', 'src/a.py'),
    [],
  ],
  [
    'edges: in-edges are hidden while the file is gone',
    [SHOP, { remove: ['src/a.py'] }],
    async (store) => [await edgesOf('out', 'src/b.py')(store), (await store.counts()).edges],
    [[], 0],
  ],
  [
    'edges: in-edges are back with the file',
    [SHOP, { remove: ['src/a.py'] }, { upsert: [file('src/a.py', 'hb')] }],
    edgesOf('out', 'src/b.py'),
    ['src/b.py>src/a.py imports 1'],
  ],
  [
    'edges: odd paths',
    [{ contents: [A], upsert: ODD.map((path) => file(path, 'ha')), edges: [edge(ODD[2]!, ODD[4]!)] }],
    edgesOf('in', ODD[4]!),
    [`${ODD[2]}>${ODD[4]} imports 1`],
  ],
  [
    'history: nothing at first',
    [],
    async (store) => (await store.opening()).history,
    { available: false, head: null, commits: 0, note: null, averageMessageLength: 0 },
  ],
  [
    'history: the numbers are counted by the store',
    [{ commits: THREE, history: STATE }],
    async (store) => (await store.opening()).history,
    { available: true, head: 'c3', commits: 3, note: 'shallow', averageMessageLength: 7 / 3 },
  ],
  [
    'history: reset forgets everything',
    [{ commits: THREE, history: STATE }, { resetHistory: true }],
    async (store) => [
      (await store.opening()).history.available,
      (await store.opening()).history.commits,
      await store.fileHistory(['a']),
      (await store.words({ messages: ['fix'] })).messages[0]!.commits.length,
      await store.commits([1]),
    ],
    [false, 0, [], 0, []],
  ],
  [
    'history: reset and new commits in one change',
    [
      { commits: THREE, history: STATE },
      { resetHistory: true, commits: [commit('d', 1, ['z'])] },
    ],
    async (store) => (await store.commits([1, 2])).map((found) => found.sha),
    ['d'],
  ],
  [
    'commits: in the order asked, paths as given but once',
    [{ commits: THREE }],
    (store) => store.commits([3, 99, 1, 3]),
    [
      { ...THREE[0], id: 3 },
      { ...THREE[2], id: 1, paths: ['b', 'a'] },
    ],
  ],
  [
    'commits: one that is there is left alone',
    [{ commits: THREE }, { commits: [commit('c4', 4 * DAY, ['a']), ...THREE] }],
    async (store) => [(await store.opening()).history.commits, await churns('a')(store)],
    [4, ['a 4 4 1.000']],
  ],
  [
    'commits: times before 1970 and odd paths',
    [{ commits: [commit('old', -DAY, ['new\nline.py'])] }],
    (store) => store.commits([1]),
    [{ ...commit('old', -DAY, ['new\nline.py']), id: 1 }],
  ],
  ...[[TWINS], TWINS.toReversed().map((twin) => [twin])].map(
    (runs): StoreCase => [
      `commitsTouching: newest first among those of one moment, read in ${runs.length}`,
      runs.map((commits) => ({ commits })),
      touching('a', 2),
      ['second', 'first'],
    ],
  ),
  ['commitsTouching: newest first, as many as asked', [{ commits: THREE }], touching('a', 2), ['c3', 'c2']],
  [
    'commitsTouching: newer commits that came later lead',
    [{ commits: THREE }, { commits: [commit('c5', 5 * DAY, ['a']), commit('c4', 4 * DAY, ['a'])] }],
    touching('a', 3),
    ['c5', 'c4', 'c3'],
  ],
  [
    'commitsTouching: older commits that came later follow',
    [{ commits: THREE.slice(0, 1) }, { commits: THREE.slice(1) }],
    touching('a', 9),
    ['c3', 'c2', 'c1'],
  ],
  [
    'commitsTouching: of one moment, as git prints them',
    [{ commits: [commit('y', 1, ['p']), commit('x', 1, ['p'])] }],
    touching('p', 9),
    ['y', 'x'],
  ],
  ['commitsTouching: an empty list for an untouched path', [{ commits: THREE }], touching('no', 9), []],
  [
    'C17 C18 C19 fileHistory: last change, commit count and decayed churn',
    [{ commits: THREE }],
    churns('b', 'a', 'no'),
    ['a 3 3 1.000', 'b 2 3 0.714'],
  ],
  [
    'C19 fileHistory: two old commits give less churn than a recent one',
    [{ commits: [commit('n', 10 * DAY, ['new']), commit('o2', DAY, ['old']), commit('o1', DAY, ['old'])] }],
    churns('old', 'new'),
    ['new 1 10 1.000', 'old 2 1 0.004'],
  ],
  [
    'messagePostings: commits and counts',
    [{ commits: THREE }],
    async (store) =>
      (await store.words({ messages: ['fix', 'touch', 'no'] })).messages.map((list) => [
        list.term,
        [...list.commits],
        [...list.counts],
      ]),
    [
      ['fix', [1], [2]],
      ['touch', [2, 3], [1, 1]],
      ['no', [], []],
    ],
  ],
  [
    'meta: nothing until set, then the last value',
    [{ meta: { key: 'one' } }, { meta: { key: 'two', other: '' } }],
    async (store) => [...(await store.opening()).meta].sort(),
    [
      ['key', 'two'],
      ['other', ''],
    ],
  ],
  [
    'known: a list of 40,000 hashes, more than a statement has parameters',
    [{ contents: [A], upsert: [file('p', 'ha')] }],
    async (store) =>
      (await store.known(Array.from({ length: 40_000 }, (_, at) => (at === 39_999 ? 'ha' : `h${at}`)))).size,
    1,
  ],
];
