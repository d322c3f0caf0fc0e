import { describe, expect, test } from 'vitest';
import type { GraphRow } from '../../../src/model/graph.ts';
import { openRows } from '../../worlds/import-rows.ts';
import { row } from './rows.ts';

const owned = (...ids: string[]) => ids.map((id) => ({ id, isReference: false }));
const ROWS = [row('a', { children: owned('b') }), row('b', { parent: 'a' }), row('c', { references: ['a'] })];

function* failing(rows: readonly GraphRow[]): Generator<GraphRow> {
  yield* rows;
  throw new Error('the stream broke');
}

describe('an import replaces the stored graph', () => {
  const changes: [name: string, rows: readonly GraphRow[], expected: object][] = [
    ['unchanged rows', ROWS, { nodes: 3, added: 0, changed: 0, removed: 0 }],
    ['the same rows in another order', ROWS.toReversed(), { nodes: 3, added: 0, changed: 0, removed: 0 }],
    [
      'a renamed node',
      [...ROWS.slice(1), row('a', { name: 'A', children: owned('b') })],
      { nodes: 3, added: 0, changed: 1, removed: 0 },
    ],
    ['an added and a removed node', [...ROWS.slice(0, 2), row('d')], { nodes: 3, added: 1, changed: 0, removed: 1 }],
    ['an empty import', [], { nodes: 0, added: 0, changed: 0, removed: 2 }],
    [
      'an id given twice, of which the first counts',
      [...ROWS, row('a', { name: 'other' })],
      { nodes: 3, added: 0, changed: 0, removed: 0 },
    ],
  ];
  for (const [name, rows, expected] of changes) {
    test(`a second import stores and counts ${name}`, async () => {
      await using store = await openRows([]);
      expect(await store.replace(ROWS)).toEqual({ nodes: 3, added: 2, changed: 0, removed: 0 });
      expect(await store.replace(rows)).toEqual(expected);
      expect([...(await store.nodes(['a', 'b', 'c', 'd'])).keys()].sort()).toEqual(
        [...new Set(rows.map(({ id }) => id))].sort(),
      );
    });
  }

  test('after a second import, searches and neighbours come from the new graph alone', async () => {
    await using store = await openRows(ROWS);
    await store.replace([row('a', { name: 'zebra', children: owned('c') }), row('c', { parent: 'a' })]);
    expect((await store.search('zebra', 5)).map(({ id }) => id)).toEqual(['a']);
    expect(await store.search('b', 5)).toEqual([]);
    const told = await store.neighbours(['a', 'c', 'b'], {
      relations: ['child', 'parent', 'references'],
      limitEach: 9,
    });
    expect([...told].map(([id, { ends }]) => [id, ends.map(({ to }) => to)])).toEqual([
      ['a', ['c']],
      ['c', ['a']],
    ]);
  });

  test('an edge to a missing node is found once the node is imported, and its row does not count as changed', async () => {
    await using store = await openRows([]);
    const waiting = row('a', { children: owned('later'), parent: 'above', references: ['x'] });
    const told = async () =>
      (await store.neighbours(['a'], { relations: ['child', 'parent', 'references'], limitEach: 9 })).get('a');
    await store.replace([waiting]);
    expect(await told()).toEqual({ ends: [], total: 0 });
    expect((await store.nodes(['a'])).get('a')!.parent).toBeNull();
    expect(await store.replace([waiting])).toMatchObject({ added: 0, changed: 0 });
    const counts = await store.replace([waiting, row('later'), row('above'), row('x')]);
    expect(counts).toMatchObject({ added: 3, changed: 0 });
    expect((await told())!.ends.map(({ to }) => to)).toEqual(['later', 'above', 'x']);
  });

  test('an import whose rows end with an error changes nothing in the stored graph', async () => {
    await using store = await openRows(ROWS);
    await expect(store.replace(async () => failing([row('z'), row('y')]))).rejects.toThrow('broke');
    expect([...(await store.nodes(['a', 'b', 'c', 'z'])).keys()]).toEqual(['a', 'b', 'c']);
  });
});
