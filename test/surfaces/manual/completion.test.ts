import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../../src/surfaces/cli/commands.ts';
import { pageOf } from '../../../src/surfaces/manual/page.ts';
import { knap } from '../knap.ts';
import { makeWorld } from '../world.ts';

/** What a real bash offers at the end of a line. */
async function offered(line: string): Promise<readonly string[]> {
  const { stdout } = await knap(makeWorld({}), ['completion', 'bash']);
  const words = line.split(' ');
  const program = `${stdout}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _knap; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const printed = execFileSync('bash', ['--norc', '-c', program, 'bash', ...words], { encoding: 'utf8' });
  return printed.split('\n').filter((word) => word !== '');
}

const lines: [line: string, all: readonly string[]][] = [
  ['knap pac', ['pack', 'packs']],
  ['knap packs o', ['open']],
  ['knap packs --for', ['--format']],
  ['knap pack --max-', ['--max-files', '--max-lines']],
  ['knap pack --format x', ['xml']],
  ['knap pack --include ', ['tests', 'config', 'docs']],
  ['knap --root pack que', ['query']],
  ['knap pack query --ta', ['--task-file']],
  ['knap pack --budget ', []],
  ['knap setup z', ['zed']],
  ['knap setup zed --scope ', ['user', 'project']],
  ['knap domains disable --u', ['--user']],
  [
    'knap completion ',
    [
      'bash',
      'zsh',
      'fish',
      'powershell',
      ...[
        '--root',
        '--repo',
        '--config',
        '--store',
        '--workspace',
        '--group',
        '--include-ignored',
        '--no-color',
        '--quiet',
      ],
      ...['--verbose', '--help', '--complete', '--yes'],
    ],
  ],
];
for (const [line, all] of lines)
  test(`bash completes "${line}"`, async () => expect([...(await offered(line))].sort()).toEqual([...all].sort()));

test('bash offers every command, and every option of every command', async () => {
  const firsts = [...new Set(COMMANDS.map(({ name }) => name[0]))];
  expect((await offered('knap ')).filter((word) => !word.startsWith('-')).sort()).toEqual(firsts.sort());
  for (const page of await Promise.all(COMMANDS.map(pageOf))) {
    const shown = page.options.filter(({ isHidden }) => !isHidden).map(({ long }) => long);
    expect(await offered(`knap ${page.words.join(' ')} --`)).toEqual(expect.arrayContaining(shown));
  }
});

const TOLD: Readonly<Record<string, (long: string) => string | RegExp>> = {
  zsh: (long) => `*${long}[`,
  fish: (long) => new RegExp(` -l ${long.slice(2)} `),
  powershell: (long) => `'${long}'`,
};
for (const [shell, told] of Object.entries(TOLD)) {
  test(`${shell} is told every command and every option`, async () => {
    const { code, stdout } = await knap(makeWorld({}), ['completion', shell]);
    expect(code).toBe(0);
    for (const page of await Promise.all(COMMANDS.map(pageOf))) {
      for (const word of page.words) expect(stdout).toContain(word);
      for (const { long, isHidden } of page.options) if (!isHidden) expect(stdout).toMatch(told(long));
    }
  });
}

test('no description can leave its quotes', async () => {
  const page = {
    ...(await pageOf(COMMANDS[0]!)),
    words: ['odd'],
    summary: "it's $(touch /tmp/x) `y` [z]: \\",
    options: [],
    argument: null,
  };
  const { bashCompletion } = await import('../../../src/surfaces/manual/bash-completion.ts');
  const { zshCompletion } = await import('../../../src/surfaces/manual/zsh-completion.ts');
  const { fishCompletion } = await import('../../../src/surfaces/manual/fish-completion.ts');
  execFileSync('bash', ['-n', '-c', bashCompletion([page])]);
  expect(zshCompletion([page])).toContain(`'odd:it'\\''s $(touch /tmp/x) \`y\` \\[z\\]\\: \\\\'`);
  const { powershellCompletion } = await import('../../../src/surfaces/manual/powershell-completion.ts');
  const odd = { ...page, words: ["it's $(x)"] };
  expect(powershellCompletion([odd])).toContain(`'it''s $(x)' = @(`);
  expect(fishCompletion([page])).toContain(`-d 'it\\'s $(touch /tmp/x) \`y\` [z]: \\\\'`);
});

test('bad input: a shell nobody knows, or none', async () => {
  const none = await knap(makeWorld({}), ['completion']);
  expect(none).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Name the shell: bash, zsh, fish or powershell.'),
  });
  const odd = await knap(makeWorld({}), ['completion', 'tcsh']);
  expect(odd).toMatchObject({ code: 2, stderr: expect.stringContaining('must be bash, zsh, fish or powershell') });
});
