import { spawn } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../../src/stores/index.ts';
import { SHOP } from '../worlds/shop.ts';
import { makeWorld, type World } from '../worlds/world.ts';
import { MAIN } from './knap.ts';

const UNICORN = 'export function unicornParade() {\n  return 7;\n}\n';
const program = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;
// Pretends to be macOS, whose watcher reports changes late.
const ELSEWHERE = program(`Object.defineProperty(process, 'platform', { value: 'darwin' });`);
// Pretends that the package is not installed.
const WITHOUT_PACKAGE = program(`
  import { registerHooks } from 'node:module';
  registerHooks({ resolve: (name, context, next) => {
    if (name === '@parcel/watcher') throw new Error('Cannot find package');
    return next(name, context);
  } });`);

interface Watching {
  /** All lines that the process has printed. */
  readonly printed: string[];
  /** Waits until the process prints such a line, and returns the new lines; a change may take two. */
  until(text: RegExp): Promise<readonly string[]>;
}

async function watching(world: World, nodeArgs: readonly string[], use: (process: Watching) => Promise<void>) {
  const child = spawn(process.execPath, [...nodeArgs, MAIN, 'index', '--watch'], {
    cwd: world.root,
    env: { ...process.env, HOME: join(world.root, '.home'), XDG_CONFIG_HOME: join(world.root, '.config') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  const lines = createInterface(child.stdout!)[Symbol.asyncIterator]();
  child.stderr!.on('data', (piece) => printed.push(String(piece)));
  const until = async (text: RegExp) => {
    const told: string[] = [];
    while (!text.test(told.at(-1) ?? '')) told.push(String((await lines.next()).value));
    printed.push(...told);
    return told;
  };
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  try {
    await use({ printed, until });
  } finally {
    child.kill('SIGINT');
    expect(await ended).toBe(130);
  }
}

// Reads the index file, because any command would update it first.
async function indexed(world: World): Promise<readonly string[]> {
  const store = openSqliteStore({ path: join(world.root, '.knap/index.db') });
  const paths = (await store.words({ definitions: ['unicornparade'] })).definitions.map(({ path }) => path);
  await store.close();
  return paths;
}

const ways: [name: string, nodeArgs: readonly string[]][] = [
  ['with the watcher of Linux', []],
  ['with the package @parcel/watcher', ['--import', ELSEWHERE]],
  ['without the package @parcel/watcher', ['--import', ELSEWHERE, '--import', WITHOUT_PACKAGE]],
];
for (const [name, nodeArgs] of ways) {
  test(`knap index --watch prints a line for each saved, renamed and deleted file, ${name}`, async () => {
    using world = makeWorld(SHOP);
    await watching(world, nodeArgs, async ({ until, printed }) => {
      await until(/^9 files, .* \(9 added, 0 changed, 0 removed\) in [\d.]+ s$/);
      world.write({ 'src/mail/smtp.ts': UNICORN });
      await until(/^9 files, .* \(0 added, 1 changed, 0 removed\)/);
      expect(await indexed(world)).toContain('src/mail/smtp.ts');
      renameSync(join(world.root, 'src/mail/smtp.ts'), join(world.root, 'src/parade.ts'));
      await until(/^9 files, .* \(1 added, 0 changed, \d removed\)/);
      expect(await indexed(world)).toContain('src/parade.ts');
      rmSync(join(world.root, 'src/parade.ts'));
      await until(/^8 files, .* \(0 added, 0 changed, 1 removed\)/);
      for (const line of printed) expect(line).toMatch(/^\d+ files, \d+ symbols, \d+ commits \(.*\) in [\d.]+ s$/);
    });
  });
}

test('knap index --watch indexes the branch that was switched to', async () => {
  using world = makeWorld(SHOP, [{ message: 'A parade', files: { 'src/parade.ts': UNICORN } }]);
  world.git('branch', 'before', 'HEAD~1');
  await watching(world, [], async ({ until }) => {
    await until(/^10 files, .* 2 commits/);
    world.git('checkout', '-q', 'before');
    await until(/^9 files, .* 1 commits/);
  });
});
