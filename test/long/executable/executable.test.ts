import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT, textOf } from '../../repo/tracked-files.ts';

// On a machine that has neither Node nor knap: nothing is on the path but what git needs.
const folder = mkdtempSync(join(tmpdir(), 'knap-one-file-'));
const program = join(folder, 'knap');
const shop = join(folder, 'shop');
const env = { PATH: '/usr/bin:/bin', HOME: join(folder, 'home'), XDG_CACHE_HOME: join(folder, 'cache') };
const knap = (...args: readonly string[]): string => execFileSync(program, args, { cwd: shop, env, encoding: 'utf8' });

beforeAll(() => {
  execFileSync(process.execPath, [join(ROOT, 'scripts/make-executable.ts'), program], { stdio: 'pipe' });
  mkdirSync(shop);
  // More than one thread parses.
  for (let n = 0; n < 60; n++)
    writeFileSync(
      join(shop, `price-${n}.ts`),
      `export function priceOf${n}(total: number): number {\n  return total * ${n};\n}\n`,
    );
  execFileSync('git', ['init', '-q'], { cwd: shop });
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('without Node on the path, the single file runs --version, index, pack, doctor and help guide', () => {
  expect(knap('--version').trim()).toBe(JSON.parse(textOf('package.json')).version);
  expect(knap('index')).toContain('60');
  expect(knap('pack', 'priceOf7 is wrong', '--format', 'markdown')).toContain('return total * 7;');
  expect(knap('doctor')).not.toMatch(/^wrong/m);
  expect(knap('help', 'guide')).toBe(textOf('docs/guide/README.md'));
});

test('the single file unpacks itself once into the cache', () => {
  knap('--version');
  const apps = readdirSync(join(env.XDG_CACHE_HOME, 'knap/app'));
  expect(apps).toHaveLength(1);
  expect(existsSync(join(env.XDG_CACHE_HOME, 'knap/app', apps[0]!, 'dist/cli.js'))).toBe(true);
});

test('setup registers the single file with agents, and it answers them', async () => {
  expect(knap('setup', 'codex')).toContain(`command = "${program}"\n+ args = ["mcp"]`);
  const child = spawn(program, ['mcp'], { cwd: shop, env });
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const asked = [
    { id: 1, method: 'initialize', params },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'context_query', arguments: { query: 'priceOf7' } } },
  ];
  for (const message of asked) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  for await (const line of createInterface({ input: child.stdout })) {
    if (JSON.parse(line).id !== 2) continue;
    expect(line).toContain('return total * 7;');
    child.stdin.end();
  }
  await (child.exitCode ?? once(child, 'exit'));
});
