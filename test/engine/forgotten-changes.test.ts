import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../src/ports/engine.ts';
import { makeWorld, type World } from '../worlds/world.ts';

const FILES = {
  'src/mail.ts': 'export function sendConfirmation(order: string): string {\n  return order;\n}\n',
  'src/hook.ts':
    "import { sendConfirmation } from './mail.ts';\n\nexport function handleHook(): string {\n  return sendConfirmation('42');\n}\n",
  'src/tax.ts': 'export const taxOf = (cents: number) => cents;\n',
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [
      `bills/bill-${at + 10}.ts`,
      `import { taxOf } from '../src/tax.ts';\n\nexport const bill${at} = () => taxOf(${at});\n`,
    ]),
  ),
  'other/names.ts': "window.sendConfirmation('x');\n",
  'books/ledger.py': 'def post_entry(account, amount):\n    return account, amount\n',
  'books/close.py': "from ledger import post_entry\n\n\ndef close_books():\n    return post_entry('cash', 3)\n",
  'books/rate.py': 'def rate_of(day):\n    return day\n',
  'books/invoice.py': 'from rate import rate_of\n\n\ndef invoice(day):\n    return rate_of(day)\n',
  'books/bank.py': 'class Bank:\n    def rate_of(self, day):\n        return self.rate_of(day)\n',
  'books/store.py':
    'from kombu import bytes_to_str\n\n\ndef store(data):\n    return keep(\n        bytes_to_str(data))\n',
  'books/load.py': 'from kombu import bytes_to_str\n\n\ndef load(data):\n    return bytes_to_str(data)\n',
  'price/round.go': 'package price\n\nfunc RoundPrice(cents int) int {\n\treturn cents\n}\n',
  'price/total.go': 'package price\n\nfunc Total(cents int) int {\n\treturn RoundPrice(cents)\n}\n',
  'docs/a.md': '# A\n',
  'docs/b.md': '# B\n',
};
type Path = keyof typeof FILES;
const edit = (path: Path, from: string, to: string) => ({ [path]: FILES[path].replace(from, to) });
const both = (text: string) => ({ message: `Change both ${text}`, files: { 'docs/a.md': text, 'docs/b.md': text } });
const commits = [...Array.from({ length: 11 }, (_, at) => both(`${at}\n`)), both('# last\n')];

let world: World;
let engine: Engine;
beforeAll(async () => {
  world = makeWorld(FILES, commits);
  engine = await world.open();
});
afterAll(async () => {
  await engine.close();
  world[Symbol.dispose]();
});

const cases: [name: string, changed: Record<string, string>, told: string[], except?: string[]][] = [
  [
    'a function that another file calls was renamed',
    edit('src/mail.ts', 'sendConfirmation', 'mailConfirmation'),
    ['src/hook.ts:4 calls sendConfirmation, which is gone'],
  ],
  [
    'a constant that many files import was renamed',
    edit('src/tax.ts', 'taxOf', 'taxFor'),
    [
      'bills/bill-10.ts:3 calls taxOf, which is gone; 9 more like it',
      'bills/bill-11.ts:3 calls taxOf, which is gone',
      'bills/bill-12.ts:3 calls taxOf, which is gone',
    ],
  ],
  [
    'a function was renamed whose old name a method elsewhere has',
    edit('books/rate.py', 'rate_of', 'rate_for'),
    ['books/invoice.py:5 calls rate_of, which is gone'],
  ],
  [
    'a function was moved to a new file',
    { ...edit('src/mail.ts', 'sendConfirmation', 'sendOther'), 'src/moved.ts': FILES['src/mail.ts'] },
    [],
  ],
  [
    'a function takes one more argument (TypeScript)',
    edit('src/mail.ts', 'order: string', 'order: string, locale: string'),
    ['src/hook.ts:4 calls sendConfirmation with arguments it no longer takes'],
  ],
  [
    'a function takes one argument less (Python)',
    edit('books/ledger.py', 'account, amount):', 'account):'),
    ['books/close.py:5 calls post_entry with arguments it no longer takes'],
  ],
  [
    'a function takes one more argument (Go)',
    edit('price/round.go', 'cents int', 'cents int, step int'),
    ['price/total.go:4 calls RoundPrice with arguments it no longer takes'],
  ],
  ['a call of an imported function was removed', edit('books/store.py', '\n        bytes_to_str(data))', 'data)'), []],
  [
    'a function takes one more argument, which has a default',
    edit('books/ledger.py', 'amount):', 'amount, day=None):'),
    [],
  ],
  ['a function takes any number of arguments', edit('books/ledger.py', 'account, amount):', '*entries):'), []],
  [
    'a function and its caller were both changed',
    { ...edit('price/round.go', 'RoundPrice', 'Round'), ...edit('price/total.go', 'RoundPrice', 'Round') },
    [],
  ],
  [
    'a file did not change that changed with it in every commit',
    { 'docs/a.md': '# changed\n' },
    ['docs/b.md changed with docs/a.md in 13 of 13 commits'],
  ],
  [
    'both of two files that always change together were changed',
    { 'docs/a.md': '# changed\n', 'docs/b.md': '# changed\n' },
    [],
  ],
  ['the changed file is excepted by the caller', { 'docs/a.md': '# changed\n' }, [], ['docs/a.md']],
  [
    'forty files were changed',
    Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`docs/${at ? `new-${at}` : 'a'}.md`, '# swept\n'])),
    [],
  ],
];
for (const [name, changed, told, except] of cases)
  test(`after a change, missed names ${told.length > 0 ? 'the forgotten places' : 'nothing'}: ${name}`, async () => {
    world.write(changed);
    const { places } = await engine.missed({ since: 'HEAD', except });
    world.git('checkout', '-q', '.');
    world.git('clean', '-fdq', 'docs', 'src');
    expect(places.map(({ path, line, because }) => `${path}${line === null ? '' : `:${line}`} ${because}`)).toEqual(
      told,
    );
  });
