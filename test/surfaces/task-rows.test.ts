import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { knap } from './knap.ts';
import { shareWorld } from './world.ts';

const HELPERS = Array.from({ length: 60 }, (_, at) =>
  at === 40
    ? 'export function lock() {\n  // A voucher that has expired is refused.\n  return 0;\n}\n'
    : `export function step${at}(x: number) {\n  return x + ${at};\n}\n`,
);
const root = shareWorld({
  'src/user.ts': `export interface UserStore {
  save(name: string): void;
}
export class UserService {
  constructor(private readonly store: UserStore) {}
  createUser(name: string) {
    this.store.save(name);
  }
}
`,
  'src/payment.ts': `import { Ledger } from './ledger.ts';
export function processPayment(amount: number) {
  return new Ledger().book(amount);
}
`,
  'src/ledger.ts': `export class Ledger {
  book(amount: number) {
    if (amount < 0) throw new RangeError('negative');
    return amount;
  }
}
`,
  'src/helpers.ts': HELPERS.join('\n'),
  'config/payment.yaml': 'payment:\n  provider: stripe\n  retries: 3\n',
});
const TRACE = `RangeError: negative
    at Ledger.book (/app/src/ledger.ts:3:29)
    at processPayment (/app/src/payment.ts:3:10)
`;
const text = async (...args: readonly string[]) => (await knap(root, args)).stdout;
const explained = async (task: string) =>
  [...(await text('explain', task)).matchAll(/^\d+\. (\S+)[^\n]*\n((?: {3}\S[^\n]*\n)*)/gm)].map(
    ([, path, signals]) => ({
      path,
      signals: signals?.match(/^ {3}\w+/gm)?.map((line) => line.trim()) ?? [],
    }),
  );

describe('a task on the command line finds its code', () => {
  test('C12 query --types interface finds only the interface', async () => {
    const { results } = JSON.parse(await text('query', 'user', '--types', 'interface', '--json'));
    expect(results.map(({ entity }: { entity: { name: string } }) => entity.name)).toEqual(['UserStore']);
  });
  test('C21 C22 the task is cut into words at punctuation, and words are compared by their stem', async () => {
    expect(await text('explain', 'payments,retries:ledgers')).toMatch(/^keywords: ledgers, payments, retries$/m);
    expect(await text('query', 'payments')).toContain('### function: processPayment');
  });
  test('C27 C44 C64 a named method is quoted with its own lines', async () => {
    const [first] = await explained('createUser() fails');
    expect(first).toMatchObject({ path: 'src/user.ts', signals: expect.arrayContaining(['exactSymbolMention']) });
    expect(await text('pack', 'createUser() fails', '--format', 'markdown')).toContain('  createUser(name: string) {');
  });
  test('C40 a vague task gets suggestions to make it clearer', async () => {
    expect(await text('pack', 'make it better', '--format', 'markdown')).toMatch(
      /^To narrow it: Name a file\. Name a class/m,
    );
  });
  test('C41 C43 a trace finds its files, and a file name finds its file', async () => {
    const failed = await explained(TRACE);
    expect(failed.slice(0, 2).map(({ path }) => path)).toEqual(['src/ledger.ts', 'src/payment.ts']);
    expect(failed[0]?.signals).toContain('stacktraceHit');
    const [named] = await explained('helpers.ts breaks');
    expect(named).toMatchObject({ path: 'src/helpers.ts', signals: expect.arrayContaining(['fileHintExact']) });
  });
  test('C59 K45 a class in backticks comes before the files of the trace below it', async () => {
    const ranked = await explained(`It crashes.\n\nIs it \`UserService\`?\n\n${TRACE}`);
    expect(ranked.slice(0, 3).map(({ path }) => path)).toEqual(['src/user.ts', 'src/ledger.ts', 'src/payment.ts']);
  });
  test('C63 C66 relevant settings are included, and a long file is quoted where the words occur', async () => {
    expect(await text('pack', 'retries of the payment provider', '--format', 'markdown')).toContain(
      '### config/payment.yaml',
    );
    const page = await text('pack', 'an expired voucher is refused', '--format', 'markdown');
    expect(page).toContain('A voucher that has expired is refused.');
    expect(page).not.toContain('return x + 3;');
  });
  test('C75 PACK.md of a vague task says that the change type is unknown', async () => {
    const out = mkdtempSync(join(tmpdir(), 'knap-rows-'));
    await knap(root, ['pack', 'users and payments', '--out', out]);
    const page = readFileSync(join(out, 'PACK.md'), 'utf8');
    rmSync(out, { recursive: true });
    expect(page).toMatch(/^## Analysis\nchange type unknown · confidence 0\.\d\d/m);
  });
});
