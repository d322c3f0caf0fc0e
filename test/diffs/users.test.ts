import { expect, test } from 'vitest';
import { makeWorld } from '../worlds/world.ts';

const long = (name: string, body: string): string =>
  `export function ${name}(country: string): number {\n${Array.from({ length: 12 }, (_, at) => `  console.log('${name} ${at}', country);\n`).join('')}  return ${body};\n}\n`;

test('of a file that uses what a diff changes, the function that uses it comes with it and no other', async () => {
  using world = makeWorld({
    'src/rate.ts':
      'export function rateOf(country: string): number {\n  return country.length;\n}\nexport function surcharge(): number {\n  return 2;\n}\n',
    'src/invoice.ts': `import { rateOf, surcharge } from './rate.ts';\n\n${long('invoiceTotal', 'rateOf(country) * 2')}\n${long('greeting', 'country.length')}\n${long('fee', 'surcharge() * 2')}`,
  });
  const engine = await world.open();
  const patch =
    '--- a/src/rate.ts\n+++ b/src/rate.ts\n@@ -1,6 +1,6 @@\n export function rateOf(country: string): number {\n-  return 0;\n+  return country.length;\n }\n export function surcharge(): number {\n-  return 1;\n+  return 2;\n }\n';
  const { candidates } = await engine.explain({ task: '', patch, every: true });
  const users = candidates.flatMap(({ id, reasons }) =>
    reasons.flatMap(({ because }) => (because.startsWith('uses ') && id.includes('#') ? [`${id}: ${because}`] : [])),
  );
  expect(users).toEqual([
    'src/invoice.ts#invoiceTotal: uses rateOf, which the diff changes',
    'src/invoice.ts#fee: uses surcharge, which the diff changes',
  ]);
  await engine.close();
});
