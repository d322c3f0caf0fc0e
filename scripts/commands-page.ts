import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from '../src/surfaces/cli/commands.ts';
import { type CommandPage, GLOBALS, type PageOption, pageOf } from '../src/surfaces/manual/command-page.ts';

// Writes the commands of the guide from their definitions: npx node scripts/commands-page.ts

const PAGE = join(import.meta.dirname, '../docs/guide/commands.md');
const SECTION = /(?<=^## Every command\n\n)[\s\S]*/m;

// What is asked most; of the others the names of options stand here, and --help explains them.
const EXPLAINED = ['pack', 'query'];

/** Every command with its examples and options. */
export async function commandsSection(): Promise<string> {
  const pages = await Promise.all(COMMANDS.map(pageOf));
  return `${['Options of all commands:', tableOf(GLOBALS), ...pages.flatMap(commandText)].join('\n\n')}\n`;
}

function commandText({ words, summary, details, isDefault, argument, ...page }: CommandPage): readonly string[] {
  const options = page.options.filter(({ isHidden, long }) => !isHidden && long !== '--json');
  const rows = argument ? [[argument.written, argument.description] as const] : [];
  const flags = options.map((option) => `\`${flagsOf(option)}\``);
  return [
    `### knap ${words.join(' ')}`,
    `${summary}${isDefault ? `; also \`knap ${words[0]}\`` : ''}.${details === null ? '' : ` ${details}`}`,
    ['```', ...page.examples, '```'].join('\n'),
    ...(EXPLAINED.includes(words.join(' '))
      ? [tableOf(options, rows)]
      : flags.length > 0
        ? [`Options: ${flags.join(', ')}.`]
        : []),
  ];
}

const flagsOf = ({ flags }: PageOption): string => flags.replace(/[<>]/g, '');

function tableOf(options: readonly PageOption[], before: readonly (readonly [string, string])[] = []): string {
  const rows = [...before, ...options.map((option) => [flagsOf(option), option.description])];
  const lines = rows.map(([flags, means]) => `| \`${flags}\` | ${means!.replace(/[|<]/g, '\\$&')} |`);
  return ['| option | means |', '|---|---|', ...lines].join('\n');
}

/** The page with its commands as they are now. */
export async function withCommands(page: string): Promise<string> {
  const section = await commandsSection();
  return page.replace(SECTION, () => section);
}

if (import.meta.main) writeFileSync(PAGE, await withCommands(readFileSync(PAGE, 'utf8')));
