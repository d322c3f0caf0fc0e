// Makes command-line options from the fields of an operation, and reads their values back.
import { type Command, Option } from 'commander';
import { ContextError } from '../../model/errors.ts';
import { commaList } from '../../operations/input/fields.ts';
import { aliasFlags, type Field, fieldsOf, flagOf } from '../../operations/input/read-input.ts';
import type { Operation } from '../../operations/operation.ts';
import type { HelpSource } from './local-call.ts';

/** What the user typed: options by their camel-case names, and the words that belong to no option. */
export interface GivenOptions {
  readonly options: Readonly<Record<string, unknown>>;
  readonly words: readonly string[];
}

type TextReader = (path: string) => Promise<string>;

export function addFields(command: Command, operation: HelpSource): void {
  for (const field of fieldsOf(operation)) {
    if (field.key === operation.positional) command.argument(argumentOf(field), field.description);
    for (const option of optionsOf(field, operation.positional)) command.addOption(option);
  }
  command.allowExcessArguments(false);
  if (operation.details !== undefined) command.description(`${command.description()}\n\n${operation.details}`);
  command.addHelpText('after', `\nExamples:\n${operation.examples.map((example) => `  ${example}`).join('\n')}`);
}

/** Returns the typed values by field or typed alias; `readText` reads files that options name, and standard input. */
export async function valuesOf(
  operation: Pick<Operation, 'input' | 'positional'>,
  { options, words }: GivenOptions,
  readText: TextReader,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const field of fieldsOf(operation)) {
    const own = field.key === operation.positional ? words : [];
    const value = await typedValue(field, { options, words: own }, readText);
    if (value !== undefined) values[nameTyped(field, options)] = value;
  }
  return values;
}

// Keeps an alias as it was typed, so that an error can name it.
function nameTyped(field: Field, options: GivenOptions['options']): string {
  const alias = field.face.aliases?.find((name) => options[name] !== undefined);
  return alias !== undefined && options[camel(flagOf(field))] === undefined ? alias : field.key;
}

async function typedValue(field: Field, { options, words }: GivenOptions, readText: TextReader): Promise<unknown> {
  const { face, type, key } = field;
  if (face.fileFlag !== undefined) {
    const path = options[camel(face.fileFlag)];
    const typed = words.length > 0 ? words.join(' ') : undefined;
    if (path === undefined) return typed === '-' ? readText('-') : typed;
    const text = await readText(String(path));
    return typed === undefined ? text : `${typed}\n\n${text}`;
  }
  if (words.length > 0) return type === 'list' ? readList(words, field, readText) : words.join(' ');
  const names = [flagOf(field), ...aliasFlags(field)].map(camel);
  const typed = names.map((name) => options[name]).find((value) => value !== undefined);
  if (key === 'format' && options.json === true) {
    if (typed !== undefined && typed !== 'json')
      throw new ContextError('BAD_INPUT', `--json and --format ${String(typed)} exclude each other.`);
    return 'json';
  }
  if (typed === undefined) return undefined;
  // `--context N` and `--no-context` are two fields with one option name: a boolean belongs to the yes-no field.
  if (type === 'yes-no' || typeof typed === 'boolean')
    return type === 'yes-no' && typeof typed === 'boolean' ? typed : undefined;
  if (type === 'number') return numberOf(String(typed), face.placeholder === 'TOKENS');
  return type === 'list' && Array.isArray(typed) ? readList(typed.map(String), field, readText) : typed;
}

// For a field of paths, `-` reads paths from standard input, one per line, as `git diff --name-only` prints them.
async function readList(words: readonly string[], { face }: Field, readText: TextReader): Promise<readonly string[]> {
  if (!face.isPath || !words.includes('-')) return [...words];
  const lines = (await readText('-')).split('\n').flatMap((line) => line.trim() || []);
  return words.flatMap((word) => (word === '-' ? lines : [word]));
}

// Reads `12`, `1_000` and `.5`, and for tokens `8k`. Other texts stay texts, so that the schema reports them.
function numberOf(text: string, isTokens: boolean): number | string {
  const thousands = isTokens ? /^(\d+(?:\.\d{1,3})?)k$/i.exec(text) : null;
  if (thousands) return Math.round(Number(thousands[1]) * 1000);
  return /^[+-]?(?:\d+(?:_\d{3})*(?:\.\d+)?|\.\d+)$/.test(text) ? Number(text.replaceAll('_', '')) : text;
}

/** The argument in help. Commander never requires it, because the operation itself reports a missing value. */
export function argumentOf({ key, type, face }: Field): string {
  const isMany = type === 'list' || face.fileFlag !== undefined;
  return `[${face.placeholder ?? key.toUpperCase()}${isMany ? '...' : ''}]`;
}

/** The options that set a field; help hides its aliases. */
export function optionsOf(field: Field, positional: string | undefined): readonly Option[] {
  const { face, type } = field;
  const isArgument = field.key === positional;
  const description = isArgument ? 'The same, from a file' : field.description;
  if (face.fileFlag !== undefined)
    return [new Option(`--${face.fileFlag} <FILE>`, `${description} ("-": standard input)`)];
  if (isArgument) return [];
  const flag = flagOf(field);
  const letter = face.short === undefined ? '' : `-${face.short}, `;
  if (type === 'yes-no')
    return [
      field.isOnByDefault
        ? new Option(`--no-${flag}`, `Do not ${description[0]!.toLowerCase()}${description.slice(1)}`).default(
            undefined,
          )
        : new Option(`${letter}--${flag}`, description),
    ];
  const placeholder = face.placeholder ?? 'VALUE';
  const usual = field.usual === undefined ? '' : ` (default: ${field.usual})`;
  const options = [flag, ...aliasFlags(field)].map((name, index) => {
    const option = new Option(`${index === 0 ? letter : ''}--${name} <${placeholder}>`, `${description}${usual}`);
    if (index > 0) option.hideHelp();
    return type === 'list'
      ? option.argParser((text, before) => collect(text, before, face.hasCommas === true))
      : option;
  });
  return field.key === 'format' ? [...options, new Option('--json', 'The same as --format json')] : options;
}

function collect(text: string, before: unknown, hasCommas: boolean): readonly string[] {
  const more = hasCommas ? commaList(text) : [text];
  return [...(Array.isArray(before) ? before.map(String) : []), ...more];
}

const camel = (flag: string): string => flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
