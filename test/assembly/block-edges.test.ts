import { expect, test } from 'vitest';
import { assemblePack } from '../../src/pipeline/assemble.ts';
import { candidates, type FileSketch, fileOf, functionText, options, pack, parts } from './world.ts';

const COMMENT = ['/**', ...Array.from({ length: 12 }, (_, at) => ` * Says line ${at}.`), ' */'].join('\n');

function commented(isPinned: boolean): FileSketch {
  const text = `${COMMENT}\n${functionText('pay', 9)}`;
  return { path: 'a.ts', text, score: 0.9, units: [{ name: 'pay', lines: [1, 23], score: 0.9, isPinned }] };
}

const TUNING = { ...options().tuning, wholeFiles: 0, wholeFileWhen: 2 };

const textOf = (isPinned: boolean) => {
  // The one above is needed far more, so that this one is just worth quoting.
  const likely = { needOf: () => 0.2, units: 0.1, files: 0.1 };
  const given = options({ budgetTokens: 4000, namesParts: true });
  const scored = candidates(commented(isPinned)).map((one) => ({ ...one, likelihood: 0.5 }));
  const { pack: made } = assemblePack(scored, { ...given, floors: { ...given.floors, likely } });
  return made.blocks[0]!;
};

test('a long comment is cut to its first lines, with a mark', () => {
  const { text, lines, level } = textOf(false);
  expect(text).toContain(' * Says line 1.\n * … 10 lines left out\n */\nexport function pay');
  expect([level, lines]).toEqual([
    'excerpt',
    [
      [1, 3],
      [14, 23],
    ],
  ]);
});

test('the comment of a named symbol is not cut', () => {
  expect(textOf(true).text).toContain(' * Says line 11.');
});

test('a block does not begin with the closing bracket of the function before it', () => {
  const text = `function before() {\n  return 1;\n}\n${functionText('pay', 9)}`;
  const units = [{ name: 'pay', lines: [3, 12] as [number, number], score: 0.9, isPinned: true }];
  const [block] = pack([{ path: 'a.ts', text, score: 0.9, units }], { tuning: TUNING }).pack.blocks;
  expect(block!.startLine).toBe(4);
});

test('functions without a line between them become blocks of readable size, each starting at a function', () => {
  const file = fileOf('a.ts', 0.9, [...parts(8, 40), { name: 'unlikely', lines: 200, score: 0.01 }]);
  const { blocks } = pack([file], { budgetTokens: 20_000, linesPerFileMax: 1000, tuning: TUNING }).pack;
  expect(blocks.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
    [1, 122],
    [124, 245],
    [247, 327],
  ]);
});

test('a class that shares one line with its member is quoted', () => {
  const text = `${functionText('other', 30)}\nclass Shop { pay(order: Order) { return this.gateway.charge(order.total); } }`;
  const units = [{ name: 'Shop', kind: 'class' as const, lines: [31, 31] as [number, number], score: 0.9 }];
  const sketch = candidates({ path: 'a.ts', text, score: 0.9, units });
  const [first] = sketch[0]!.text!.facts.symbols;
  const member = { ...first!, name: 'pay', qualifiedName: 'Shop.pay', kind: 'method' as const, parent: 0 };
  const source = { ...sketch[0]!.text!, facts: { ...sketch[0]!.text!.facts, symbols: [first!, member] } };
  const made = assemblePack(
    sketch.map((one) => ({ ...one, text: source })),
    options({ tuning: TUNING }),
  );
  expect(made.text).toContain('class Shop { pay');
});
