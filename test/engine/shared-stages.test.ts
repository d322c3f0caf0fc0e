import { Session } from 'node:inspector/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../src/ports/engine.ts';
import { makeGraphWorld } from '../context/graph-world.ts';
import { named } from '../show/knowledge.ts';
import { TANA_ROWS } from '../worlds/tana-world.ts';
import type { World } from '../worlds/world.ts';

const SOURCES = new URL('../../src/', import.meta.url).href;
const LINES = Array.from({ length: 60 }, (_, at) => `  const step${at} = amount * ${at};`).join('\n');
const FILES = {
  'src/shop.ts': `import { pay } from './pay.ts';\n\n/** Sells. */\nexport class Shop {\n  sell(): number {\n    return pay(2);\n  }\n}\n`,
  'src/pay.ts': `export function pay(amount: number): number {\n${LINES}\n  return step1;\n}\n`,
  'src/refund.ts': `export function payBack(amount: number): number {\n${LINES}\n  return step2;\n}\n`,
  'docs/pay.md': named('LAAAA', 'paying', { labels: ['money'] }, 'See [the shop](shop.md) and [rules](LAAAB).'),
  'docs/shop.md': '# Shop\n\nSells seeds.\n',
  'docs/rules.md': named('LAAAB', 'rules', { 'doc-context-for': ['money'] }, 'Money is never a float.'),
};

/** Through which every page goes. */
const STAGES = [
  'pipeline/fit.ts',
  'pipeline/budget/budget.ts',
  'pipeline/budget/ledger.ts',
  'pipeline/format.ts',
  'pipeline/page-pieces.ts',
  'formats/layout.ts',
];

const SHARED_LEAST = 2 / 3;
const PACK_FILES_MAX = 200;

let asked = 0;
const CALLS = {
  // Another question each time: what was found for the same one is not looked for again.
  pack: () => engine.pack({ task: `The shop pays the wrong amount${' again'.repeat(asked++)}`, budget: 600 }),
  context: () => engine.context({ seeds: ['Atlas'], budget: 900 }),
  show: () => engine.show({ targets: ['LAAAA'], budget: 500 }),
};

let world: World;
let engine: Engine;
let pack: ReadonlySet<string>;
beforeAll(async () => {
  world = await makeGraphWorld({ rows: TANA_ROWS, files: FILES });
  engine = await world.open();
  // What a process does once is no part of a call.
  for (const call of Object.values(CALLS)) await call();
  pack = await filesRun(CALLS.pack);
});
afterAll(async () => {
  await engine.close();
  world[Symbol.dispose]();
});

/** The sources with functions that a call runs, below src. */
async function filesRun(call: () => Promise<unknown>): Promise<ReadonlySet<string>> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await call();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    await session.post('Profiler.stopPreciseCoverage');
    const run = result.filter(({ functions }) =>
      functions.some(({ functionName, ranges }) => functionName !== '' && ranges.some(({ count }) => count > 0)),
    );
    return new Set(run.flatMap(({ url }) => (url.startsWith(SOURCES) ? [url.slice(SOURCES.length)] : [])));
  } finally {
    session.disconnect();
  }
}

test('a pack runs all shared stages, and functions of fewer than 200 files', () => {
  expect(STAGES.filter((stage) => !pack.has(stage))).toEqual([]);
  expect(pack.size).toBeLessThan(PACK_FILES_MAX);
});

for (const name of ['context', 'show'] as const)
  test(`${name} runs all stages of a pack, and two thirds of the files it runs are run by a pack`, async () => {
    const files = await filesRun(CALLS[name]);
    expect(STAGES.filter((stage) => !files.has(stage))).toEqual([]);
    const shared = [...files].filter((file) => pack.has(file));
    expect(shared.length / files.size).toBeGreaterThanOrEqual(SHARED_LEAST);
  });
