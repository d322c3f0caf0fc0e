import { handleWebhook, verifySignature } from '../payments/webhook.ts';

/** Answers a request; Stripe is told 200 only when all is done. */
export async function route(path: string, body: string, headers: Map<string, string>): Promise<number> {
  if (path !== '/webhooks/stripe') return 404;
  const signature = headers.get('stripe-signature') ?? '';
  if (!verifySignature(body, signature, process.env.STRIPE_SECRET ?? '')) return 400;
  await handleWebhook(JSON.parse(body));
  return 200;
}
