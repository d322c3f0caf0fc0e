import { describe, expect, test } from 'vitest';
import { knap, manifestOf } from './knap.ts';
import { makeWorld, SHOP, shareWorld } from './world.ts';

const TASK = 'fix the stripe webhook confirmation';
const root = shareWorld(SHOP);
const page = async (...args: string[]) => (await knap(root, ['pack', TASK, '--format', 'markdown', ...args])).stdout;

describe('--pin quotes the pinned place first', () => {
  const cases: [name: string, pin: string, first: string, has: string][] = [
    ['a file without any signal', 'src/cart/cart.ts', 'src/cart/cart.ts', 'class Cart'],
    ['a symbol by its id', 'src/mail/confirmation.ts#sendConfirmation', 'src/mail/confirmation.ts', 'Your order'],
    ['a method inside a small class', 'src/cart/cart.ts#Cart.total', 'src/cart/cart.ts', 'total(): number'],
    ['a range of lines', 'src/cart/cart.ts:4-6', 'src/cart/cart.ts', 'this.items.push(item);'],
  ];
  for (const [name, pin, first, has] of cases)
    test(`--pin with ${name} quotes the pinned code first`, async () => {
      const { blocks, pins } = await manifestOf(root, [TASK, '--pin', pin]);
      expect([blocks[0]?.path, pins]).toEqual([first, [pin]]);
      expect(await page('--pin', pin)).toContain(has);
    });

  test('of two pins within a small budget the first is quoted first', async () => {
    const { blocks, usage } = await manifestOf(root, [
      ...[TASK, '--budget', '260', '--pin', 'src/cart/cart.ts', '--pin', 'src/mail/confirmation.ts'],
    ]);
    expect(blocks.map(({ path }) => path)[0]).toBe('src/cart/cart.ts');
    expect(usage.used).toBeLessThanOrEqual(260);
  });

  test('--pin with an unknown id is noted, and the pack is made', async () => {
    const { code, stderr, stdout } = await knap(root, ['pack', TASK, '--format', 'plain', '--pin', 'src/nowhere.ts#x']);
    expect([code, stdout.includes('handleWebhook')]).toEqual([0, true]);
    expect(stderr).toContain('"src/nowhere.ts#x" could not be pinned: nothing here has that id or path.');
  });
});

describe('--drop removes what it names', () => {
  const cases: [name: string, drop: string, gone: RegExp][] = [
    ['a file', 'src/mail/confirmation.ts', /src\/mail\/confirmation\.ts"?[\s):,]|Your order/],
    ['a folder', 'src/mail', /mail\/confirmation\.ts \(|Your order/],
    ['a pattern of names', '*.test.ts', /webhook\.test\.ts|a webhook sends one/],
    ['a pattern of paths', 'src/**/conf*.ts', /Your order/],
    ['a symbol', 'src/payments/webhook.ts#verifySignature', /verifySignature|endsWith/],
    ['a method inside a small class', 'src/cart/cart.ts#Cart.total', /total\(\)|items\.length/],
    ['a range of lines', 'src/payments/webhook.ts:9-11', /verifySignature|endsWith/],
  ];
  for (const [name, drop, gone] of cases)
    test(`--drop with ${name} removes the dropped code and its name from the pack`, async () => {
      const asked = ['--drop', drop, '--symbol', 'Cart', '--symbol', 'verifySignature'];
      const text = (await page(...asked)).replace(/^>.*$/m, '');
      expect(text).not.toMatch(gone);
      expect(await page(...asked.slice(2))).toMatch(gone);
      const { references, files, drops } = await manifestOf(root, [TASK, ...asked]);
      expect(drops).toEqual([drop]);
      for (const { id } of references) expect(id).not.toBe(drop);
      if (!/[#:*]/.test(drop)) for (const { path } of files) expect(path.startsWith(drop)).toBe(false);
    });
});

describe('--from takes pins and drops from an earlier pack', () => {
  test('pack --from takes task, pins and drops of an earlier pack, and --drop removes a pin', async () => {
    const world = makeWorld(SHOP);
    await knap(world, ['pack', TASK, '--pin', 'src/cart/cart.ts', '--drop', 'test/webhook.test.ts']);
    const next = await manifestOf(world, ['--from', 'latest', '--drop', 'docs/*', '--budget', '3000']);
    expect(next).toMatchObject({
      task: { text: TASK },
      pins: ['src/cart/cart.ts'],
      drops: ['test/webhook.test.ts', 'docs/*'],
    });
    expect(next.blocks[0]?.path).toBe('src/cart/cart.ts');
    const turned = await manifestOf(world, ['--from', '1', '--drop', 'src/cart/cart.ts']);
    expect([turned.pins, turned.drops]).toEqual([undefined, ['test/webhook.test.ts', 'src/cart/cart.ts']]);
    const { code, stderr } = await knap(world, ['pack', TASK, '--from', 'nobody']);
    expect([code, stderr.split('\n')[0]]).toEqual([2, 'knap: There is no pack "nobody".']);
  });
});
