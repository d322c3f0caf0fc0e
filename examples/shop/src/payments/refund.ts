import type { Order } from '../orders/order.ts';
import { saveOrder } from '../orders/order-store.ts';

/** Pays back a share of an order, in whole cents. */
export function refund(order: Order, share: number): number {
  const cents = Math.round(order.paidCents * share);
  saveOrder({ ...order, paidCents: order.paidCents - cents });
  return cents;
}
