import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../../src/surfaces/cli/commands.ts';
import { pageOf } from '../../../src/surfaces/manual/command-page.ts';
import { knap } from '../knap.ts';
import { makeWorld } from '../world.ts';
import { isInstalled, SHELLS } from './real-shells.ts';

const scripts = new Map<string, string>();
async function scriptOf(shell: string): Promise<string> {
  const made = scripts.get(shell) ?? (await knap(makeWorld({}), ['completion', shell])).stdout;
  scripts.set(shell, made);
  return made;
}

const LINES: [line: string, all: readonly string[]][] = [
  ['knap pac', ['pack', 'packs']],
  ['knap packs o', ['open']],
  ['knap packs --for', ['--format']],
  ['knap packs open --for', ['--format']],
  ['knap pack --max-', ['--max-files', '--max-lines']],
  ['knap pack --format x', ['xml']],
  ['knap pack -f x', ['xml']],
  ['knap pack --include ', ['tests', 'config', 'docs']],
  ['knap --root pack que', ['query']],
  ['knap --quiet packs o', ['open']],
  ['knap pack query --ta', ['--task-file']],
  ['knap pack query --str', []],
  ['knap pack --budget ', []],
  ['knap setup z', ['zed']],
  ['knap setup zed --scope ', ['user', 'project']],
  ['knap domains disable --u', ['--user']],
  ['knap completion p', ['powershell']],
  ['knap help doc', ['doctor', 'documents']],
];

// Each installed shell completes by its own program; the others are skipped.
for (const [shell, offer] of Object.entries(SHELLS)) {
  test.skipIf(!isInstalled(shell))(`completion in ${shell} offers the right words for typed lines`, async () => {
    const offered = offer(
      await scriptOf(shell),
      LINES.map(([line]) => line),
    );
    const told = LINES.map(([line], index) => [line, [...(offered[index] ?? [])].sort()]);
    expect(told).toEqual(LINES.map(([line, all]) => [line, [...all].sort()]));
  });

  test.skipIf(!isInstalled(shell))(
    `completion in ${shell} offers every command and every option of each command`,
    async () => {
      const pages = await Promise.all(COMMANDS.map(pageOf));
      const lines = ['knap ', ...pages.map(({ words }) => `knap ${words.join(' ')} --`)];
      const [commands = [], ...options] = offer(await scriptOf(shell), lines);
      const firsts = [...new Set(COMMANDS.map(({ name }) => name[0])), 'help'];
      expect(commands.filter((word) => !word.startsWith('-')).sort()).toEqual(firsts.sort());
      for (const [index, page] of pages.entries()) {
        const shown = page.options.filter(({ isHidden }) => !isHidden).map(({ long }) => long);
        expect(options[index], page.words.join(' ')).toEqual(expect.arrayContaining(shown));
      }
    },
  );
}

const TOLD: Readonly<Record<string, (long: string) => string | RegExp>> = {
  zsh: (long) => `*${long}[`,
  fish: (long) => new RegExp(` -l ${long.slice(2)} `),
  powershell: (long) => `'${long}'`,
};
for (const [shell, told] of Object.entries(TOLD)) {
  test(`the ${shell} completion script contains every command and every option`, async () => {
    const { code, stdout } = await knap(makeWorld({}), ['completion', shell]);
    expect(code).toBe(0);
    for (const page of await Promise.all(COMMANDS.map(pageOf))) {
      for (const word of page.words) expect(stdout).toContain(word);
      for (const { long, isHidden } of page.options) if (!isHidden) expect(stdout).toMatch(told(long));
    }
  });
}

test('a global option whose value is no path completes no files', async () => {
  const zsh = await scriptOf('zsh');
  expect(zsh).toMatch(/'\*--root\[[^']*:DIR:_files'/);
  expect(zsh).toMatch(/'\*--group\[[^']*:NAME:'/);
});

test('a description cannot end its quotes in a completion script', async () => {
  const page = {
    ...(await pageOf(COMMANDS[0]!)),
    words: ['odd'],
    summary: "it's $(touch /tmp/x) `y` [z]: \\",
    options: [],
    argument: null,
  };
  const { bashCompletion } = await import('../../../src/surfaces/manual/completion.ts');
  const { zshCompletion } = await import('../../../src/surfaces/manual/completion.ts');
  const { fishCompletion } = await import('../../../src/surfaces/manual/completion.ts');
  execFileSync('bash', ['-n', '-c', bashCompletion([page])]);
  expect(zshCompletion([page])).toContain(`'odd:it'\\''s $(touch /tmp/x) \`y\` \\[z\\]\\: \\\\'`);
  const { powershellCompletion } = await import('../../../src/surfaces/manual/completion.ts');
  const odd = { ...page, words: ["it's $(x)"] };
  expect(powershellCompletion([odd])).toContain(`'it''s $(x)' = @(`);
  expect(fishCompletion([page])).toContain(`-d 'it\\'s $(touch /tmp/x) \`y\` [z]: \\\\'`);
});

test('completion for an unknown shell or without a shell is refused', async () => {
  const none = await knap(makeWorld({}), ['completion']);
  expect(none).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Name the shell: bash, zsh, fish or powershell.'),
  });
  const odd = await knap(makeWorld({}), ['completion', 'tcsh']);
  expect(odd).toMatchObject({ code: 2, stderr: expect.stringContaining('must be bash, zsh, fish or powershell') });
});
