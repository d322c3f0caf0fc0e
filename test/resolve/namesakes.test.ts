import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, PackInput } from '../../src/engine.ts';
import { type Files, makeWorld, type World } from '../worlds/world.ts';

// A repository of packages: most names exist several times, once at the root or in the code that is meant.
const manifest = (name: string) => `{ "name": "${name}", "engines": { "node": ">=18" }, "scripts": { "test": "t" } }\n`;
const engines = (name: string) => `/** Raises the node engine of a package: the minimum that ${name} requires. */
export function ${name}Engine(manifest: { engines: { node: string } }, minimum: string): void {
  manifest.engines.node = minimum;
}
`;
const MONOREPO: Files = {
  'package.json': manifest('root'),
  'packages/pa/package.json': manifest('pa'),
  'packages/pb/package.json': manifest('pb'),
  'samples/one/package.json': manifest('one'),
  'src/raise-engine.ts': engines('raise'),
  'src/node-engine.ts': engines('node'),
  'packages/pa/src/util.ts': 'export function sum(a: number, b: number) {\n  return a + b;\n}\n',
  'packages/pb/src/util.ts': 'export function product(a: number, b: number) {\n  return a * b;\n}\n',
  'packages/pa/src/main.ts': `export const start = 1;\n${'// a line\n'.repeat(20)}`,
  'packages/pb/src/main.ts': 'export const start = 2;\n',
};

let world: World;
let engine: Engine;
beforeAll(async () => {
  world = makeWorld(MONOREPO);
  engine = await world.open();
});
afterAll(async () => {
  await engine.close();
  world[Symbol.dispose]();
});

const firstOf = async (input: PackInput) => (await engine.pack({ budget: 4000, ...input })).pack.blocks[0]?.path;

describe('C43 a path that is one of the workspace is that file, whatever else is called so', () => {
  for (const [name, input, first] of [
    ['by a flag', { task: 'raise the minimum', files: ['package.json'] }, 'package.json'],
    ['by a flag with its folder', { task: 'raise the minimum', files: ['./package.json'] }, 'package.json'],
    ['in a title', { task: 'package.json: raise the node engine to 20' }, 'package.json'],
    ['deeper down', { task: 'packages/pb/package.json: raise the node engine' }, 'packages/pb/package.json'],
    ['in a trace', { task: '', errorLog: 'Error: boom\n    at run (package.json:1:3)' }, 'package.json'],
  ] as const)
    test(name, async () => expect(await firstOf(input as PackInput)).toBe(first));

  test('a flag that only ends like several files names them', async () => {
    const asked = engine.pack({ task: 'rename it', files: ['src/util.ts'] });
    await expect(asked).rejects.toThrow(
      '"src/util.ts" may be any of packages/pa/src/util.ts, packages/pb/src/util.ts.',
    );
  });

  test('a flag that ends like one file is that file', async () =>
    expect(await firstOf({ task: 'rename it', files: ['pb/src/util.ts'] })).toBe('packages/pb/src/util.ts'));
});
