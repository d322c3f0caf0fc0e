import { sendConfirmation } from '../mail/confirmation.ts';
import { findOrder, saveOrder } from '../orders/order-store.ts';

/** What Stripe tells us: a payment went through. The same event comes again until we answer. */
export interface PaymentEvent {
  readonly id: string;
  readonly orderId: string;
  readonly cents: number;
}

/** Books a payment and tells the customer. */
export async function handleWebhook(event: PaymentEvent): Promise<void> {
  const order = findOrder(event.orderId);
  saveOrder({ ...order, paidCents: event.cents });
  await sendConfirmation(order);
}

export function verifySignature(payload: string, signature: string, secret: string): boolean {
  return signature === `${secret}:${payload.length}`;
}
