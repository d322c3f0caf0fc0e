import { createHash } from 'node:crypto';
import { win32 } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../src/index.ts';
import { insideOf, wayTo } from '../../src/reading/confine.ts';
import { shellLine, startedBy } from '../../src/surfaces/setup/launch-command.ts';
import { knap } from '../surfaces/knap.ts';
import { makeWorld, type World } from '../worlds/world.ts';

// What another system says about paths is told by Node; everything else about Windows that reaches knap is text.

describe('a path as the workspace names it, by the rules of Windows', () => {
  const cases: [folder: string, path: string, inside: string | null, way: string][] = [
    ['C:\\work\\shop', 'C:\\work\\shop\\src\\a.ts', 'src/a.ts', 'src/a.ts'],
    ['C:\\work\\shop', 'C:\\work\\shop', '', ''],
    ['c:\\Work\\Shop', 'C:\\work\\shop\\src\\A.ts', 'src/A.ts', 'src/A.ts'],
    ['C:\\work\\shop', 'C:\\work\\shop-two\\a.ts', null, '../shop-two/a.ts'],
    ['C:\\work\\shop', 'D:\\api\\a.ts', null, 'D:/api/a.ts'],
    ['C:\\work\\shop', 'C:\\work\\shop\\..draft\\a.ts', '..draft/a.ts', '..draft/a.ts'],
    ['C:\\', 'C:\\a.ts', 'a.ts', 'a.ts'],
    ['\\\\box\\share\\shop', '\\\\box\\share\\shop\\src\\a.ts', 'src/a.ts', 'src/a.ts'],
    ['\\\\box\\share\\shop', '\\\\other\\share\\shop\\a.ts', null, '//other/share/shop/a.ts'],
    ['\\\\box\\share', 'C:\\a.ts', null, 'C:/a.ts'],
  ];
  for (const [folder, path, inside, way] of cases)
    test(`${path} is resolved from ${folder}`, () => {
      expect([insideOf(folder, path, win32), wayTo(folder, path, win32)]).toEqual([inside, way]);
    });
});

describe('agents start knap on Windows', () => {
  test('on Windows a bare command is started through cmd.exe, a path directly', () => {
    const launch = { command: 'knap', args: ['mcp'] };
    expect(startedBy(launch, 'win32')).toEqual({ command: 'cmd.exe', args: ['/d', '/c', 'knap', 'mcp'] });
    expect(startedBy(launch, 'linux')).toEqual(launch);
    const whole = { command: 'C:\\Program Files\\nodejs\\node.exe', args: ['C:\\k\\cli.js', 'mcp'] };
    expect(startedBy(whole, 'win32')).toEqual(whole);
  });
  test('a command line for Windows quotes paths with backslashes', () => {
    const launch = { command: 'C:\\Program Files\\nodejs\\node.exe', args: ['C:\\apps\\knap\\dist\\cli.js'] };
    expect(shellLine(launch, ['hook', 'claude-code'], 'windows')).toBe(
      '"C:\\Program Files\\nodejs\\node.exe" "C:\\apps\\knap\\dist\\cli.js" hook claude-code',
    );
  });
});

const LINES = [
  '/** The price with the tax on it. */',
  'export function priceWithTax(price: number): number {',
  '  const rate = 0.19;',
  '  return price * (1 + rate);',
  '}',
  '',
];
const crlf = LINES.join('\r\n');

describe('input from Windows is read', () => {
  let world: World;
  let engine: Engine;
  beforeAll(async () => {
    world = makeWorld({
      'src/billing/price.ts': crlf,
      'src/billing/other.ts': 'export const unrelated = 1;\n',
      'docs/Guide.md': '# Prices\r\n\r\nSee [the rest](other.md).\r\n',
      'docs/guide.md': '# Another guide\n\nOf the same name but for the case.\n',
      'docs/other.md': '---\r\nid: OTHER\r\n---\r\n# The rest\r\n',
      '.gitignore': 'build\\\r\nout/\r\n',
      'out/price.ts': 'export const priceWithTax = "built";\n',
    });
    engine = await world.open();
  });
  afterAll(async () => {
    await engine.close();
    world[Symbol.dispose]();
  });

  test('lines are numbered as in the file, the text has plain line ends, and the hash is that of the bytes', async () => {
    const { pack } = await engine.pack({ task: 'priceWithTax is wrong', format: 'markdown' });
    const block = pack.blocks.find(({ path }) => path === 'src/billing/price.ts');
    expect(block).toMatchObject({ startLine: 1, endLine: 5, text: LINES.slice(0, 5).join('\n') });
    // Its end is that of the language.
    expect(block?.hash.slice(0, 24)).toBe(createHash('sha256').update(crlf).digest('hex').slice(0, 24));
    const { hits } = await engine.grep({ pattern: 'rate);', regex: false });
    expect(hits.map(({ path, line, text }) => [path, line, text])).toEqual([
      ['src/billing/price.ts', 4, 'return price * (1 + rate);'],
    ]);
  });

  const named: [name: string, task: string][] = [
    ['a drive', 'TypeError: x\n    at priceWithTax (C:\\work\\shop\\src\\billing\\price.ts:4:3)\n'],
    ['a drive as an address', 'TypeError: x\n    at priceWithTax (file:///C:/code/shop/src/billing/price.ts:4:3)\n'],
    ['a share', 'TypeError: x\n    at priceWithTax (\\\\box\\share\\shop\\src\\billing\\price.ts:4:3)\n'],
    ['other case', 'look at SRC\\Billing\\Price.ts'],
    ['in words', 'src\\billing\\price.ts forgets the rate'],
    ['line ends', 'Traceback:\r\n  src\\billing\\price.ts:4: error TS2322: bad\r\n'],
    [
      'a diff with line ends of its own',
      'diff --git a/src/billing/price.ts b/src/billing/price.ts\r\n--- a/src/billing/price.ts\r\n+++ b/src/billing/price.ts\r\n@@ -4 +4 @@\r\n-  return price * (1 + rate);\r\n+  return price;\r\n',
    ],
    [
      'a diff of a tool of Windows',
      'Index: src\\billing\\price.ts\r\n--- src\\billing\\price.ts\r\n+++ src\\billing\\price.ts\r\n@@ -4 +4 @@\r\n-  return price * (1 + rate);\r\n+  return price;\r\n',
    ],
  ];
  for (const [name, task] of named)
    test(`a file is found by its Windows path: ${name}`, async () => {
      const { pack } = await engine.pack({ task });
      expect(pack.files[0]?.path).toBe('src/billing/price.ts');
    });

  test('two names that differ in case are two files', async () => {
    const { pages } = await engine.show({ targets: ['docs/guide.md', 'docs/Guide.md'] });
    expect(pages.map(({ target }) => target.path)).toEqual(['docs/guide.md', 'docs/Guide.md']);
  });

  test('frontmatter and links are read with any line ends', async () => {
    const { linksTo } = await engine.links({ target: 'docs/Guide.md' });
    expect(linksTo.map(({ path }) => path)).toEqual(['docs/other.md']);
    expect((await engine.show({ targets: ['OTHER'] })).pages[0]?.target.path).toBe('docs/other.md');
  });

  test('ignore files work with any line ends', async () => {
    expect((await engine.paths({ prefix: 'out/', limit: 9 })).paths).toEqual([]);
  });

  const typed: [name: string, args: readonly string[]][] = [
    ['show', ['show', 'src\\billing\\price.ts']],
    ['show lines', ['show', 'src\\billing\\price.ts:2-4']],
    ['grep in a folder', ['grep', 'rate', '--path', 'src\\billing']],
    ['pack a folder', ['pack', 'rate', '--under', 'src\\billing', '--format', 'plain']],
    ['pack a file', ['pack', 'anything', '--file', 'src\\billing\\price.ts', '--format', 'plain']],
    ['pin', ['pack', 'anything', '--pin', 'src\\billing\\price.ts', '--format', 'plain']],
  ];
  for (const [name, args] of typed)
    test(`typed backslashes are accepted: ${name}`, async () => {
      const { code, stdout, stderr } = await knap(world.root, args);
      expect([code, stderr]).toEqual([0, expect.anything()]);
      expect(stdout).toContain('rate');
    });
});
