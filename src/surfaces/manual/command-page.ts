// Describes commands from their definitions, for manual pages, completions and the guide.
import { GROUPS } from '../../operations/index.ts';
import { fieldsOf } from '../../operations/input/read-input.ts';
import { GLOBAL_OPTIONS, HELP_OPTION } from '../cli/global-options.ts';
import type { ListedHelp } from '../cli/local-call.ts';
import { argumentOf, optionsOf } from '../cli/options.ts';
import { guideTopics } from './guide.ts';

export type CommandPage = Awaited<ReturnType<typeof pageOf>>;

export async function pageOf({ name, summary, isDefault, load }: ListedHelp) {
  const operation = await load();
  const fields = fieldsOf(operation);
  const argument = fields.find(({ key }) => key === operation.positional);
  return {
    words: name as readonly string[],
    summary,
    details: operation.details ?? null,
    isDefault,
    argument: argument
      ? { written: argumentOf(argument), description: argument.description, choices: argument.choices }
      : null,
    options: fields.flatMap((field) =>
      optionsOf(field, operation.positional).map(({ flags, description, hidden }) => {
        const { face, choices } = field;
        const isFile = face.fileFlag !== undefined || face.isPath === true || face.isLocal === true;
        const own = face.fileFlag === undefined ? choices : [];
        return optionOf(flags, description, { choices: own, isFile, isHidden: hidden });
      }),
    ),
    examples: operation.examples,
  };
}

export const GLOBALS: readonly PageOption[] = [...GLOBAL_OPTIONS, HELP_OPTION].map(([flags, description]) =>
  optionOf(flags, description, { choices: [], isFile: /<(?:DIR|FILE|GLOB|ADDRESS)>/.test(flags), isHidden: false }),
);

export type PageOption = ReturnType<typeof optionOf>;

interface OptionTraits {
  readonly choices: readonly string[];
  readonly isFile: boolean;
  /** Only another name of a shown option. */
  readonly isHidden: boolean;
}

function optionOf(flags: string, description: string, { choices, isFile, isHidden }: OptionTraits) {
  const long = /--[\w-]+/.exec(flags)![0];
  const short = /^-\w/.exec(flags)?.[0] ?? null;
  /** The placeholder of its value, as `TOKENS`; null if the option takes none. */
  const value = /<(.*)>/.exec(flags)?.[1] ?? null;
  const names = short === null ? [long] : [short, long];
  return { flags, names, long, short, value, description, choices, isFile: isFile && value !== null, isHidden };
}

/** What a user can type after some words of a command. */
export interface CommandPlace {
  readonly words: readonly string[];
  /** The words that may follow, with their summaries. */
  readonly next: readonly { readonly word: string; readonly summary: string }[];
  /** The command that these words run; null if they run none. */
  readonly page: CommandPage | null;
  readonly options: readonly PageOption[];
  /** The words, the values of the argument, and the long options that may follow. */
  readonly offered: readonly string[];
}

/** The places of the command line: its start, the groups, the commands, and `help`. */
export function commandPlaces(pages: readonly CommandPage[]): readonly CommandPlace[] {
  const groups = [...Map.groupBy(pages, ({ words }) => words[0]!)];
  const commands = groups.map(([word, own]) => ({
    word,
    summary: own.find(({ words }) => words.length === 1)?.summary ?? GROUPS[word] ?? '',
  }));
  const topics = guideTopics().map((word) => ({ word, summary: 'A page of the guide' }));
  const help = { word: 'help', summary: 'Print help for a command, or a page of the guide' };
  const inside = groups.flatMap(([first, own]) => {
    const grouped = own.filter(({ words }) => words.length > 1);
    const next = grouped.map(({ words, summary }) => ({ word: words[1]!, summary }));
    const page = own.find(({ words, isDefault }) => words.length === 1 || isDefault) ?? null;
    return [placeOf([first], next, page), ...grouped.map((one) => placeOf(one.words, [], one))];
  });
  return [placeOf([], [...commands, help], null), ...inside, placeOf(['help'], [...commands, ...topics], null)];
}

function placeOf(words: readonly string[], next: CommandPlace['next'], page: CommandPage | null): CommandPlace {
  const options = page?.options ?? [];
  const shown = [...options, ...GLOBALS].filter(({ isHidden }) => !isHidden).map(({ long }) => long);
  const offered = new Set([...next.map(({ word }) => word), ...(page?.argument?.choices ?? []), ...shown]);
  return { words, next, page, options, offered: [...offered] };
}

/** Quotes a text as one word of a POSIX shell. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
