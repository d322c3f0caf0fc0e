import { saveOrder } from '../src/orders/order-store.ts';
import { handleWebhook } from '../src/payments/webhook.ts';

test('a payment is booked and confirmed', async () => {
  saveOrder({ id: 'o1', email: 'a@example.org', items: [{ name: 'tea', cents: 450 }], paidCents: 0 });
  await handleWebhook({ id: 'evt_1', orderId: 'o1', cents: 450 });
});
