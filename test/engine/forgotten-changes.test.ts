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
    'a function is gone that another file calls; who has its own of that name is left alone',
    edit('src/mail.ts', 'sendConfirmation', 'mailConfirmation'),
    ['src/hook.ts:4 calls sendConfirmation, which is gone'],
  ],
  [
    'what many files import is called otherwise',
    edit('src/tax.ts', 'taxOf', 'taxFor'),
    [
      'bills/bill-10.ts:3 calls taxOf, which is gone; 9 more like it',
      'bills/bill-11.ts:3 calls taxOf, which is gone',
      'bills/bill-12.ts:3 calls taxOf, which is gone',
    ],
  ],
  [
    'a function is gone of whose name another has a method',
    edit('books/rate.py', 'rate_of', 'rate_for'),
    ['books/invoice.py:5 calls rate_of, which is gone'],
  ],
  [
    'a function was moved to a new file',
    { ...edit('src/mail.ts', 'sendConfirmation', 'sendOther'), 'src/moved.ts': FILES['src/mail.ts'] },
    [],
  ],
  [
    'a function takes an argument more (TypeScript)',
    edit('src/mail.ts', 'order: string', 'order: string, locale: string'),
    ['src/hook.ts:4 calls sendConfirmation with arguments it no longer takes'],
  ],
  [
    'a function takes an argument less (Python)',
    edit('books/ledger.py', 'account, amount):', 'account):'),
    ['books/close.py:5 calls post_entry with arguments it no longer takes'],
  ],
  [
    'a function takes an argument more (Go)',
    edit('price/round.go', 'cents int', 'cents int, step int'),
    ['price/total.go:4 calls RoundPrice with arguments it no longer takes'],
  ],
  [
    'a call went away, and what it called is from elsewhere',
    edit('books/store.py', '\n        bytes_to_str(data))', 'data)'),
    [],
  ],
  ['an argument more need not be given', edit('books/ledger.py', 'amount):', 'amount, day=None):'), []],
  ['any number of arguments is taken', edit('books/ledger.py', 'account, amount):', '*entries):'), []],
  [
    'the caller was changed too',
    { ...edit('price/round.go', 'RoundPrice', 'Round'), ...edit('price/total.go', 'RoundPrice', 'Round') },
    [],
  ],
  [
    'what always changes with it did not',
    { 'docs/a.md': '# changed\n' },
    ['docs/b.md changed with docs/a.md in 13 of 13 commits'],
  ],
  ['what always changes with it was changed too', { 'docs/a.md': '# changed\n', 'docs/b.md': '# changed\n' }, []],
  ['somebody else made the change', { 'docs/a.md': '# changed\n' }, [], ['docs/a.md']],
  [
    'a sweep touches very many files',
    Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`docs/${at ? `new-${at}` : 'a'}.md`, '# swept\n'])),
    [],
  ],
];
for (const [name, changed, told, except] of cases)
  test(`missed names ${told.length > 0 ? 'what was forgotten' : 'nothing'}: ${name}`, async () => {
    world.write(changed);
    const { places } = await engine.missed({ since: 'HEAD', except });
    world.git('checkout', '-q', '.');
    world.git('clean', '-fdq', 'docs', 'src');
    expect(places.map(({ path, line, because }) => `${path}${line === null ? '' : `:${line}`} ${because}`)).toEqual(
      told,
    );
  });
