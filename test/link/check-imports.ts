import { expect, test } from 'vitest';
import { resolved, type World } from './link-world.ts';

export type ImportCase = [
  name: string,
  from: string,
  written: [specifier: string, ...names: string[]],
  expected: string[],
];

/** One test a case: what a file writes, and the files it means, surest first. */
export function checkImports(language: string, world: World, cases: readonly ImportCase[]): void {
  for (const [name, from, written, expected] of cases) {
    test(`C16 imports of ${language}: ${name}`, async () => {
      expect(await resolved(world, from, ...written)).toEqual(expected);
    });
  }
}
