import { describe, expect, test } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import type { ContentsKept } from '../../src/stores/upkeep.ts';
import { DOCUMENT_CASES } from './document-cases.ts';
import { pathsOf, posted, STORE_CASES } from './store-cases.ts';
import { A, B, commit, content, edge, everything, file, SHOP } from './store-samples.ts';
import { VECTOR_CASES } from './vector-cases.ts';

const DAY = 86_400_000;

type Open = (options: { churnHalfLifeDays?: number; keeping?: ContentsKept }) => Store | Promise<Store>;

/** What every store must do, whatever it is made of. */
export function storeContract(name: string, open: Open): void {
  describe(`store contract: ${name}`, () => {
    for (const [title, changes, ask, expected] of [...STORE_CASES, ...DOCUMENT_CASES, ...VECTOR_CASES]) {
      test(title, async () => {
        const store = await open({ churnHalfLifeDays: 1 });
        for (const change of changes) await store.apply(change);
        expect(await ask(store)).toEqual(expected);
        await store.close();
      });
    }

    wholeChanges(open);
    pruning(open);
    droppedCommits(open);
  });
}

function wholeChanges(open: Open): void {
  test('an empty store answers every question', async () => {
    const store = await open({});
    const asked = { hashes: ['ha'], terms: ['bill'], paths: ['src/a.py', 'x'] };
    const { files, statistics, counts, fileHistory, commits, meta } = await everything(store, asked);
    expect({ files, statistics, counts, fileHistory, commits, meta }).toEqual({
      files: [],
      statistics: { files: 0, units: 0, averageFileLength: 0, averageUnitLength: 0 },
      counts: { symbols: 0, edges: 0 },
      fileHistory: [],
      commits: [],
      meta: undefined,
    });
    await store.close();
  });

  test('a change of a store that names an unknown content is refused and changes nothing', async () => {
    const store = await open({});
    await store.apply(SHOP);
    const change = {
      contents: [content('hc', 'new')],
      upsert: [file('x', 'hc'), file('y', 'no')],
      meta: { key: 'v' },
    };
    await expect(store.apply(change)).rejects.toMatchObject({ code: 'STORE_BUSY' });
    expect([await pathsOf(store), await store.known(['hc']), (await store.opening()).meta.get('key')]).toEqual([
      ['src/a.py=ha@1', 'src/b.py=hb@2'],
      new Set(),
      undefined,
    ]);
    await store.apply({ contents: [content('hc', 'new')], upsert: [file('x', 'hc')] });
    expect(await pathsOf(store)).toEqual(['src/a.py=ha@1', 'src/b.py=hb@2', 'x=hc@3']);
    await store.close();
  });

  test('a store gives the same answers for batches of any size', async () => {
    const asked = { hashes: ['h1', 'h7'], terms: ['common', 'word', 'f', 'touch', 's3'], paths: ['f1', 'f2', 'f3'] };
    const answers = [];
    for (const size of [1, 4, 20]) {
      const store = await open({ churnHalfLifeDays: 3 });
      for (let start = 0; start < 20; start += size) {
        const numbers = Array.from({ length: Math.min(size, 20 - start) }, (_, at) => start + at);
        await store.apply({
          contents: numbers.map((n) => content(`h${n}`, `common word${n}\ndef name${n}`)),
          upsert: numbers.map((n) => file(`f${n}`, `h${n}`)),
          edges: numbers.map((n) => edge(`f${n}`, `f${(n * 7) % 20}`)),
          commits: numbers.map((n) => commit(`s${n}`, n * 1.3 * DAY, [`f${n % 4}`, `f${n % 3}`])).toReversed(),
        });
      }
      answers.push(await everything(store, asked));
      await store.close();
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });
}

function pruning(open: Open): void {
  test('a store keeps unused contents until there are too many, then removes the oldest', async () => {
    const store = await open({ keeping: { otherStates: 1, contentsMin: 3 } });
    const hashes = ['h0', 'h1', 'h2', 'h3', 'h4', 'h5'];
    for (const [edit, hash] of hashes.entries()) {
      await store.apply({
        contents: [content(hash, `common line${edit}`)],
        upsert: [file('p', hash), file('q', 'h0')],
      });
      expect([...(await store.known(hashes))]).toEqual(edit === 5 ? ['h0', 'h4', 'h5'] : hashes.slice(0, edit + 1));
    }
    expect(await posted('common')(store)).toEqual(['1 0 1 0 0 3', '6 0 1 0 0 3']);
    expect(await store.texts(['h1'])).toEqual(new Map());
    await store.apply({ contents: [content('h1', 'common again')], upsert: [file('r', 'h1')] });
    expect(await posted('common')(store)).toEqual(['1 0 1 0 0 3', '6 0 1 0 0 3', '7 0 1 0 0 2']);
    await store.close();
  });

  test('a store keeps contents if the files of a branch leave before those of another arrive', async () => {
    const store = await open({ keeping: { otherStates: 2, contentsMin: 0 } });
    const branch = (name: string) => ['a', 'b', 'c'].map((path) => ({ path, hash: `${name}${path}` }));
    const [main, side] = [branch('m'), branch('s')];
    const come = (files: typeof main) => ({
      contents: files.map(({ hash }) => content(hash, `common ${hash}`)),
      upsert: files.map(({ path, hash }) => file(path, hash)),
    });
    await store.apply(come(main));
    for (const [gone, next] of [
      [main, side],
      [side, main],
    ] as const) {
      await store.apply({ remove: gone.map(({ path }) => path) });
      expect(await store.known(next.map(({ hash }) => hash))).toHaveLength(next === main ? 3 : 0);
      await store.apply(come(next));
    }
    expect(await posted('common')(store)).toHaveLength(3);
    // The model does not count them.
    if (store.earlier) expect(await store.earlier()).toBe(3);
    await store.close();
  });

  test('a store does not remove contents as unused that no file has had yet', async () => {
    const store = await open({ keeping: { otherStates: 0, contentsMin: 0 } });
    await store.apply({ contents: [A, B, content('hc', 'c')] });
    await store.apply({ upsert: [file('p', 'ha')] });
    expect(await store.known(['ha', 'hb', 'hc'])).toHaveLength(3);
    await store.close();
  });
}

const COMMITS = [
  commit('d', 4 * DAY, ['a', 'c']),
  commit('c', 3 * DAY, ['b']),
  commit('b', 2 * DAY, ['a', 'b']),
  commit('a', DAY, ['a']),
];
const PATHS = ['a', 'b', 'c'];

async function told(store: Store) {
  const touching = await store.commitsTouching(PATHS, 9);
  const { messages } = await store.words({ messages: ['touch', 'a', 'c', 'd'] });
  const shas = async (ids: Iterable<number>) => (await store.commits([...ids])).map(({ sha }) => sha).sort();
  return {
    history: (await store.opening()).history,
    files: await store.fileHistory(PATHS),
    touching: [...touching].map(([path, commits]) => [path, commits.map(({ sha }) => sha)]),
    messages: await Promise.all(messages.map(({ commits }) => shas(commits))),
  };
}

function droppedCommits(open: Open): void {
  test('a store stops counting commits that leave the history, and counts them again', async () => {
    const [store, fresh] = [await open({ churnHalfLifeDays: 2 }), await open({ churnHalfLifeDays: 2 })];
    await store.apply({ commits: COMMITS });
    const all = await told(store);
    await store.apply({ dropped: ['c', 'd', 'unknown'] });
    await fresh.apply({ commits: COMMITS.slice(2) });
    expect(await told(store)).toEqual(await told(fresh));
    // A commit that left is not dropped twice.
    await store.apply({ dropped: ['d'], commits: [COMMITS[1]!] });
    await fresh.apply({ commits: [COMMITS[1]!] });
    expect(await told(store)).toEqual(await told(fresh));
    await store.apply({ commits: [COMMITS[0]!] });
    expect(await told(store)).toEqual(all);
    await store.apply({ dropped: ['a'] });
    await store.apply({ resetHistory: true, commits: COMMITS });
    expect(await told(store)).toEqual(all);
    await Promise.all([store.close(), fresh.close()]);
  });
}
