import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../src/index.ts';
import { makeWorld } from '../worlds/world.ts';

const cases: [path: string, text: string, read: string][] = [
  ['ended.ts', 'const a = 1;\nconst b = 2;\n', '1-2 const a = 1;\nconst b = 2;'],
  ['unended.ts', 'const a = 1;\nconst c = 2;', '1-2 const a = 1;\nconst c = 2;'],
  ['windows.ts', 'const a = 1;\r\nconst d = 2;\r\n', '1-2 const a = 1;\nconst d = 2;'],
  ['blank-end.ts', 'const a = 1;\n\n', '1-2 const a = 1;\n'],
  ['one.ts', 'const e = 1;', '1-1 const e = 1;'],
];

const world = makeWorld(Object.fromEntries(cases.map(([path, text]) => [path, text])));
let engine: Engine;
beforeAll(async () => {
  engine = await world.open();
});
afterAll(async () => {
  await engine.close();
  world[Symbol.dispose]();
});

for (const [path, , read] of cases)
  test(`read gives the lines of a file without an empty one after its last line break: ${path}`, async () => {
    const { startLine, endLine, text } = await engine.read({ path });
    expect(`${startLine}-${endLine} ${text}`).toBe(read);
  });
