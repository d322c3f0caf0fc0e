import { fieldsOf } from '../../operations/input/read-input.ts';
import { GLOBAL_OPTIONS, HELP_OPTION } from '../cli/global-options.ts';
import type { ListedTyped } from '../cli/local-call.ts';
import { argumentOf, optionsOf } from '../cli/options.ts';

/** What there is to say about a command, made from its definition. */
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
  /** `--budget`. */
  readonly long: string;
  /** `-b`; null where no letter does the same. */
  readonly short: string | null;
  /** `TOKENS`; null where it takes no value. */
  readonly value: string | null;
  readonly description: string;
  readonly choices: readonly string[];
  readonly isFile: boolean;
  /** Only another name of one that is shown. */
  readonly isHidden: boolean;
}

export async function pageOf({ name, summary, isDefault, load }: ListedTyped): Promise<CommandPage> {
  const operation = await load();
  const fields = fieldsOf(operation);
  const argument = fields.find(({ key }) => key === operation.positional);
  return {
    words: name,
    summary,
    details: operation.details ?? null,
    isDefault: isDefault === true,
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

/** Options every command takes. */
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
