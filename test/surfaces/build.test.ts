import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBundled } from '../../scripts/licence-notices.ts';
import { ROOT } from '../repo/tracked-files.ts';
import { builtOr } from '../worlds/built.ts';
import { makeWorld, SHOP } from './world.ts';

// The build lies outside the checkout, so that it finds nothing in node_modules.
const base = mkdtempSync(join(tmpdir(), 'knap-build-'));
const dist = join(base, 'dist');
const cli = join(dist, 'cli.js');
const node = (args: readonly string[], cwd = base) =>
  spawnSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      HOME: base,
      NODE_ENV: 'test',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    },
  });

beforeAll(() => {
  const built = join(ROOT, 'dist');
  if (builtOr('cli.js', 'surfaces/cli/main.ts') === join(built, 'cli.js')) {
    cpSync(built, dist, { recursive: true });
    return;
  }
  const { status, stderr } = node([join(ROOT, 'scripts/build.ts'), dist]);
  if (status !== 0) throw new Error(stderr);
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

test('the built command prints its version and is executable', () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  expect(node([cli, '--version']).stdout).toBe(`${version}\n`);
  expect(readFileSync(cli, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect(statSync(cli).mode & 0o111).toBe(0o111);
});

test('the first run of the build stores compiled code in its folder, and the second runs from that code', () => {
  const env = { PATH: process.env.PATH, HOME: base, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
  const run = () => spawnSync(process.execPath, [cli, '--version'], { cwd: base, encoding: 'utf8', env });
  rmSync(join(dist, 'compiled'), { recursive: true, force: true });
  expect(run().stdout).toMatch(/^\d/);
  expect(readdirSync(join(dist, 'compiled'))).toHaveLength(1);
  const again = run();
  expect(again.stdout + again.stderr).toMatch(/start\.js because cache was the same/);
});

test('the build packs without installed packages, in worker threads too', () => {
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [`src/many/f${index}.ts`, `export const value${index} = ${index};\n`]),
  );
  const root = makeWorld({ ...SHOP, ...many });
  const { status, stdout, stderr } = node([cli, 'pack', 'fix handleWebhook'], root);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^# Context Pack\n.*function handleWebhook/s);
});

test('the build reads and edits configuration', () => {
  const root = makeWorld({ 'knap.config.yaml': '# ours\nbudgett: 5\n' });
  expect(node([cli, 'packs'], root).stderr).toMatch(
    /knap\.config\.yaml:2: unknown key "budgett"; did you mean "budget"\?/,
  );
  writeFileSync(join(root, 'knap.config.yaml'), '# ours\n');
  expect(node([cli, 'domains', 'add', 'zoo', '--keywords', 'zebra'], root).status).toBe(0);
  expect(node([cli, 'domains', 'disable', 'auth'], root).status).toBe(0);
  expect(readFileSync(join(root, 'knap.config.yaml'), 'utf8')).toMatch(/^# ours\n.*zebra.*- auth/s);
});

test('on a Node that is too old the build exits with one line that names the version it needs', () => {
  const older = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.12.9' } })";
  const { status, stdout, stderr } = node([
    '--import',
    `data:text/javascript,${encodeURIComponent(older)}`,
    cli,
    'pack',
    'x',
  ]);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^knap: needs Node 22\.13 or newer; this is 22\.12\.9 .*\n$/);
});

test('help loads less than 100 kB of the build, and no store', () => {
  const loaded = closure(['cli.js', 'start.js']);
  const bytes = loaded.reduce((sum, name) => sum + statSync(join(dist, name)).size, 0);
  expect(bytes).toBeLessThan(100_000);
  expect(loaded.filter((name) => readFileSync(join(dist, name), 'utf8').includes('node:sqlite'))).toEqual([]);
});

test('a question loads fewer than twelve files of the build', () => {
  const loaded = closure(['cli.js', 'start.js', 'work.js', 'answer.js']);
  expect(loaded.length).toBeLessThan(12);
  expect(loaded.some((name) => readFileSync(join(dist, name), 'utf8').includes('node:sqlite'))).toBe(true);
});

test('the page is smaller than 250 kB compressed, and what it loads first than 30 kB', () => {
  const page = join(dist, 'page');
  const files = readdirSync(page, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name));
  const sizeOf = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + gzipSync(readFileSync(join(page, name))).length, 0);
  expect(sizeOf(files)).toBeLessThan(250_000);
  const first = readFileSync(join(page, 'index.html'), 'utf8').matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g);
  expect(sizeOf([...first].map(([, name]) => name!))).toBeLessThan(30_000);
});

test('the build holds schemas, grammars, types and the notices of bundled packages', () => {
  expect(readdirSync(join(dist, 'schemas')).sort()).toEqual([
    'config.schema.json',
    'manifest.schema.json',
    'pack.schema.json',
  ]);
  expect(readdirSync(join(dist, 'grammars'))).toContain('LICENSES.txt');
  const notices = readFileSync(join(dist, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  for (const name of ['commander', 'zod', 'gpt-tokenizer', 'web-tree-sitter', 'preact', 'd3-hierarchy'])
    expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
  expect(readFileSync(join(dist, 'types/index.d.ts'), 'utf8')).toContain('openEngine');
});

test('every bundled package has a notice and is in the parts list with its version and hash', () => {
  const notices = readFileSync(join(dist, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  const { components } = JSON.parse(readFileSync(join(dist, 'sbom.cdx.json'), 'utf8')) as {
    components: { name: string; version: string; hashes: unknown[]; components?: { name: string }[] }[];
  };
  const held = components.flatMap((part) => part.components?.map(({ name }) => name) ?? []);
  const files = readdirSync(join(dist, 'grammars')).filter((name) => name.includes('.wasm'));
  expect(held.sort()).toEqual(files.map((name) => name.replace(/\.gz$/, '')).sort());
  expect(components.filter(({ hashes }) => hashes.length !== 1).map(({ name }) => name)).toEqual([]);
  const inCode = [...notices.matchAll(/^(\S+) (\d\S*) \(/gm)].map(([, name, version]) => `${name} ${version}`);
  const parts = components.map(({ name, version }) => `${name} ${version}`);
  expect(inCode.length).toBeGreaterThan(30);
  expect(inCode.filter((name) => !parts.includes(name))).toEqual([]);
  // This package has its licence at the end of its README.
  expect(notices).toContain('Brian M. Carlson');
  expect(notices).not.toMatch(/ships no licence/);
});

test('the build names no path or user of the machine that made it', () => {
  const texts = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:m?js|css|html|json|txt|ts)$/.test(name),
  );
  expect(texts.length).toBeGreaterThan(50);
  const told = texts.filter((name) => readFileSync(join(dist, name), 'utf8').includes(ROOT));
  expect(told).toEqual([]);
});

test('the build fails for a bundled package without the text of a licence or the name of one', () => {
  const root = mkdtempSync(join(base, 'parts-'));
  const plant = (name: string, files: Readonly<Record<string, string>>) => {
    mkdirSync(join(root, 'node_modules', name), { recursive: true });
    for (const [file, text] of Object.entries(files)) writeFileSync(join(root, 'node_modules', name, file), text);
  };
  plant('named-only', {
    'package.json': '{ "version": "1.0.0", "license": "MIT" }',
    'README.md': '# x\n\n## License\n\nMIT\n',
  });
  plant('nothing', { 'package.json': '{ "version": "1.0.0" }', LICENSE: 'Copyright (c) Nobody' });
  for (const name of ['named-only', 'nothing'])
    expect(() => readBundled(root, [name])).toThrow(`${name} comes without`);
});

test('every grammar is shipped with the licence of its authors', () => {
  const grammars = readdirSync(join(dist, 'grammars')).filter((name) => name.endsWith('.wasm.gz'));
  const pages = readFileSync(join(dist, 'grammars/LICENSES.txt'), 'utf8').split(`\n${'-'.repeat(80)}\n`);
  expect(grammars.length).toBeGreaterThan(10);
  for (const name of grammars) {
    const page = pages.find((text) => text.split('\n\n', 1)[0]!.split('\n').includes(name.slice(0, -3)));
    expect([name, page]).toEqual([
      name,
      expect.stringMatching(/copyright \(c\) .*permission is hereby granted|apache license/is),
    ]);
  }
  expect(pages.find((text) => text.startsWith('tree-sitter-swift.wasm'))).toContain('alex-pinkus');
});

// Lists the files that these files load by static imports.
function closure(names: readonly string[]): string[] {
  const seen = new Set<string>();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const text = readFileSync(join(dist, name), 'utf8');
    for (const [, path] of text.matchAll(/(?:from|import)\s*"(\.\/[^"]+\.js)"/g)) open.push(basename(path!));
  }
  return [...seen];
}
