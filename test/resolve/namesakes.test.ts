import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, PackInput } from '../../src/ports/engine.ts';
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
  'packages/pa/lib/queue.ts': `export function flush() {\n  return 1;\n}\n${'// a line\n'.repeat(9)}`,
  'packages/pb/lib/queue.ts': `\n\nexport function flush() {\n  // now\n  return 2;\n}\n${'// a line\n'.repeat(9)}`,
  'packages/pa/view/page.ts': 'export function render() {\n  return 1;\n}\n',
  'packages/pa/test/fixtures/view/page.ts': 'export function render() {\n  return 1;\n}\n',
  'packages/pa/src/hydration.ts': `export function hydrateElement(node: string) {\n  return node;\n}\nexport function patch(node: string) {\n  return node;\n}\n`,
};

const SETTINGS: Files = {
  'tsconfig.json': '{ "compilerOptions": { "strictNullChecks": false } }\n',
  'packages/pa/tsconfig.json':
    '{ "extends": "../../tsconfig.json", "compilerOptions": { "strictNullChecks": true } }\n',
  '.gitignore': 'node_modules\n',
  'packages/pa/.gitignore': 'coverage\n',
  'jest.config.mjs': 'export const coverage = true;\n',
  'src/strict.ts':
    '/** Enables strict null checks of a configuration: coverage should be ignored. */\nexport const enableStrictNullChecks = (coverage: boolean) => coverage;\n',
};

let world: World;
let engine: Engine;
beforeAll(async () => {
  world = makeWorld({ ...MONOREPO, ...SETTINGS });
  engine = await world.open();
});
afterAll(async () => {
  await engine.close();
  world[Symbol.dispose]();
});

const firstOf = async (input: PackInput) => (await engine.pack({ budget: 4000, ...input })).pack.blocks[0]?.path;

describe('C43 a path of the workspace means that file, even if others end alike', () => {
  for (const [name, input, first] of [
    ['by a flag', { task: 'raise the minimum', file: ['package.json'] }, 'package.json'],
    ['by a flag with its folder', { task: 'raise the minimum', file: ['./package.json'] }, 'package.json'],
    ['in a title', { task: 'package.json: raise the node engine to 20' }, 'package.json'],
    ['deeper down', { task: 'packages/pb/package.json: raise the node engine' }, 'packages/pb/package.json'],
    ['in a trace', { task: '', error: 'Error: boom\n    at run (package.json:1:3)' }, 'package.json'],
  ] as const)
    test(`a path of the workspace means that file, even if others end alike: named ${name}`, async () =>
      expect(await firstOf(input as PackInput)).toBe(first));

  test('--file with the end of several paths is refused with a list', async () => {
    const asked = engine.pack({ task: 'rename it', file: ['src/util.ts'] });
    await expect(asked).rejects.toThrow(
      '"src/util.ts" may be any of packages/pa/src/util.ts, packages/pb/src/util.ts.',
    );
  });

  test('--file with the end of a single path finds that file', async () =>
    expect(await firstOf({ task: 'rename it', file: ['pb/src/util.ts'] })).toBe('packages/pb/src/util.ts'));
});

describe('C41 a frame whose path ends like several files is located', () => {
  const framed = async (errorLog: string) => {
    const { task } = (await engine.pack({ task: '', error: errorLog, budget: 4000 })).pack;
    return { frames: task.traces.flatMap(({ frames }) => frames.map(({ path, line }) => `${path}:${line}`)), task };
  };
  for (const [name, frame, expected] of [
    ['by its function', 'at sum (/ci/app/src/util.ts:2:10)', 'packages/pa/src/util.ts:2'],
    [
      'by the function that stands beside the same place further down',
      'at /ci/app/src/util.ts:2:10\n    at sum (/ci/app/src/util.ts:2:10)',
      'packages/pa/src/util.ts:2',
    ],
    ['by its line', 'at /ci/app/src/main.ts:15:1', 'packages/pa/src/main.ts:15'],
    ['by its line within its function', 'at flush (/ci/app/lib/queue.ts:5:3)', 'packages/pb/lib/queue.ts:5'],
    ['by its role', 'at render (/ci/app/view/page.ts:2:3)', 'packages/pa/view/page.ts:2'],
    [
      'of a bundle, by its function alone',
      'at hydrateElement (webpack-internal:///./node_modules/@acme/pa/dist/pa.esm-bundler.js:4521:9)',
      'packages/pa/src/hydration.ts:null',
    ],
    [
      'of a package that is the workspace, by its function',
      'at raiseEngine (/app/node_modules/engines/src/raise-engine.ts:3:3)',
      'src/raise-engine.ts:3',
    ],
    [
      'of code that was evaluated',
      'at eval (eval at hydrateElement (https://shop.example/assets/main.3f9a1c22.js:1:4521), <anonymous>:1:1)',
      'packages/pa/src/hydration.ts:null',
    ],
  ] as const)
    test(`a frame of a trace whose path ends like several files is located ${name}`, async () => {
      const { frames, task } = await framed(`Error: boom\n    ${frame}`);
      expect(frames).toEqual([expected]);
      expect(task.notes).toEqual([]);
    });

  test('frames that cannot be distinguished give several places, with a note', async () => {
    const { frames, task } = await framed('Error: boom\n    at /ci/app/src/main.ts:1:1');
    expect(frames).toEqual(['packages/pa/src/main.ts:1', 'packages/pb/src/main.ts:1']);
    expect(task.notes).toEqual([
      '/ci/app/src/main.ts of the trace may be any of packages/pa/src/main.ts, packages/pb/src/main.ts.',
    ]);
  });

  test('a pack of a trace quotes frames in files with namesakes', async () => {
    const errorLog =
      'Error: boom\n    at flush (/ci/app/lib/queue.ts:5:3)\n    at render (/ci/app/view/page.ts:2:3)\n    at /ci/app/src/main.ts:1:1';
    const { text } = await engine.pack({ task: '', error: errorLog, budget: 1000, format: 'markdown' });
    await expect(text).toMatchFileSnapshot('../golden/pack-trace-namesakes.md');
  });

  test('the message of a trace gives keywords only if none of its frames is located', async () => {
    const message = 'Error: raise the node engine';
    const keywords = async (place: string) =>
      (await framed(`${message}\n    at ${place}:1:9)`)).task.keywords.map(({ word }) => word);
    expect(await keywords('hydrateElement (app/bundle.js')).toEqual([]);
    expect(await keywords('unknownElement (app/bundle.js')).toContain('engine');
  });

  test('a pack for a trace of a bundle quotes the function that failed first', async () => {
    const { pack } = await engine.pack({
      task: '',
      error: 'Error: boom\n    at hydrateElement (app/bundle.js:1:9)',
    });
    expect(pack.blocks[0]).toMatchObject({ path: 'packages/pa/src/hydration.ts' });
    expect(pack.blocks[0]?.text).toMatch(/hydrateElement.*<- failed in here/);
  });

  test('a common word of a foreign bundle, or a file that only has its name, gives no place', async () => {
    for (const place of [
      'patch (/app/node_modules/other/dist/other.min.js',
      'main (/app/node_modules/other/src/strict.ts',
    ])
      expect((await framed(`Error: boom\n    at ${place}:1:9)`)).frames).toEqual([]);
  });
});

describe('C59 what a person names comes before what failed, and that before what changed', () => {
  const errorLog = 'Error: boom\n    at sum (packages/pa/src/util.ts:2:10)';
  const patch =
    '--- a/packages/pb/src/util.ts\n+++ b/packages/pb/src/util.ts\n@@ -1,3 +1,3 @@\n export function product(a: number, b: number) {\n-  return a * b;\n+  return b * a;\n }\n';
  for (const [name, task, named] of [
    ['a symbol in the title', 'Check `hydrateElement` for the crash', 'packages/pa/src/hydration.ts'],
    ['a symbol in the text', 'It crashes.\n\nIs it `hydrateElement`?', 'packages/pa/src/hydration.ts'],
    ['a file in the text', 'It crashes.\n\nSee `packages/pa/src/hydration.ts`.', 'packages/pa/src/hydration.ts'],
  ] as const)
    test(`C59 a file named by ${name} comes before the failed and the changed one`, async () => {
      const { candidates } = await engine.explain({ task, error: errorLog, patch });
      const ranked = candidates.toSorted((a, b) => a.rank - b.rank).map(({ path }) => path);
      expect([...new Set(ranked)].slice(0, 3)).toEqual([named, 'packages/pa/src/util.ts', 'packages/pb/src/util.ts']);
    });
});

describe('C63 settings are found by words for their file', () => {
  for (const [task, first] of [
    ['Enable strictNullChecks in the TypeScript configuration', 'tsconfig.json'],
    ['enable strict mode in tsconfig', 'tsconfig.json'],
    ['gitignore should ignore coverage', '.gitignore'],
    ['the jest configuration should not measure coverage', 'jest.config.mjs'],
  ] as const)
    test(`C63 the settings file comes first for "${task}"`, async () => expect(await firstOf({ task })).toBe(first));
});

describe('C40 what would make a vague task clearer stands on every page', () => {
  for (const format of ['markdown', 'xml', 'plain'] as const)
    test(`C40 a pack in ${format} says what would make a vague task clearer`, async () =>
      expect((await engine.pack({ task: 'raise it', format })).text).toContain('To narrow it: Name a file'));
});

describe('symbols with the same name are distinguished', () => {
  const body = 'export class ZipReader {\n  read(entry: string) {\n    return entry;\n  }\n}\n';
  const filesFor = async (task: string) => {
    using versions = makeWorld({
      ...{ 'lib/v3/reader.ts': body, 'lib/v4/reader.ts': body },
      ...{ 'api/v1/writer.ts': 'export class ZipWriter {}\n', 'legacy/writer.ts': 'export class ZipWriter {}\n' },
    });
    const own = await versions.open();
    const { pack } = await own.pack({ task });
    await own.close();
    return pack.files.map(({ path }) => path);
  };
  test.each([
    ['that of the later version comes first', 'ZipReader reads an entry', 'lib/v4/reader.ts'],
    ['that in a folder named by the task comes first', 'ZipReader of v3 reads an entry', 'lib/v3/reader.ts'],
    ['that in a legacy folder comes last', 'ZipWriter', 'api/v1/writer.ts'],
  ])('of symbols with the same name, %s', async (_, task, first) => expect((await filesFor(task))[0]).toBe(first));
});
