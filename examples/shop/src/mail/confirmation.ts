import { type Order, totalCents } from '../orders/order.ts';
import { send } from './mailer.ts';

/** Tells a customer that an order is paid. */
export async function sendConfirmation(order: Order): Promise<void> {
  const euros = (totalCents(order) / 100).toFixed(2);
  await send({ to: order.email, subject: `Your order ${order.id}`, text: `Thank you. You paid ${euros} EUR.` });
}
