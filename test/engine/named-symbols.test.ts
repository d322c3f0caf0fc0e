import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../src/ports/engine.ts';
import { makeWorld, type World } from '../worlds/world.ts';

const filler = (from: number) =>
  Array.from(
    { length: 12 },
    (_, at) => `func jobRun${from + at}(run int) int {\n\treturn run + ${from + at}\n}\n`,
  ).join('\n');
const table = (at: number) =>
  `package ui\n\n// The width of a table on the terminal.\nfunc terminalTableWidth${at}(table, terminal int) int {\n\twidth := table + terminal\n\treturn width\n}\n`;
const FILES = {
  ...Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`ui/table_width_${at}.go`, table(at)])),
  'cmd/view.go': `package view\n\n${filler(0)}\nfunc promptForJob(runs []int) int {\n\treturn runs[0]\n}\n\n${filler(20)}`,
  'shared/shared.go': `package shared\n\ntype Prompter interface {\n\tSelect(prompt string) int\n}\n\n${filler(40)}\nfunc SelectRun(runs []int) int {\n\treturn len(runs)\n}\n`,
  'shared/macros.go': `package shared\n\n${filler(60)}\n// Use it so:\n//\n//\tfunc after_run_report(run int)\nfunc declare(name string) {\n}\n`,
  'shared/shared_test.go': 'package shared\n\nfunc SelectRunTwice() int {\n\treturn SelectRun(nil)\n}\n',
};

let world: World;
let engine: Engine;
beforeAll(async () => {
  world = makeWorld(FILES);
  engine = await world.open();
});
afterAll(async () => {
  await engine.close();
  world[Symbol.dispose]();
});

for (const [task, wanted] of [
  ['make promptForJob reuse SelectRun', ['func promptForJob', 'func SelectRun(']],
  ['the width of the table on the terminal: SelectRun and jobRun7 disagree', ['func SelectRun(', 'func jobRun7(']],
] as const)
  test(`C64 every symbol that a task names is quoted within 320 tokens: ${task}`, async () => {
    const { text, pack } = await engine.pack({ task, budget: 320, aim: 'focused', format: 'markdown' });
    for (const code of wanted) expect(text).toContain(code);
    expect(pack.usage.used).toBeLessThanOrEqual(320);
  });

test('K42 a tiny pack quotes a named function whole or says where it is, and never cuts it', async () => {
  const long = Array.from({ length: 60 }, (_, at) => `\ttotal += prices[${at}] * amounts[${at}]`).join('\n');
  using shop = makeWorld({
    'cart/sum.go': `package cart\n\nfunc sumCart(prices, amounts []int) int {\n\ttotal := 0\n${long}\n\treturn total\n}\n`,
    'cart/tax.go': 'package cart\n\nfunc addTax(sum int) int {\n\treturn sum + sum/5\n}\n',
  });
  const small = await shop.open();
  const ask = (budget: number) => small.pack({ task: 'make sumCart call addTax', budget, format: 'markdown' });
  const { text } = await ask(200);
  expect(text).toContain('func addTax(sum int)');
  expect(text).not.toContain('func sumCart');
  expect(text).toMatch(/cart\/sum\.go.*: sumCart 3-66/);
  expect((await ask(60)).text).toMatch(/^- cart\/tax\.go.*: addTax 3-5\n- cart\/sum\.go.*: sumCart 3-66$/m);
  await small.close();
});

test('C64 a name in the task that nothing defines is quoted where it is written', async () => {
  const task = 'the width of the table on the terminal: after_run_report and SelectRun disagree';
  const { pack } = await engine.pack({ task, budget: 400, aim: 'focused', format: 'markdown' });
  expect(pack.blocks.map(({ text }) => text).join('\n')).toMatch(/func SelectRun(?:.|\n)*after_run_report\(run/);
});

test('a pack lists symbols of its best file that it does not quote, and equals test/golden/pack-named-symbols.md', async () => {
  const { text, pack } = await engine.pack({
    task: 'make promptForJob reuse SelectRun',
    budget: 1200,
    format: 'markdown',
  });
  await expect(text).toMatchFileSnapshot('../golden/pack-named-symbols.md');
  const named = text.slice(text.indexOf('Not quoted:'));
  expect(named).toMatch(/^Not quoted:\n- cmd\/view\.go \(\d+ of 25 functions shown\): jobRun\d+/);
  for (const { path, startLine, endLine } of pack.references)
    expect([endLine >= startLine, Object.keys(FILES).includes(path)]).toEqual([true, true]);
});
