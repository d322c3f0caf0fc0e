import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../src/index.ts';
import { makeWorld, type World } from '../worlds/world.ts';

const filler = (count: number, line: (at: number) => string) => Array.from({ length: count }, (_, at) => line(at));
const PYTHON = [
  'import decimal', // 1
  ...filler(8, (at) => `RATE_${at} = decimal.Decimal(${at})`),
  '', // 10
  'def tax(order):',
  '    rate = RATE_1',
  '    return rate * order.total', // 13
  '',
  ...filler(40, (at) => `def other_${at}(order):\n    return order.total - ${at}\n`),
  'def settle(order):', // 135
  '    lines = order.lines',
  '    post(lines, tax(order))',
  '    return lines',
];
const SCRIPT = [
  ...filler(30, (at) => `export const other${at} = (order) => order.total - ${at};`),
  'export function settle(order) {', // 31
  '  const lines = order.lines;',
  '  post(lines, order.customer.rate);',
  '  return lines;',
  '}',
];

let world: World;
let engine: Engine;
beforeAll(async () => {
  world = makeWorld({ 'shop/ledger.py': PYTHON.join('\n'), 'web/settle.js': SCRIPT.join('\n') });
  engine = await world.open();
});
afterAll(async () => {
  await engine.close();
  world[Symbol.dispose]();
});

const settleAt = PYTHON.join('\n').split('\n').indexOf('def settle(order):') + 1;
const python = (line: number, symbol: string, source: string) =>
  `Traceback (most recent call last):\n  File "/srv/app/shop/ledger.py", line ${line}, in ${symbol}\n    ${source}\nTypeError: unsupported operand`;
const script = (line: number, symbol: string) =>
  `TypeError: Cannot read properties of undefined (reading 'rate')\n    at ${symbol} (/srv/web/settle.js:${line}:14)\n    at run (node:internal/main:3:1)`;

describe('a trace whose line numbers are not those of the file any more', () => {
  const cases: [name: string, log: string, quoted: RegExp][] = [
    [
      'the line as it is printed is found, wherever it is now',
      python(4, 'settle', 'post(lines, tax(order))'),
      /post\(lines, tax\(order\)\) # <- failed here \(was line 4\)/,
    ],
    [
      'of several such lines the nearest is marked',
      python(14, 'other_0', 'return order.total - 0'),
      /return order\.total - 0 # <- failed here \(was line 14\)/,
    ],
    [
      'the function is marked where its line is gone',
      python(settleAt + 1, 'settle', 'post(lines)'),
      new RegExp(`def settle\\(order\\): # <- failed in here \\(was line ${settleAt + 1}\\)`),
    ],
    [
      'the function is marked where the trace prints no line',
      script(7, 'settle'),
      /settle\(order\) \{ \/\/ <- failed in here \(was line 7\)/,
    ],
    [
      'the function is marked where the file is shorter now',
      script(900, 'settle'),
      /\{ \/\/ <- failed in here \(was line 900\)/,
    ],
    [
      'the line of the trace is marked if nothing moved',
      script(33, 'settle'),
      /customer\.rate\); \/\/ <- failed here \(line 33\)/,
    ],
    [
      'the printed line is marked if nothing moved',
      python(13, 'tax', 'return rate * order.total'),
      /order\.total # <- failed here \(line 13\)/,
    ],
  ];
  for (const [name, log, quoted] of cases)
    test(`a trace with old line numbers: ${name}`, async () => {
      const { pack } = await engine.pack({ task: '', error: log, budget: 1200, aim: 'focused' });
      expect(pack.blocks.map(({ text }) => text).join('\n')).toMatch(quoted);
      expect(
        pack.blocks
          .map(({ text }) => text)
          .join('\n')
          .match(/<- failed/g),
      ).toHaveLength(1);
    });
});
