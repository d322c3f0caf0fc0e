import type { Order } from './order.ts';

const orders = new Map<string, Order>();

export function findOrder(id: string): Order {
  const order = orders.get(id);
  if (!order) throw new Error(`no order ${id}`);
  return order;
}

export function saveOrder(order: Order): void {
  orders.set(order.id, order);
}
