import { describe, expect, test } from 'vitest';
import { openEngine } from '../../src/index.ts';
import { post, read, serve } from './http/server.ts';
import { knap, manifestOf } from './knap.ts';
import { connect, textOf } from './mcp/connect.ts';
import { shareWorld } from './world.ts';

// Similar applications, as the samples of a framework, beside its packages.
const cats = (name: string) => `export class CatsController {
  create(cat: string): string {
    return 'a cat of ${name}: ' + cat;
  }
}
`;
const APPS = ['alpha', 'beta', 'gamma'];
const FILES = {
  'package.json': '{ "name": "nest" }\n',
  'packages/core/router.ts': 'export class Router {\n  create(): void {}\n}\n',
  'packages/core/package.json': '{ "name": "core" }\n',
  ...Object.fromEntries(
    APPS.flatMap((name) => [
      [`sample/${name}/src/cats/cats.controller.ts`, cats(name)],
      [`sample/${name}/package.json`, `{ "name": "${name}" }\n`],
    ]),
  ),
};
const TASK = 'create of the cats controller answers twice';
const own = (name: string) => `sample/${name}/src/cats/cats.controller.ts`;
const root = shareWorld(FILES, { git: true });
const first = async (args: readonly string[], at?: string) =>
  (await manifestOf(root, [TASK, ...args], at === undefined ? {} : { at })).files[0]?.path;

describe('--near and --under choose the part of the workspace', () => {
  const cases: [name: string, args: readonly string[], at: string | undefined, app: string][] = [
    ['a pack asked inside an application ranks its own file first', [], 'sample/beta', 'beta'],
    [
      'a pack asked in a subfolder of an application ranks the file of the application first',
      [],
      'sample/gamma/src',
      'gamma',
    ],
    [
      '--near a folder in the same package puts the file of that package first',
      ['--near', 'sample/beta/docs/..'],
      undefined,
      'beta',
    ],
    ['--near replaces the current folder', ['--near', '../gamma'], 'sample/beta', 'gamma'],
    ['--under limits the files to a folder', ['--under', 'sample/gamma'], undefined, 'gamma'],
  ];
  for (const [name, args, at, app] of cases) test(name, async () => expect(await first(args, at)).toBe(own(app)));

  test('--near with the root ranks the same file first as without --near', async () =>
    expect(await first(['--near', '../..'], 'sample/gamma')).toBe(await first([])));

  test('show with .. takes the folder above the current folder', async () => {
    const { stdout } = await knap(root, ['show', '..', '--sections'], { at: 'sample/beta' });
    expect(stdout).toContain('sample/alpha/');
    expect((await knap(root, ['show', '../..', '--sections'], { at: 'sample/beta' })).stdout).toContain(
      'packages/core',
    );
  });

  test('a pack with --under holds nothing outside the folder', async () => {
    const { files } = await manifestOf(root, [TASK, '--under', 'sample/beta']);
    expect(files.every(({ path }) => path.startsWith('sample/beta/'))).toBe(true);
  });
  test('explain and query in a folder rank the files near it higher', async () => {
    const { stdout } = await knap(root, ['explain', TASK, '--target', 'src/cats/cats.controller.ts'], {
      at: 'sample/beta',
    });
    expect(stdout).toContain('nearFile');
    const found = await knap(root, ['query', 'CatsController', '--json'], { at: 'sample/gamma' });
    expect(JSON.parse(found.stdout).results[0].location.path).toBe(own('gamma'));
  });
  test('--under with the whole workspace limits nothing', async () => {
    const { files } = await manifestOf(root, [TASK, '--under', '../..'], { at: 'sample/gamma' });
    expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(APPS.map(own)));
  });
  for (const flag of ['--under', '--near'])
    test(`${flag} of a missing folder is refused with similar paths`, async () => {
      const { code, stderr } = await knap(root, ['pack', TASK, flag, 'sample/beat']);
      expect([code, stderr]).toEqual([2, expect.stringContaining('sample/beta')]);
    });
});

test('the library, MCP and HTTP accept near and under as fields', async () => {
  const engine = await openEngine({ root });
  const { pack } = await engine.pack({ task: TASK, near: 'sample/beta' });
  expect(pack.files[0]?.path).toBe(own('beta'));
  await engine.close();
  const client = await connect(root);
  const asked = { name: 'context_pack', arguments: { task: TASK, under: 'sample/gamma' } };
  const text = textOf((await client.callTool(asked)) as Parameters<typeof textOf>[0]);
  expect(text).toContain(own('gamma'));
  expect(text).not.toContain(own('alpha'));
  const { url } = await serve(root);
  expect(
    read(await post(`${url}/v1/pack`, { task: TASK, near: 'sample/gamma' })).text.indexOf(own('gamma')),
  ).toBeGreaterThan(0);
  expect(read(await post(`${url}/v1/pack`, { task: TASK, under: '../..' })).error.code).toBe('OUTSIDE_ROOT');
});
