import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { commitAll, keepHistory } from '../worlds/kept-history.ts';

export { commitAll } from '../worlds/kept-history.ts';

/** A shop with payments and mail, small enough to read. */
export const SHOP: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "shop", "type": "module" }\n',
  'src/payments/webhook.ts': `import { sendConfirmation } from '../mail/confirmation.ts';

/** Handles what Stripe tells us about a payment. */
export async function handleWebhook(event: { id: string; order: string }): Promise<void> {
  if (event.id === '') throw new Error('webhook without id');
  await sendConfirmation(event.order);
}

export function verifySignature(payload: string, secret: string): boolean {
  return payload.endsWith(secret);
}
`,
  'src/mail/confirmation.ts': `/** Sends the confirmation of an order. */
export async function sendConfirmation(order: string): Promise<string> {
  const subject = 'Your order ' + order;
  return subject;
}
`,
  'src/cart/cart.ts': `export class Cart {
  private readonly items: string[] = [];

  addItem(item: string): void {
    this.items.push(item);
  }

  total(): number {
    return this.items.length;
  }
}
`,
  'test/webhook.test.ts': `import { handleWebhook } from '../src/payments/webhook.ts';

test('a webhook sends one confirmation', async () => {
  await handleWebhook({ id: 'evt_1', order: '42' });
});
`,
  'docs/payments.md':
    '# Payments\n\n## Retries\n\nStripe retries a webhook for three days; see src/payments/webhook.ts.\n',
};

/** Writes files into a new folder that is gone when the test is over. */
export function makeWorld(files: Readonly<Record<string, string>>, options: { git?: boolean } = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'knap-world-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));
  writeFiles(root, files);
  if (options.git) keepHistory(root, files, () => commitAll(root, 'Start the shop'));
  return root;
}

/** One folder for all tests of a file, if they leave it as it was; they share its index. */
export function shareWorld(files: Readonly<Record<string, string>>, options: { git?: boolean } = {}): string {
  // The folder is made when tests run, so that listing tests leaves no folder behind.
  const root = join(realpathSync(tmpdir()), `knap-world-${randomUUID()}`);
  beforeAll(() => {
    writeFiles(root, files);
    if (options.git) keepHistory(root, files, () => commitAll(root, 'Start the shop'));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));
  return root;
}

export function writeFiles(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
