import type { Files } from './world.ts';

/** A small shop: payments, mail, orders, their tests, a config and a document. */
export const SHOP: Files = {
  'src/payments/webhook.ts': `import { sendConfirmation } from '../mail/confirmation.ts';
import { findOrder } from '../orders/order.ts';

/** Handles what Stripe posts to us. */
export async function handleWebhook(event: StripeEvent): Promise<void> {
  if (event.type !== 'payment_intent.succeeded') return;
  const order = await findOrder(event.orderId);
  await sendConfirmation(order);
}

export function verifySignature(body: string, signature: string): boolean {
  return signature === hash(body);
}
`,
  'src/mail/confirmation.ts': `import { Order } from '../orders/order.ts';
import { smtp } from './smtp.ts';

/** Sends the confirmation mail for a paid order. */
export async function sendConfirmation(order: Order): Promise<void> {
  await smtp.send(order.email, 'Your payment was received');
}
`,
  'src/mail/smtp.ts': `export const smtp = {
  async send(to: string, subject: string): Promise<void> {},
};
`,
  'src/orders/order.ts': `export interface Order {
  id: string;
  email: string;
  total: number;
}

export async function findOrder(id: string): Promise<Order> {
  return { id, email: '', total: 0 };
}
`,
  'src/catalog/search.ts': `/** Full-text search over products. */
export class ProductSearch {
  find(words: string[]): string[] {
    return words;
  }
}
`,
  'src/catalog/zebra.ts': `export function zebraStripes(): number {
  return 42;
}
`,
  'test/webhook.test.ts': `import { handleWebhook } from '../src/payments/webhook.ts';

test('handles a webhook', async () => {
  await handleWebhook({ type: 'payment_intent.succeeded', orderId: '1' });
});
`,
  'config/payments.json': `{ "webhook": { "retries": 3, "secret": "see environment" } }
`,
  'docs/payments.md': `# Payments

How money comes in.

## Retries

Stripe retries a webhook for three days. See [the handler](../src/payments/webhook.ts).
`,
};
