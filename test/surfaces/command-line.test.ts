import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../src/operations/index.ts';
import { knap } from './knap.ts';
import { makeWorld, SHOP } from './world.ts';

test('knap help and knap --help list every operation on standard output', async () => {
  const root = makeWorld({});
  for (const args of [['--help'], ['help']]) {
    const { code, stdout, stderr } = await knap(root, args);
    expect([code, stderr]).toEqual([0, '']);
    for (const { name } of OPERATIONS) expect(stdout).toContain(`  ${name[0]} `);
  }
});

for (const { name } of OPERATIONS)
  test(`knap ${name.join(' ')} --help shows its options with examples`, async () => {
    const { code, stdout } = await knap(makeWorld({}), [...name, '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('Examples:\n  knap ');
    expect(stdout).toContain('--root <DIR>');
  });

test('every operation has the field format and none the field maxTokens', async () => {
  for (const { name, load } of OPERATIONS) {
    const keys = Object.keys((await load()).input.shape);
    expect(keys, name.join(' ')).toContain('format');
    expect(keys).not.toContain('maxTokens');
  }
});

test('knap help and knap manual group the commands by purpose', async () => {
  const root = makeWorld({});
  const { stdout } = await knap(root, ['help']);
  const groups = stdout.split('\n\n').filter((part) => /^[A-Z][^\n]*:\n {2}[a-z]/.test(part));
  const listed = groups.map((part) => {
    const [title = '', ...lines] = part.split('\n');
    // Continued lines are indented further.
    return `${title} ${lines.flatMap((line) => /^ {2}(\S+)/.exec(line)?.[1] ?? []).join(' ')}`;
  });
  expect(listed).toEqual([
    'Ask about code: pack query grep uses explain packs ui',
    'Ask about documents and issues: show ready list search links check',
    'Ask a knowledge graph: context import lenses',
    'Keep the index: index status verify domains',
    'Share and serve: store setup serve mcp hook',
    'Look after it: eval init doctor config cache completion manual help',
  ]);
  const manual = (await knap(root, ['manual'])).stdout;
  const headings = listed.map((line) => line.slice(0, line.indexOf(':')).toUpperCase());
  expect(manual.split('\n').filter((line) => headings.includes(line))).toEqual(headings);
});

test('help does not list the synonyms of an option', async () => {
  const { stdout } = await knap(makeWorld({}), ['query', '--help']);
  expect(stdout).not.toMatch(/max-tokens|include-types/);
});

test('knap --version prints the version', async () => {
  expect((await knap(makeWorld({}), ['--version'])).stdout).toMatch(/^\S+\n$/);
});

describe('a wrong call prints one line on standard error and exits with 2', () => {
  const faults: [args: string[], says: RegExp][] = [
    [['packz'], /^knap: unknown command "packz"; did you mean: knap pack$/],
    [['packs', 'opn'], /^knap: unknown command "packs opn"; did you mean: knap packs open$/],
    [['pack', 'x', '--budgt', '5'], /^knap: unknown option '--budgt'; did you mean --budget\?$/],
    [['pack', 'x', '--budget'], /^knap: option '-b, --budget <TOKENS>' argument missing$/],
    [['pack', 'x', '--budget', 'many'], /^knap: --budget \("many"\): must be a whole number of tokens\.$/],
    [['pack', 'x', '--budget', '-5'], /^knap: --budget \(-5\): must be at least 0\.$/],
    [['pack', 'x', '--max-tokens', '-5'], /^knap: --max-tokens \(-5\): must be at least 0\.$/],
    [['query', 'x', '--include-types'], /^knap: option '--include-types <KINDS>' argument missing$/],
    [['pack', 'x', '--budget', '1.5'], /^knap: --budget \(1\.5\): /],
    [['pack', 'x', '--max-files', '0'], /^knap: --max-files \(0\): must be at least 1\.$/],
    [['pack', 'x', '--format', 'pdf'], /^knap: --format \("pdf"\): must be markdown, xml, plain.* or \w+\.$/],
    [['pack', 'x', '--json', '--format', 'xml'], /--json and --format xml exclude each other/],
    [['pack', 'x', '--tokenizer', 'abacus'], /^knap: --tokenizer \("abacus"\): must be o200k/],
    [['pack', 'x', '--lens', 'rosy'], /^knap: There is no lens "rosy"; known are general/],
    [
      ['pack', 'x', '--include', 'music'],
      /^knap: --include \("music"\): must be one of the roles tests, config or docs\.$/,
    ],
    [['pack', 'x', '--since', '30m'], /--since filters the lines of a log/],
    [['pack', '--error', 'a.log', '--since', 'soon'], /There is no file a\.log/],
    [['pack', '--task-file', 'none.txt'], /^knap: There is no file none\.txt\.$/],
    [['pack', '--task-file', '.'], /^knap: \. is a folder, not a file\.$/],
    [['pack', 'x', '--error', '-', '--patch', '-'], /^knap: Only one option can read standard input/],
    [['pack', 'x', '--seen', 'package.json'], /^knap: The field seen is neither a manifest of knap nor a list/],
    [['pack'], /^knap: There is no task\.$/],
    [['pack', '   '], /^knap: There is no task\.$/],
    [['pack', 'x', '--root', 'nowhere'], /^knap: There is no folder nowhere\.$/],
    [['pack', 'x', '--root', 'package.json'], /^knap: package\.json is not a folder\.$/],
    [['pack', 'x', '--config', 'none.yaml'], /^knap: There is no configuration file .*none\.yaml\.$/],
    [['query'], /^knap: There is no question\.$/],
    [['packs', 'open'], /^knap: There are no packs yet\.$/],
    [['packs', 'compare'], /^knap: There are not two packs to compare yet\.$/],
    [['packs', 'prune', '--keep', 'x'], /^knap: --keep \("x"\): /],
    [['domains', 'add', 'shipping'], /^knap: --keywords: is missing\.$/],
    [
      ['domains', 'add', 'Ship Ping', '--keywords', 'a'],
      /^knap: NAME \("Ship Ping"\): must be a name of lower-case letters/,
    ],
    [['domains', 'remove', 'auth'], /has no domain "auth"; built-in ones can be disabled/],
    [['domains', 'disable', 'chatt'], /^knap: There is no domain "chatt"; did you mean "chat"\?$/],
  ];
  for (const [args, says] of faults)
    test(`knap ${args.join(' ')} exits with 2 and says in one line what is wrong`, async () => {
      const root = makeWorld(SHOP);
      const { code, stdout, stderr } = await knap(root, args);
      expect(stderr.split('\n')[0]).toMatch(says);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(2);
      expect(existsSync(join(root, '.knap'))).toBe(false);
    });
});

test('knap pack without a task in a pipe prints an example of a call', async () => {
  expect((await knap(makeWorld({}), ['pack'])).stderr).toContain('As in: knap pack "fix the login redirect"');
});

test('KNAP_DEBUG=1 prints the stack of an error, which is hidden without it', async () => {
  const root = makeWorld({});
  expect((await knap(root, ['pack'], { env: { KNAP_DEBUG: '1' } })).stderr).toMatch(/\n {4}at /);
  expect((await knap(root, ['pack'])).stderr).not.toMatch(/\n {4}at /);
});

test('colours are printed only on a terminal that accepts them', async () => {
  const root = makeWorld({});
  const isColoured = async (args: string[], env: Record<string, string>, isTerminal: boolean) =>
    (await knap(root, ['packz', ...args], { env, isTerminal })).stderr.includes('\u001b[');
  expect(await isColoured([], {}, true)).toBe(true);
  expect(await isColoured([], {}, false)).toBe(false);
  expect(await isColoured([], { NO_COLOR: '1' }, true)).toBe(false);
  expect(await isColoured([], { FORCE_COLOR: '1' }, false)).toBe(true);
  expect(await isColoured(['--no-color'], { FORCE_COLOR: '1' }, true)).toBe(false);
});

describe('init writes the configuration of a workspace', () => {
  test('knap init writes a configuration of comments and a .ctxignore for the frameworks found, and nothing else', async () => {
    const root = makeWorld({ 'package.json': '{"dependencies":{"@nestjs/core":"11"}}', '.gitignore': 'x\n' });
    const { code, stdout } = await knap(root, ['init']);
    expect([code, stdout]).toEqual([0, 'found Node.js, NestJS\nwrote knap.config.yaml\nwrote .ctxignore\n']);
    expect(
      readFileSync(join(root, 'knap.config.yaml'), 'utf8')
        .split('\n')
        .every((line) => line === '' || line.startsWith('#')),
    ).toBe(true);
    expect(readFileSync(join(root, '.ctxignore'), 'utf8')).toMatch(/# Node\.js\ndist\//);
    expect(readFileSync(join(root, '.gitignore'), 'utf8')).toBe('x\n');
    expect(existsSync(join(root, '.knap'))).toBe(false);
  });

  test('the configuration that knap init writes is valid when every setting is uncommented', async () => {
    const root = makeWorld({});
    await knap(root, ['init']);
    const file = join(root, 'knap.config.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^# (\w+: )/gm, '$1'));
    const { code, stderr } = await knap(root, ['domains', 'list', '--json']);
    expect([code, stderr]).toEqual([0, '']);
  });

  test('knap init keeps existing files unless --force is given', async () => {
    const root = makeWorld({ '.ctxignore': 'mine\n' });
    expect((await knap(root, ['init'])).stdout).toContain('kept .ctxignore (--force replaces it)');
    expect(readFileSync(join(root, '.ctxignore'), 'utf8')).toBe('mine\n');
    expect((await knap(root, ['init', '--force', '--json'])).stdout).toContain('".ctxignore"');
    expect(readFileSync(join(root, '.ctxignore'), 'utf8')).not.toBe('mine\n');
  });
});

describe('domains lists and edits the domains of the configuration', () => {
  test('C30 a domain is added, disabled, enabled and removed, and the list shows it', async () => {
    const root = makeWorld({ 'knap.config.yaml': '# ours\nbudget: 9000\n' });
    const listed = async (name: string) =>
      JSON.parse((await knap(root, ['domains', '--json'])).stdout).find(
        (domain: { name: string }) => domain.name === name,
      );
    await knap(root, ['domains', 'add', 'shipping', '--keywords', 'parcel, label', '--description', 'Sending goods']);
    expect(await listed('shipping')).toEqual({
      name: 'shipping',
      description: 'Sending goods',
      keywords: ['parcel', 'label'],
      origin: "this repository's",
      isEnabled: true,
    });
    await knap(root, ['domains', 'disable', 'shipping']);
    await knap(root, ['domains', 'disable', 'auth']);
    expect((await listed('shipping')).isEnabled).toBe(false);
    await knap(root, ['domains', 'enable', 'shipping']);
    expect([(await listed('shipping')).isEnabled, (await listed('auth')).isEnabled]).toEqual([true, false]);
    await knap(root, ['domains', 'remove', 'shipping']);
    expect(await listed('shipping')).toBeUndefined();
    expect(readFileSync(join(root, 'knap.config.yaml'), 'utf8')).toMatch(/^# ours\nbudget: 9000\n/);
  });

  test('knap domains add --user stores a domain in the configuration of the user', async () => {
    const root = makeWorld({});
    await knap(root, ['domains', 'add', 'shipping', '--keywords', 'parcel', '--user']);
    expect(existsSync(join(root, 'knap.config.yaml'))).toBe(false);
    expect(readFileSync(join(root, '.home/.config/knap/config.yaml'), 'utf8')).toContain('shipping');
    expect((await knap(root, ['domains'])).stdout).toMatch(/^shipping +yours +parcel$/m);
  });
});
