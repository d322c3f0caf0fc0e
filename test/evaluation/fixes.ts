import { join } from 'node:path';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { configSchema } from '../../src/config/schema.ts';
import type { EvaluateInput } from '../../src/evaluation/evaluate.ts';
import type { World } from '../worlds/world.ts';

export const START = {
  'src/webhook.ts': 'export function verifyWebhook(body: string) {\n  return body.length > 0;\n}\n',
  'src/cart.ts': 'export function addToCart(item: string) {\n  return [item];\n}\n',
  'src/money.ts': 'export function formatMoney(cents: number) {\n  return String(cents);\n}\n',
};
export const COMMITS = [
  {
    message: 'The signature of a webhook is verified',
    files: { 'src/webhook.ts': 'export function verifyWebhook(body: string) {\n  return body.includes("sig");\n}\n' },
  },
  {
    message: 'Money is formatted with two decimals',
    files: { 'src/money.ts': 'export function formatMoney(cents: number) {\n  return (cents / 100).toFixed(2);\n}\n' },
  },
];

export const LONG = {
  'src/mail.ts': Array.from(
    { length: 40 },
    (_, i) => `export const webhookMoney${i} = 'formatted webhook ${i}';\n`,
  ).join(''),
};

export function inputFor(world: World, more: Partial<EvaluateInput> = {}): EvaluateInput {
  return {
    root: world.root,
    folder: join(world.root, '.knap/eval'),
    config: configSchema.parse({}),
    budgets: [2000],
    ablated: [],
    history: DEFAULTS.evaluation.history,
    threads: 1,
    ...more,
  };
}
