import { existsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/surfaces/cli/commands.ts';
import { knap } from './knap.ts';
import { makeWorld, SHOP, shareWorld } from './world.ts';

const flat = (text: string): string => text.replace(/\s+/g, ' ');
const shop = shareWorld(SHOP, { git: true });

describe('knap without arguments describes the folder', () => {
  const HOURS_MS = 3_600_000;
  const cases: [name: string, files: Readonly<Record<string, string>>, says: RegExp][] = [
    ['outside any repository', {}, /is not a git repository: knap would read this folder as it is\./],
    ['without an index', { 'knap.config.yaml': '' }, /is not indexed yet; the first question does that/],
    ['with an index', { '.knap/index.db': 'x' }, /has an index of 0\.0 MB, last written 3 hours ago;/],
    ['with an index over a shared store', { '.knap/over-0123456789ab.db': 'x' }, /has an index of 0\.0 MB/],
  ];
  for (const [name, files, says] of cases)
    test(`knap without arguments ${name} describes the folder, names three commands to try and writes nothing`, async () => {
      const root = makeWorld(files);
      const index = join(root, '.knap/index.db');
      const then = (Date.now() - 3.5 * HOURS_MS) / 1000;
      if (existsSync(index)) utimesSync(index, then, then);
      const { code, stdout, stderr } = await knap(root, []);
      expect([code, stderr]).toEqual([0, '']);
      expect(flat(stdout)).toMatch(says);
      expect(stdout.match(/^ {2}knap (pack|query|setup)\b/gm)).toHaveLength(3);
      expect(existsSync(join(root, '.knap'))).toBe(Object.keys(files).some((file) => file.startsWith('.knap/')));
    });

  test('knap --root PATH describes that folder', async () => {
    const root = makeWorld({ 'shop/knap.config.yaml': '' });
    expect((await knap(root, ['--root', 'shop'])).stdout).toMatch(/^shop is not indexed yet/m);
  });

  test('knap with an unknown option and no command is refused', async () => {
    expect(await knap(shop, ['--bogus'])).toMatchObject({ code: 2, stdout: '', stderr: /unknown option '--bogus'/ });
  });
});

describe('a first word that is no command is refused with the command that was probably meant', () => {
  const lines: [args: readonly string[], meant: string][] = [
    [['fix', 'the', 'login'], 'knap pack "fix the login"'],
    [['fix the login'], 'knap pack "fix the login"'],
    [['login'], 'knap pack "login"'],
    [['--quiet', 'fix', 'it', '--budget', '5'], 'knap pack "fix it" --quiet --budget 5'],
    [["don't", 'pay', '$5'], `knap pack 'don'\\''t pay $5'`],
    [['serach', 'x'], 'knap search x'],
    [['serach', 'two words', '--limit', '3'], 'knap search "two words" --limit 3'],
    [['packs', 'opn', 'latest'], 'knap packs open latest'],
  ];
  for (const [args, meant] of lines)
    test(`knap ${args.join(' ')} is refused with the corrected line`, async () => {
      const { code, stdout, stderr } = await knap(shop, args);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr.trimEnd().endsWith(`: ${meant}`), stderr).toBe(true);
    });
});

test('short options have the effect of their long forms', async () => {
  const long = await knap(shop, ['query', 'webhook', '--budget', '600', '--format', 'xml', '--quiet']);
  expect(await knap(shop, ['query', 'webhook', '-b', '600', '-f', 'xml', '-q'])).toEqual(long);
  expect((await knap(shop, ['query', 'webhook', '-v'])).stderr).toContain('answered in');
  expect((await knap(shop, ['grep', 'STRIPE', '-i', '-w'])).stdout).toContain('webhook.ts');
  expect((await knap(shop, ['pack', 'webhook', '-o', 'letters'])).code).toBe(0);
  expect(existsSync(join(shop, 'letters/PACK.md'))).toBe(true);
});

test('help prints the defaults of --budget, --aim and --port', async () => {
  const { stdout } = await knap(shop, ['pack', '--help']);
  expect(flat(stdout)).toContain('-b, --budget <TOKENS> Most tokens of the whole answer (default: 16000)');
  expect(flat(stdout)).toContain(
    '--aim <NAME> How much to include: focused or full; map lists likely places without quoting them (default: focused)',
  );
  expect(flat((await knap(shop, ['serve', '--help'])).stdout)).toContain('(default: 7373)');
});

test('no letter is the short form of two options of a command', async () => {
  const { pageOf } = await import('../../src/surfaces/manual/command-page.ts');
  const { GLOBALS } = await import('../../src/surfaces/manual/command-page.ts');
  for (const page of await Promise.all(COMMANDS.map(pageOf))) {
    const letters = [...page.options, ...GLOBALS].flatMap(({ short }) => short ?? []);
    expect(new Set(letters).size, page.words.join(' ')).toBe(letters.length);
  }
});

describe('output fits a terminal of 60 columns', () => {
  const narrow = { isTerminal: true, columns: 60, env: { NO_COLOR: '1' } };
  const isCommand = /^ {2}\S.*\bknap |^\S* *knap /;

  for (const args of [[], ['--help'], ...COMMANDS.map(({ name }) => [...name, '--help'])])
    test(`knap ${args.join(' ')} on a terminal of 60 columns prints no longer line, except commands to copy`, async () => {
      const { stdout } = await knap(shop, args, narrow);
      expect(stdout.split('\n').filter((line) => line.length > 60 && !isCommand.test(line))).toEqual([]);
    });

  test('knap domains on a terminal of 60 columns wraps a row below its last column', async () => {
    const { stdout } = await knap(shop, ['domains'], narrow);
    expect(stdout.split('\n').filter((line) => line.length > 60)).toEqual([]);
    const piped = (await knap(shop, ['domains'])).stdout;
    expect(flat(stdout)).toBe(flat(piped));
    const [first = '', second = ''] = stdout.split('\n');
    expect(second.search(/\S/)).toBe(/\S+\s+\S+(?: \S+)*?\s{2,}/.exec(first)![0].length);
  });
});
