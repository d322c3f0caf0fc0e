import { describe, expect, test } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { DOCUMENT_CASES } from './document-cases.ts';
import { pathsOf, posted, STORE_CASES } from './store-cases.ts';
import { A, B, commit, content, edge, everything, file, SHOP } from './store-samples.ts';
import { VECTOR_CASES } from './vector-cases.ts';

const DAY = 86_400_000;

type Open = (options: { churnHalfLifeDays?: number; deadContentsMin?: number }) => Store | Promise<Store>;

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
  });
}

function wholeChanges(open: Open): void {
  test('an empty store answers everything', async () => {
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

  test('a change that names an unknown content changes nothing', async () => {
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

  test('batches of any size give the same answers', async () => {
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
  test('dead contents stay until they outnumber the live, then are forgotten', async () => {
    const store = await open({ deadContentsMin: 3 });
    for (let edit = 0; edit < 5; edit += 1) {
      await store.apply({
        contents: [content(`h${edit}`, `common line${edit}`)],
        upsert: [file('p', `h${edit}`), file('q', 'h0')],
      });
      expect(await store.known(['h0', 'h1', 'h2', 'h3', 'h4'])).toHaveLength(edit === 4 ? 2 : edit + 1);
    }
    expect(await posted('common')(store)).toEqual(['1 0 1 0 0 3', '5 0 1 0 0 3']);
    expect(await store.texts(['h1'])).toEqual(new Map());
    await store.apply({ contents: [content('h1', 'common again')], upsert: [file('r', 'h1')] });
    expect(await posted('common')(store)).toEqual(['1 0 1 0 0 3', '5 0 1 0 0 3', '6 0 1 0 0 2']);
    await store.close();
  });

  test('contents that were never in the view are not taken for dead', async () => {
    const store = await open({ deadContentsMin: 0 });
    await store.apply({ contents: [A, B, content('hc', 'c')] });
    await store.apply({ upsert: [file('p', 'ha')] });
    expect(await store.known(['ha', 'hb', 'hc'])).toHaveLength(3);
    await store.close();
  });
}
