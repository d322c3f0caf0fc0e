/** What somebody bought. */
export interface Order {
  readonly id: string;
  readonly email: string;
  readonly items: readonly Item[];
  readonly paidCents: number;
}

export interface Item {
  readonly name: string;
  readonly cents: number;
}

/** What all items cost together. */
export function totalCents(order: Order): number {
  if (order.items.length === 0) throw new Error(`order ${order.id} has no items`);
  return order.items.reduce((sum, item) => sum + item.cents, 0);
}
