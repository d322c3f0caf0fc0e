// Describes a command from its definition. Manual pages, completions and the guide print this description.
import { GROUPS } from '../../operations/index.ts';
import { fieldsOf } from '../../operations/input/read-input.ts';
import { GLOBAL_OPTIONS, HELP_OPTION } from '../cli/global-options.ts';
import type { ListedHelp } from '../cli/local-call.ts';
import { argumentOf, optionsOf } from '../cli/options.ts';
import { guideTopics } from './guide.ts';

/** The documentation of a command, made from its definition. */
export interface CommandPage {
  readonly words: readonly string[];
  readonly summary: string;
  readonly details: string | null;
  readonly isDefault: boolean;
  readonly argument: {
    readonly written: string;
    readonly description: string;
    readonly choices: readonly string[];
  } | null;
  readonly options: readonly PageOption[];
  readonly examples: readonly string[];
}

export interface PageOption {
  /** `-h, --help` or `--budget <TOKENS>`. */
  readonly flags: string;
  readonly long: string;
  /** `-b`; null without a short form. */
  readonly short: string | null;
  /** `TOKENS`; null if the option takes no value. */
  readonly value: string | null;
  readonly description: string;
  readonly choices: readonly string[];
  readonly isFile: boolean;
  /** Only another name of a shown option. */
  readonly isHidden: boolean;
}

export async function pageOf({ name, summary, isDefault, load }: ListedHelp): Promise<CommandPage> {
  const operation = await load();
  const fields = fieldsOf(operation);
  const argument = fields.find(({ key }) => key === operation.positional);
  return {
    words: name,
    summary,
    details: operation.details ?? null,
    isDefault,
    argument: argument
      ? { written: argumentOf(argument), description: argument.description, choices: argument.choices }
      : null,
    options: fields.flatMap((field) =>
      optionsOf(field, operation.positional).map(({ flags, description, hidden }) =>
        optionOf(flags, description, {
          choices: field.face.fileFlag === undefined ? field.choices : [],
          isFile: field.face.fileFlag !== undefined || field.face.isPath === true || field.face.isLocal === true,
          isHidden: hidden,
        }),
      ),
    ),
    examples: operation.examples,
  };
}

export const GLOBALS: readonly PageOption[] = [...GLOBAL_OPTIONS, HELP_OPTION].map(([flags, description]) =>
  optionOf(flags, description, { choices: [], isFile: flags.includes('<'), isHidden: false }),
);

function optionOf(
  flags: string,
  description: string,
  more: Pick<PageOption, 'choices' | 'isFile' | 'isHidden'>,
): PageOption {
  const value = /<(.*)>/.exec(flags)?.[1] ?? null;
  return {
    flags,
    long: /--[\w-]+/.exec(flags)![0],
    short: /^-\w/.exec(flags)?.[0] ?? null,
    value,
    description,
    ...more,
    isFile: more.isFile && value !== null,
  };
}

/** What a user can type after some words of a command. */
export interface CommandPlace {
  readonly words: readonly string[];
  /** The words that may follow, with their summaries. */
  readonly next: readonly { readonly word: string; readonly summary: string }[];
  /** The command that these words run; null if they are incomplete. */
  readonly page: CommandPage | null;
}

/** All places of a command line: its start, each group, each command, and `help` with its topics. */
export function placesOf(pages: readonly CommandPage[]): readonly CommandPlace[] {
  const firsts = [...new Set(pages.map(({ words }) => words[0]!))];
  const commands = firsts.map((word) => ({ word, summary: summaryOf(pages, word) ?? GROUPS[word] ?? '' }));
  const start: CommandPlace = {
    words: [],
    next: [...commands, { word: 'help', summary: 'Print help for a command, or a page of the guide' }],
    page: null,
  };
  const topics = guideTopics().map((word) => ({ word, summary: 'A page of the guide' }));
  const help: CommandPlace = { words: ['help'], next: [...commands, ...topics], page: null };
  const inside = firsts.flatMap((first) => {
    const groupPages = pages.filter(({ words }) => words[0] === first);
    const single = groupPages.find(({ words }) => words.length === 1);
    const grouped = groupPages.filter(({ words }) => words.length > 1);
    const head: CommandPlace = {
      words: [first],
      next: grouped.map(({ words, summary }) => ({ word: words[1]!, summary })),
      page: single ?? groupPages.find(({ isDefault }) => isDefault) ?? null,
    };
    return [head, ...grouped.map((page) => ({ words: page.words, next: [], page }))];
  });
  return [start, ...inside, help];
}

const summaryOf = (pages: readonly CommandPage[], word: string): string | undefined =>
  pages.find(({ words }) => words.length === 1 && words[0] === word)?.summary;

/** Quotes a text as one word of a POSIX shell. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
