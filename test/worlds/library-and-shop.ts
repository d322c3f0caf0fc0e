import type { Files } from './world.ts';

// A library in one repository and what uses it in another.
export const LIBRARY: Files = {
  'package.json': '{ "name": "@acme/api" }\n',
  'src/invoice.ts': [
    '/** Sums the lines of an invoice and adds the tax. */',
    'export function invoiceTotal(lines: readonly number[], tax: number): number {',
    '  return lines.reduce((sum, line) => sum + line, 0) * (1 + tax);',
    '}',
    '',
  ].join('\n'),
  'src/stock.ts': 'export function stockLeft(name: string): number {\n  return name.length;\n}\n',
};
export const SHOP: Files = {
  'package.json': '{ "name": "shop" }\n',
  'src/checkout.ts': [
    "import { invoiceTotal } from '@acme/api';",
    '',
    '/** The label on the button of the checkout. */',
    'export function checkoutLabel(lines: readonly number[]): string {',
    '  return `Pay $' + '{invoiceTotal(lines, 0.19)}`;',
    '}',
    '',
  ].join('\n'),
  'src/stock.ts': 'export function stockWords(left: number): string {\n  return `$' + '{left} in stock`;\n}\n',
};
