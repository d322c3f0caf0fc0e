import { describe, expect, test } from 'vitest';
import { knap } from '../knap.ts';
import { connect, textOf } from '../mcp/connect.ts';
import { SHOP, shareWorld } from '../world.ts';

const TOKEN = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
const LONG = Array.from(
  { length: 120 },
  (_, at) => `export function step${at}(value: number): number {\n  return value + ${at};\n}\n`,
).join('\n');
const root = shareWorld({
  ...SHOP,
  'src/keys.ts': `export const token = '${TOKEN}';\n`,
  'src/long.ts': LONG,
  'bun.lock': '"a": ["b@1.0.0", {}],\n'.repeat(900),
  'src/macro.rs': 'pin_project! {\n    pub struct Sleep {\n        at: u64,\n    }\n}\n',
  'src/other/cart.ts': 'export function addItem(): void {}\n',
});

describe('grep finds lines by their text', () => {
  const cases: [name: string, args: readonly string[], holds: readonly string[], lacks?: string][] = [
    [
      'grep finds a text',
      ['grep', "event.id === ''"],
      ['src/payments/webhook.ts@', '  in handleWebhook (3-7)', "    5: if (event.id === '')"],
    ],
    [
      'grep reads special characters of a text literally',
      ['grep', 'this.items.push'],
      ['this.items.push(item)'],
      'regular',
    ],
    ['grep reads a text as a pattern if it matches only so', ['grep', 'event.i. =+'], ["5: if (event.id === '')"]],
    ['grep reads an invalid pattern as a text', ['grep', 'push(item', '--regex'], ['this.items.push(item)']],
    ['grep finds nothing for a text that matches in neither way', ['grep', 'event.x. =+'], []],
    [
      'grep --path with a pattern limits the files',
      ['grep', 'handleWebhook', '--path', '*.test.ts'],
      ['test/webhook.test.ts@'],
      'webhook.ts@',
    ],
    [
      'grep --path with several patterns limits the files',
      ['grep', 'Stripe', '--path', '**/*.{md,go}'],
      ['docs/payments.md@'],
      'webhook.ts@',
    ],
    [
      'grep --regex reads the text as a pattern',
      ['grep', 'send\\w+\\(order', '--regex'],
      ['in sendConfirmation (1-5)', '2: export async function'],
    ],
    [
      'grep --ignore-case finds a text in other case',
      ['grep', 'STRIPE', '--ignore-case'],
      ['docs/payments.md@', 'src/payments/webhook.ts@'],
    ],
    [
      'grep --word finds only whole words',
      ['grep', 'item', '--word'],
      ['this.items.push(item)'],
      'private readonly items',
    ],
    [
      'grep --path with a folder limits the files',
      ['grep', 'order', '--path', 'src/mail'],
      ['src/mail/confirmation.ts@'],
      'src/payments',
    ],
    ['grep does not find a secret by a pattern', ['grep', 'ghp_\\w+', '--regex'], []],
    ['grep does not find a part of a secret', ['grep', TOKEN.slice(0, 12)], []],
    ['grep counts the lines beyond its limit', ['grep', 'return value', '--limit', '3'], ['… 117 more lines']],
  ];
  for (const [name, args, holds, lacks] of cases)
    test(name, async () => {
      const { code, stdout } = await knap(root, args);
      expect(code).toBe(holds.length === 0 ? 3 : 0);
      for (const text of holds) expect(stdout).toContain(text);
      if (lacks !== undefined) expect(stdout).not.toContain(lacks);
    });

  test('grep --budget cuts the list of lines and gives their total, and is refused if no line fits', async () => {
    const { stdout } = await knap(root, ['grep', 'return value', '--limit', '500', '--budget', '200', '--json']);
    const { hits, total } = JSON.parse(stdout);
    expect({ isCut: hits.length < 20, hasSome: hits.length > 0, total }).toEqual({
      isCut: true,
      hasSome: true,
      total: 120,
    });
    expect(await knap(root, ['grep', 'return value', '--budget', '3'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Not even one line'),
    });
  });
});

describe('uses lists the uses of a name', () => {
  const cases: [name: string, args: readonly string[], holds: RegExp, lacks?: RegExp][] = [
    [
      'uses lists definitions and uses in tests apart',
      ['uses', 'handleWebhook'],
      /Defined in \(by name\)\n {2}src\/payments\/webhook.ts@[\s\S]*In tests \(by name\)\n {2}test\/webhook.test.ts@/,
    ],
    [
      'uses --only call lists the function around a call',
      ['uses', 'sendConfirmation', '--only', 'call'],
      /^Called in \(by name\)\n {2}src\/payments\/webhook.ts@\w+\n {4}in handleWebhook/,
    ],
    [
      'uses --only test lists tests and no definition',
      ['uses', 'handleWebhook', '--only', 'test'],
      /a webhook sends|await handleWebhook/,
      /Defined/,
    ],
    [
      'uses with a qualified name lists only the definition of that name',
      ['uses', 'Cart.addItem', '--only', 'definition'],
      /src\/cart\/cart.ts@/,
      /src\/other/,
    ],
    [
      'uses accepts a qualified name with :: and the number of a part',
      ['uses', 'Cart::addItem~2', '--only', 'definition'],
      /src\/cart\/cart.ts@/,
      /src\/other/,
    ],
    [
      'uses does not list another definition of the same name as a call',
      ['uses', 'Cart.addItem'],
      /Named in \(by name\)\n {2}src\/other\/cart.ts@/,
      /Called/,
    ],
    [
      'uses with a file and line takes the definition around the line',
      ['uses', 'src/payments/webhook.ts:5', '--only', 'definition'],
      /in handleWebhook/,
    ],
    [
      'uses with a file and a name lists only the definition in that file',
      ['uses', 'src/other/cart.ts#addItem', '--only', 'definition'],
      /src\/other\/cart.ts@/,
      /src\/cart/,
    ],
    [
      'uses finds a definition inside a macro by its name',
      ['uses', 'Sleep'],
      /^Defined in \(by name\)\n {2}src\/macro.rs@/,
      /Called/,
    ],
  ];
  for (const [name, args, holds, lacks] of cases)
    test(name, async () => {
      const { stdout } = await knap(root, args);
      expect(stdout).toMatch(holds);
      if (lacks) expect(stdout).not.toMatch(lacks);
    });

  test('uses --limit lists fewer definitions and still gives their number', async () => {
    const { stdout } = await knap(root, ['uses', 'addItem', '--only', 'definition', '--limit', '1', '--json']);
    const { uses, total } = JSON.parse(stdout);
    expect([uses.length, total]).toEqual([1, 2]);
  });

  test('uses with a file is refused, and the error lists what the file defines', async () => {
    const { code, stderr } = await knap(root, ['uses', 'src/payments/webhook.ts']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('it defines handleWebhook, verifySignature')]);
  });

  test('uses with an unknown name exits with 3 and names it', async () => {
    expect(await knap(root, ['uses', 'zebra'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('uses the name "zebra"'),
    });
  });
});

describe('show opens each kind of target', () => {
  const cases: [name: string, args: readonly string[], holds: RegExp][] = [
    ['a symbol by its name alone', ['sendConfirmation'], /^# src\/mail\/confirmation.ts:1-5\n/],
    ['a method by its qualified name', ['Cart.total'], /return this.items.length/],
    ['lines by the place an answer prints', ['src/cart/cart.ts:4-6@6a10cb'], /^# src\/cart\/cart.ts:4-6\n/],
    [
      'a folder as its files with their symbols',
      ['src/payments'],
      /- src\/payments\/webhook.ts: handleWebhook, verifySignature, lines 1-11/,
    ],
    [
      'the outline of a file',
      ['src/cart/cart.ts', '--sections'],
      /- export class Cart[^\n]*, lines 1-11\n {2}- addItem/,
    ],
    ['a long file without symbols as its length', ['bun.lock', '--budget', '300'], /- no names in it, lines 1-900/],
    [
      'a file over the budget as its outline',
      ['src/long.ts', '--budget', '400'],
      /- export function step0[\s\S]*… \d+ more/,
    ],
  ];
  for (const [name, args, holds] of cases)
    test(`show prints ${name}`, async () => expect((await knap(root, ['show', ...args])).stdout).toMatch(holds));

  test('show with an ambiguous name is refused, and the error lists its symbols with their lines', async () => {
    const { code, stderr } = await knap(root, ['show', 'addItem']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/may be any of src\/cart\/cart.ts:4-6 \(Cart.addItem\), src\/other\/cart.ts:1-1/);
  });
});

test('context_grep, context_uses and context_show accept a text for a number, a switch or a list', async () => {
  const client = await connect(root);
  const call = async (name: string, args: Record<string, unknown>) =>
    textOf(await client.callTool({ name, arguments: args }));
  expect(await call('context_grep', { pattern: 'send\\w+\\(order', regex: 'true', limit: '5' })).toContain(
    'in sendConfirmation',
  );
  expect(await call('context_uses', { symbol: 'handleWebhook', only: 'test' })).toContain('test/webhook.test.ts');
  expect(await call('context_show', { targets: 'src/long.ts' })).toContain('step0');
  expect(await call('context_grep', { pattern: '(zebra', regex: true })).toMatch(
    /^BAD_INPUT: The pattern cannot be used: missing closing \): `\(zebra`/,
  );
  const { tools } = await client.listTools();
  expect(JSON.stringify(tools).length).toBeLessThan(8000);
});
