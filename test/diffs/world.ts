import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Files, makeWorld, type World } from '../worlds/world.ts';

const body = (name: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `  const ${name}${at} = ${at};`).join('\n');

/** A shop before a change: a rate that others use, their tests, and a file that goes away. */
export const BEFORE: Files = {
  'src/rate.ts': `export function rateOf(country: string): number {\n${body('step', 30)}\n  return country === 'DE' ? 19 : 0;\n}\n\nexport function roundUp(value: number): number {\n  return Math.ceil(value);\n}\n`,
  'src/invoice.ts': `import { rateOf, roundUp } from './rate.ts';\n\nexport function invoiceTotal(net: number, country: string): number {\n  return roundUp(net * rateOf(country));\n}\n`,
  'src/unrelated.ts': 'export function greeting(): string {\n  return "hello";\n}\n',
  'src/legacy.ts': 'export function oldRate(): number {\n  return 16;\n}\n',
  'src/moved.ts': `export function moved(): void {\n${body('line', 20)}\n}\n`,
  'src/mode.ts': 'export const MODE = 1;\n',
  'src/windows.ts': 'export const A = 1;\r\nexport const B = 2;\r\nexport const C = 3;\r\n',
  'src/no-newline.ts': 'export const LAST = 1;',
  'src/checkout.ts': `import { invoiceTotal } from './invoice.ts';\nimport { rateOf } from './rate.ts';\n\nexport function checkout(net: number): number {\n  if (rateOf('DE') === 0) return net;\n  return invoiceTotal(net, 'DE');\n}\n`,
  'test/rate.test.ts': `import { rateOf } from '../src/rate.ts';\n\ntest('rates', () => {\n  expect(rateOf('DE')).toBe(19);\n});\n`,
  'logo.png': '\0\0PNG',
};

/** The change itself, made in a work tree. */
export function change(root: string): void {
  const at = (path: string) => join(root, path);
  const rate = BEFORE['src/rate.ts']!;
  writeFileSync(
    at('src/rate.ts'),
    rate
      .replace("country === 'DE' ? 19 : 0", 'RATES.get(country) ?? 0')
      .replace('export function roundUp(value: number)', 'export function roundedUp(value: number)'),
  );
  writeFileSync(at('src/added.ts'), 'export const RATES = new Map([["DE", 19]]);\n');
  rmSync(at('src/legacy.ts'));
  execFileSync('git', ['-C', root, 'mv', 'src/moved.ts', 'src/moved-away.ts']);
  chmodSync(at('src/mode.ts'), 0o755);
  writeFileSync(at('src/windows.ts'), BEFORE['src/windows.ts']!.replace('B = 2', 'B = 20'));
  writeFileSync(at('src/no-newline.ts'), 'export const LAST = 2;');
  writeFileSync(at('logo.png'), '\0\0PNG2');
}

/** The world before the change, and what git says the change is. */
export function diffWorld(): World & { readonly patch: string } {
  const world = makeWorld(BEFORE, [{ message: 'More', files: {} }]);
  change(world.root);
  world.git('add', '-A');
  const patch = world.git('diff', '--cached', '-M');
  return { ...world, patch };
}
