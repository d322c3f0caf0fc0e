import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openEngine } from '../../src/index.ts';
import { changeBytes, cutOff, damagedPages } from '../worlds/damage.ts';
import { AGAIN, changedGraphRows, damagedGraph, pageOf } from '../worlds/damaged-graph.ts';

const graph = damagedGraph();

test('a damaged database of a graph is put aside and imported again, and one line says so, once', async () => {
  for (const damage of [changedGraphRows()[0]!, changedGraphRows()[9]!, ...cutOff(1), ...damagedPages(3, 2)]) {
    await graph.check(damage);
    expect({ damage: damage.name, isAside: existsSync(`${graph.path}-damaged`) }).toEqual({
      ...{ damage: damage.name, isAside: true },
    });
  }
});

test('one that is damaged while it is open is noticed before the next answer', async () => {
  graph.putBack();
  const engine = await openEngine({ root: graph.root });
  try {
    const ask = async () => {
      const { text } = await engine.context({ seeds: ['Beacon'], offline: true });
      return { text: pageOf(text), isTold: AGAIN.test(text) };
    };
    const before = await ask();
    changeBytes(graph.path, Buffer.from('Beacon Cedar 56'));
    expect(await ask()).toEqual({ ...before, isTold: true });
    expect(await ask()).toEqual(before);
  } finally {
    await engine.close();
  }
});

test('without what it was imported from, it says how to import it again, and never answers from it', async () => {
  graph.putBack();
  changedGraphRows()[0]!.spoil(graph.path);
  graph.takeExport();
  for (let round = 0; round < 2; round += 1) {
    const { code, stdout, stderr } = await graph.ask();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^[^\n]*The imported graph was damaged[^\n]*no longer there\.\n[^\n]*knap import tana[^\n]*\n$/,
    );
  }
});
