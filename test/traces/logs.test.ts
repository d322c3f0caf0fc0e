import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../src/index.ts';
import { makeWorld, type World } from '../worlds/world.ts';
import { POLYGLOT, placesOf } from './world.ts';

let world: World;
let engine: Engine;
beforeAll(async () => {
  world = makeWorld(POLYGLOT);
  engine = await world.open();
});
afterAll(async () => {
  await engine.close();
  world[Symbol.dispose]();
});

const [settle, invoice, checkout] = placesOf('python') as [Place, Place, Place];
type Place = ReturnType<typeof placesOf>[number];
const at = ({ path, line, symbol, source }: Place) =>
  `  File "/app/${path}", line ${line}, in ${symbol}\n    ${source.trim()}\n`;
const traceback = (error: string, ...places: Place[]) =>
  `Traceback (most recent call last):\n${places.map(at).join('')}${error}\n`;
const info = (count: number) =>
  Array.from(
    { length: count },
    (_, index) =>
      `2026-05-01 10:00:${String(index % 60).padStart(2, '0')},000 INFO worker: 0 errors, handled order ${index}`,
  ).join('\n');
const dated = (error: string) => `2026-05-01 11:00:00,000 ERROR worker: job failed\n${error}`;

const cases: [name: string, log: string, title: string, path: string][] = [
  [
    'the error of a long log, not its last line',
    `${info(1500)}\n${dated(traceback('KeyError: total', checkout, settle))}${info(1500)}\n`,
    'KeyError: total',
    settle.path,
  ],
  [
    'the error that came most often',
    `${[1, 2, 3].map(() => dated(traceback('KeyError: total', checkout, settle))).join('')}${dated(traceback('ValueError: odd', invoice))}`,
    'KeyError: total',
    settle.path,
  ],
  [
    'the last of two errors',
    `${dated(traceback('ValueError: odd', invoice))}${dated(traceback('KeyError: total', checkout, settle))}`,
    'KeyError: total',
    settle.path,
  ],
  [
    'the first of two failures in a test run',
    `${traceback('ValueError: odd', invoice)}\n${traceback('KeyError: total', checkout, settle)}`,
    'ValueError: odd',
    invoice.path,
  ],
  [
    'the first cause of a chain',
    `${traceback('KeyError: total', checkout, settle)}\nDuring handling of the above exception, another exception occurred:\n\n${traceback('RuntimeError: no order', invoice)}`,
    'KeyError: total',
    settle.path,
  ],
  [
    'a log that says of each line where it was written',
    `I0501 10:00:00.000000 1 invoice.py:3] started\nI0501 10:00:01.000000 1 invoice.py:3] handled\n${traceback('KeyError: total', checkout, settle)}`,
    'KeyError: total',
    settle.path,
  ],
];

describe('the error of a log is the task', () => {
  for (const [name, log, title, path] of cases)
    for (const [way, input] of [
      ['as a log', { task: '', error: log }],
      ['pasted', { task: log }],
    ] as const)
      test(`the title of a pack for a log is its error: ${name}, ${way}`, async () => {
        const { pack, text } = await engine.pack({ ...input, budget: 1500 });
        expect([pack.task.title, pack.blocks[0]?.path]).toEqual([title, path]);
        expect(text).toContain(title);
        expect(text).not.toContain('handled order');
      });

  test('a log without a trace gets its gravest line as title, of several the most frequent', async () => {
    const errorLog = `${info(50)}\n2026-05-01 10:00:00 ERROR db: connection refused (attempt 1)\n2026-05-01 10:00:01 WARN db: slow, failed once\n2026-05-01 10:00:02 ERROR db: connection refused (attempt 2)\n${info(3)}`;
    expect((await engine.pack({ task: '', error: errorLog })).pack.task.title).toBe(
      'db: connection refused (attempt 2)',
    );
    for (const [start, title] of [
      ['ERROR [http]', '[http] undefined order'],
      ['[HTTP]', '[HTTP] undefined order'],
      ['[PANIC]', 'undefined order'],
    ]) {
      const bracketed = `${info(3)}\n2026-05-01 10:00:00 ${start} undefined order\n`;
      expect((await engine.pack({ task: '', error: bracketed })).pack.task.title).toBe(title);
    }
  });
});

describe('frames of a log', () => {
  test('a page prints the message and the frames inside the workspace', async () => {
    const { text } = await engine.pack({
      task: 'Orders are lost',
      error: traceback('KeyError: total', checkout, settle),
    });
    expect(text).toContain(
      `> Orders are lost\n>\n> KeyError: total\n>   at ${settle.path}:${settle.line} in settle\n>   at ${checkout.path}:${checkout.line} in checkout`,
    );
  });
  test('a note says that no frame of a trace lies in the workspace', async () => {
    const errorLog =
      'KeyError: x\n    at run (/srv/node_modules/left-pad/index.js:3:1)\n    at go (/opt/other/place.js:9:2)\n';
    const { pack } = await engine.pack({ task: 'settle the order', error: errorLog });
    expect(pack.notes.join('\n')).toContain('None of the 2 places the trace names lies in this workspace');
    const { pack: own } = await engine.pack({ task: 'x', error: traceback('KeyError: total', settle) });
    expect(own.notes.join('\n')).not.toContain('in this workspace');
  });
});
