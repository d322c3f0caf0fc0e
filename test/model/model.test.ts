import { expect, test } from 'vitest';
import { runGraphModel } from './graph-model.ts';
import { replay, runModel } from './run-model.ts';
import type { Step } from './steps.ts';

// Hundreds of calls of git: on a busy machine they take their time.
const TIMEOUT_MS = 600_000;

test(
  'after every step the index holds what the files hold, and answers as one made afresh does',
  {
    timeout: TIMEOUT_MS,
  },
  () => runModel({ seed: 1, steps: 40, answersEvery: 10 }),
);

test('after every import a graph equals its export, and after an interrupted import the graph before', () =>
  runGraphModel({ seed: 1, steps: 25 }));

// Found by random steps, kept as short as they showed it.
const PLAIN = { waitMs: 0, isQuiet: false, haltAfter: null, killAfter: null, isTogether: false } as const;
const found: [what: string, steps: readonly Step[]][] = [
  [
    'a second change of a file in one moment is indexed, after the clock went back and a refresh was stopped',
    [
      { ...PLAIN, kind: 'watch' },
      { ...PLAIN, kind: 'write', path: 'a.md', text: 'old', waitMs: -3_600_000 },
      { ...PLAIN, kind: 'write', path: 'pay.ts', text: 'export const pay = 1;\n', waitMs: 5000 },
      { ...PLAIN, kind: 'write', path: 'pay.ts', text: 'export const pay = 2;\n', isQuiet: true },
      { ...PLAIN, kind: 'write', path: 'b.md', text: 'new', haltAfter: 3 },
    ],
  ],
];
for (const [what, steps] of found) test(what, async () => expect(await replay(steps)).toBeNull());
