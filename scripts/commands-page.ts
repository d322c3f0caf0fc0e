import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from '../src/surfaces/cli/commands.ts';
import { type CommandPage, GLOBALS, type PageOption, pageOf } from '../src/surfaces/manual/command-page.ts';

// Writes the commands of the guide from their definitions: npm run golden

const PAGE = join(import.meta.dirname, '../docs/guide/commands.md');
const SECTION = /(?<=^## Every command\n\n)[\s\S]*/m;

// The page describes options of these commands; for the others it lists names, and --help explains them.
const EXPLAINED = ['pack', 'query'];

/** Writes every command with its examples and options. */
export async function commandsSection(): Promise<string> {
  const pages = await Promise.all(COMMANDS.map(pageOf));
  const pack = optionsOf(pages.find(({ words }) => words.join(' ') === 'pack')!);
  const commands = pages.flatMap((page) => commandText(page, pack));
  return `${['Options of all commands:', tableOf(GLOBALS), ...commands].join('\n\n')}\n`;
}

const optionsOf = ({ options }: CommandPage) => options.filter(({ isHidden, long }) => !isHidden && long !== '--json');

function commandText(page: CommandPage, pack: readonly PageOption[]): readonly string[] {
  const { words, summary, details, isDefault, argument } = page;
  const all = optionsOf(page);
  const rows = argument ? [[argument.written, argument.description] as const] : [];
  // The section of `pack` explains options that mean the same.
  const isShared = (one: PageOption) =>
    pack.some((other) => other.flags === one.flags && !pack.includes(one) && other.description === one.description);
  const shared = all.filter(isShared).map(named);
  const isLikePack = shared.length >= SHARED_MIN;
  const options = isLikePack ? all.filter((one) => !isShared(one)) : all;
  const without = pack.filter(({ flags }) => !all.some((one) => one.flags === flags)).map(named);
  const flags = options.filter(({ long }) => long !== '--format').map(({ long }) => `\`${long}\``);
  return [
    `### knap ${words.join(' ')}`,
    `${summary}${isDefault ? `; also \`knap ${words[0]}\`` : ''}.${details === null ? '' : ` ${details}`}`,
    ['```', ...page.examples, '```'].join('\n'),
    ...(isLikePack
      ? [
          `Options of \`knap pack\`${without.length < shared.length ? ` but ${without.join(', ')}` : `: ${shared.join(', ')}`}.`,
        ]
      : []),
    ...(EXPLAINED.includes(words.join(' '))
      ? [tableOf(options, rows)]
      : flags.length > 0
        ? [`Options: ${flags.join(', ')}.`]
        : []),
  ];
}

const SHARED_MIN = 6;
const named = (option: PageOption): string => `\`${flagsOf(option)}\``;
const flagsOf = ({ flags }: PageOption): string => flags.replace(/[<>]/g, '');

function tableOf(options: readonly PageOption[], before: readonly (readonly [string, string])[] = []): string {
  const rows = [...before, ...options.map((option) => [flagsOf(option), option.description])];
  const lines = rows.map(([flags, means]) => `| \`${flags}\` | ${means!.replace(/[|<]/g, '\\$&')} |`);
  return ['| option | means |', '|---|---|', ...lines].join('\n');
}

/** Replaces the commands of the page by the current ones. */
export async function withCommands(page: string): Promise<string> {
  const section = await commandsSection();
  return page.replace(SECTION, () => section);
}

if (import.meta.main) writeFileSync(PAGE, await withCommands(readFileSync(PAGE, 'utf8')));
