import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT, textOf, trackedFiles } from './tracked-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'knap-package-'));
const manifest: { readonly version: string } = JSON.parse(textOf('package.json'));
let tarball = '';
let packed: readonly string[] = [];

beforeAll(() => {
  const answer = run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], ROOT);
  const [report]: { filename: string; files: { path: string }[] }[] = JSON.parse(answer.slice(answer.indexOf('[')));
  tarball = join(folder, report!.filename);
  packed = report!.files.map((file) => file.path);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const needed: [what: string, path: RegExp][] = [
  ['the command', /^dist\/cli\.js$/],
  ['the library', /^dist\/index\.js$/],
  ['its types', /^dist\/.*index\.d\.ts$/],
  ['the thread of a server', /^dist\/engine-worker\.js$/],
  ['the parser thread', /^dist\/parse-worker\.js$/],
  ['grammars', /^dist\/grammars\/.*typescript\.wasm\.gz$/],
  ['the table of the built-in embedder', /^dist\/models\/builtin-384\.bin$/],
  ['the schema of the manifest', /^(dist\/)?schemas\/manifest\.schema\.json$/],
  ['the page', /^dist\/page\/index\.html$/],
  ['the skill for agents', /^skills\/knap\/SKILL\.md$/],
  ['the page for man', /^dist\/man\/knap\.1$/],
  ['the README', /^README\.md$/],
  ['the licence', /^LICENSE$/],
  ['notices of what is bundled', /^(dist\/)?THIRD-PARTY-NOTICES/],
];
for (const [what, path] of needed)
  test(`the package holds ${what}`, () => expect(packed.filter((one) => path.test(one))).not.toEqual([]));

test('a project with strict checks of its libraries and without zod compiles against the types', () => {
  const project = join(folder, 'project');
  const library = join(project, 'node_modules/knap');
  mkdirSync(library, { recursive: true });
  cpSync(join(ROOT, 'dist/types'), join(library, 'dist/types'), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(library, 'package.json'));
  writeFileSync(
    join(project, 'use.mts'),
    `import { assemble, openEngine } from 'knap';
const engine = await openEngine({ root: '.' });
const { pack } = await engine.pack({ task: 'fix', error: 'log', since: '30m', file: ['a.ts'], format: 'markdown' });
export const paths: readonly string[] = pack.blocks.map(({ path }) => path);
export const page: string = (await assemble([], { format: 'xml' })).context;
// @ts-expect-error There is no such format.
await engine.query({ query: 'pay', format: 'toml' });
`,
  );
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024'];
  const node = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
  const command = [join(ROOT, 'node_modules/.bin/tsc'), ...options, ...node, 'use.mts'];
  expect(run(command[0]!, command.slice(1), project)).toBe('');
});

test('the package holds nothing but what runs and what explains it', () => {
  const shipped =
    /^(dist\/|schemas\/|skills\/knap\/SKILL\.md$|package\.json$|LICENSE$|THIRD-PARTY-NOTICES|docs\/|bench\/\w+\/RESULTS\.md$|[A-Z]+\.md$)/;
  expect(packed.filter((path) => !shipped.test(path) || /\.(map|tsbuildinfo)$|\.test\./.test(path))).toEqual([]);
});

test('every file that the README links to is in the package', () => {
  const prose = textOf('README.md').replace(/^(```+)[\s\S]*?^\1$/gm, '');
  const links = [...prose.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map((match) => match[1]!);
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((link) => !packed.some((path) => path === link || path.startsWith(`${link}/`)))).toEqual([]);
});

test('every page of the guide is in the package, where knap help looks for it', () => {
  const pages = trackedFiles().filter((path) => path.startsWith('docs/guide/'));
  expect(pages.filter((page) => !packed.includes(page))).toEqual([]);
});

test('the package names its repository and where to report bugs', () => {
  const { repository, homepage, bugs } = JSON.parse(textOf('package.json'));
  const [, place] = /^git\+(https:.*)\.git$/.exec(repository.url)!;
  expect([homepage, bugs.url]).toEqual([`${place}#readme`, `${place}/issues`]);
});

test('the package needs no other package and no install script', () => {
  const { dependencies = {}, scripts = {} } = JSON.parse(textOf('package.json')) as Record<
    string,
    Record<string, string>
  >;
  expect(dependencies).toEqual({});
  expect(Object.keys(scripts).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([]);
});

test('each package with an install script is listed as allowed or refused', () => {
  const { allowScripts } = JSON.parse(textOf('package.json')) as { allowScripts: Record<string, boolean> };
  const { packages } = JSON.parse(textOf('package-lock.json')) as {
    packages: Record<string, { readonly name?: string; readonly hasInstallScript?: boolean }>;
  };
  const scripted = Object.entries(packages).flatMap(([path, { name, hasInstallScript }]) =>
    hasInstallScript ? [name ?? path.replace(/^.*node_modules\//, '')] : [],
  );
  expect(scripted.length).toBeGreaterThan(10);
  expect([...new Set(scripted)].filter((name) => !Object.hasOwn(allowScripts, name))).toEqual([]);
});

test('the tarball installs without a network and packs a repository', () => {
  const prefix = join(folder, 'prefix');
  const cache = join(folder, 'cache');
  run(
    'npm',
    [
      'install',
      '--global',
      '--prefix',
      prefix,
      '--cache',
      cache,
      '--offline',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      tarball,
    ],
    folder,
  );
  const knap = join(prefix, 'bin', 'knap');
  expect(run(knap, ['--version'], folder)).toContain(manifest.version);
  expect(run(knap, ['help', 'guide'], folder)).toBe(textOf('docs/guide/README.md'));
  expect(readFileSync(join(prefix, 'share/man/man1/knap.1'), 'utf8')).toContain(`"knap ${manifest.version}"`);

  const program = "import * as knap from 'knap'; console.log(Object.keys(knap).join())";
  const exported = run(process.execPath, ['--input-type=module', '--eval', program], join(prefix, 'lib'));
  expect(exported.trim().split(',')).toEqual(
    expect.arrayContaining(['ContextError', 'assemble', 'format', 'openEngine']),
  );

  const home = join(folder, 'home');
  run(knap, ['setup', 'claude-code', '--write'], folder, { HOME: home });
  expect(readFileSync(join(home, '.claude/skills/knap/SKILL.md'), 'utf8')).toBe(textOf('skills/knap/SKILL.md'));

  const shop = join(folder, 'shop');
  mkdirSync(shop);
  writeFileSync(
    join(shop, 'checkout.ts'),
    'export function applyCoupon(total: number): number {\n  return total * 0.9;\n}\n',
  );
  writeFileSync(join(shop, 'mailer.py'), 'def send_receipt(order):\n    return order\n');
  run('git', ['init', '-q'], shop);
  const pack = run(knap, ['pack', 'applyCoupon gives the wrong total', '--format', 'markdown'], shop);
  expect(pack).toMatch(/^> applyCoupon gives the wrong total\n/);
  expect(pack).toContain('return total * 0.9;');
});

// The Node that runs this test stands first on the path, as it does in npm scripts.
function run(
  command: string,
  args: readonly string[],
  cwd: string,
  more: Readonly<Record<string, string>> = {},
): string {
  const path = [dirname(process.execPath), process.env.PATH ?? ''].join(delimiter);
  return execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, PATH: path, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
