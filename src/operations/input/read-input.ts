// Reads the input of any operation by its schema, with errors in the words of the caller: options for a command, fields
// for a program.
import * as z from 'zod';
import { didYouMean } from '../../config/did-you-mean.ts';
import { ContextError } from '../../model/errors.ts';
import { faceOf, type Operation } from '../operation.ts';
import { commaList, joinWithOr } from './fields.ts';

export type Field = ReturnType<typeof fieldsOf>[number];

export function fieldsOf(operation: Pick<Operation, 'input'>) {
  return Object.entries(operation.input.shape).map(([key, shape]) => {
    const schema = shape as z.ZodType;
    const face = faceOf(schema);
    const inner = innermost(schema);
    return {
      key,
      type: TYPES.find(({ kind }) => inner instanceof kind)?.type ?? 'text',
      description: schema.description ?? '',
      isRequired: !(schema instanceof z.ZodOptional || schema instanceof z.ZodDefault),
      /** The default of a yes-no field. */
      isOnByDefault: schema instanceof z.ZodDefault && schema.def.defaultValue === true,
      /** The default, if help should show it. */
      usual: face.usual ?? usualOf(schema),
      /** The values to offer; empty if there is no list of them. */
      choices: face.offered ?? choicesOf(inner),
      face,
    };
  });
}

const TYPES = [
  { kind: z.ZodNumber, type: 'number' },
  { kind: z.ZodBoolean, type: 'yes-no' },
  { kind: z.ZodArray, type: 'list' },
] as const;

export function flagOf({ key, face }: Pick<Field, 'key' | 'face'>): string {
  return face.flag ?? kebab(key);
}

export function aliasFlags({ face }: Pick<Field, 'face'>): readonly string[] {
  return (face.aliases ?? []).map(kebab);
}

// Replaces aliases, other spellings and wrong names by the names of fields; refuses an alias beside its field.
function byFieldNames(operation: Pick<Operation, 'input'>, given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const values = new Map(Object.entries(given));
  const fields = fieldsOf(operation);
  for (const field of fields) {
    const alias = aliasIn(given, field);
    if (alias === undefined) continue;
    if (values.has(field.key))
      throw new ContextError('BAD_INPUT', `${alias} is another name of ${field.key}; give one of them.`);
    values.set(field.key, values.get(alias));
    values.delete(alias);
  }
  for (const key of [...values.keys()]) {
    const target = fields.some((field) => field.key === key) ? undefined : fieldOfWrongName(key, fields);
    if (target === undefined || values.has(target)) continue;
    values.set(target, values.get(key));
    values.delete(key);
  }
  return Object.fromEntries(values);
}

// Wrong names that models use, by the field they mean. They count only if the operation has no field of that name.
const WRONG_NAMES: Readonly<Record<string, string>> = {
  task: 'query q question prompt text description goal',
  query: 'q task question text search searchquery prompt',
  pattern: 'query q text search string term',
  targets: 'target path paths file files filepath id ids name names symbol symbols query',
  symbol: 'symbols name names target function identifier query q',
  file: 'files filepath',
  under: 'path paths folder directory dir glob include file filepath',
  pin: 'pins',
  drop: 'drops excludes ignore',
  limit: 'maxresults topk k n count headlimit',
  budget: 'tokens tokenbudget tokenlimit maxoutputtokens',
  error: 'errorlog log trace stacktrace traceback',
  regex: 'isregex regexp',
  ignoreCase: 'caseinsensitive i',
  types: 'type kind kinds',
  only: 'type types kind kinds',
  expect: 'expected expects guess guesses hints',
  sections: 'outline',
};

function fieldOfWrongName(key: string, fields: readonly Field[]): string | undefined {
  const flat = (name: string) => name.replace(/[_-]/g, '').toLowerCase();
  const flatKey = flat(key);
  const alike = fields.find((field) =>
    [field.key, ...(field.face.aliases ?? [])].some((name) => flat(name) === flatKey),
  );
  return (alike ?? fields.find((field) => WRONG_NAMES[field.key]?.split(' ').includes(flatKey)))?.key;
}

/** Drops unknown fields, with a note for each. */
export function withoutUnknown(
  operation: Pick<Operation, 'input'>,
  given: Readonly<Record<string, unknown>>,
): { readonly known: Readonly<Record<string, unknown>>; readonly notes: readonly string[] } {
  const named = Object.entries(byFieldNames(operation, given) as Readonly<Record<string, unknown>>);
  const isKnown = ([key]: readonly [string, unknown]) => Object.hasOwn(operation.input.shape, key);
  return {
    known: Object.fromEntries(named.filter(isKnown)),
    notes: named
      .filter((entry) => !isKnown(entry))
      .map(([key]) => `${noField(key, operation)}. It was ignored.`.replace('?.', '?')),
  };
}

function noField(unknown: string, operation: Pick<Operation, 'input'>): string {
  const known = fieldsOf(operation).map(({ key }) => key);
  return `There is no field "${shorten(unknown)}"${didYouMean(unknown, known) || `; there are ${known.join(', ')}`}`;
}

function aliasIn(given: unknown, { face }: Field): string | undefined {
  return face.aliases?.find((alias) => Object.hasOwn(Object(given), alias));
}

/**
 * Checks input against the schema. The first fault becomes an error that names the option or argument. With `words:
 * 'fields'` it names the field, and values are converted to the right types before.
 */
export function readInput<Input extends z.ZodObject>(
  operation: Pick<Operation<Input>, 'input' | 'positional'>,
  given: unknown,
  words: 'options' | 'fields' = 'options',
): z.output<Input> {
  const named = byFieldNames(operation, given);
  const values = words === 'fields' ? withRightTypes(operation, named) : named;
  const parsed = operation.input.safeParse(values, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  if (issue.code === 'unrecognized_keys') {
    throw new ContextError('BAD_INPUT', noField(issue.keys[0] ?? '', operation));
  }
  const fault = fieldsOf(operation).find(({ key }) => key === issue.path[0]);
  const name = fault
    ? callersName(fault, given, words === 'fields' ? issue.path : null, operation.positional)
    : 'input';
  const value = fault && issue.input !== undefined ? ` (${shorten(JSON.stringify(issue.input))})` : '';
  throw new ContextError(fault?.face.error ?? 'BAD_INPUT', `${name}${value}: ${message(issue)}.`, {
    cause: parsed.error,
  });
}

// Converts what models send instead of the right type: `a,b` or `["a","b"]` as a text for a list, lines in a list for a
// text, `"5"` for a number, `"true"` for yes, and `Tests` for the choice `test`.
function withRightTypes(operation: Pick<Operation, 'input'>, given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const converted = new Map(Object.entries(given));
  for (const { key, type, face } of fieldsOf(operation)) {
    const value = converted.get(key);
    const isLines = type === 'text' && Array.isArray(value) && (face.fileFlag !== undefined || value.length === 1);
    if (isLines && value.every((line) => typeof line === 'string')) converted.set(key, value.join('\n'));
    if (typeof value !== 'string') continue;
    if (type === 'list') converted.set(key, parseList(value) ?? (face.hasCommas ? commaList(value) : [value]));
    if (type === 'number' && /^-?\d{1,15}(\.\d+)?$/.test(value)) converted.set(key, Number(value));
    if (type === 'yes-no' && (value === 'true' || value === 'false')) converted.set(key, value === 'true');
  }
  for (const { key, choices } of fieldsOf(operation)) {
    const value = converted.get(key);
    const matchChoice = (one: unknown) =>
      typeof one === 'string' ? (choices.find((choice) => isSame(choice, one)) ?? one) : one;
    if (choices.length > 0 && value !== undefined)
      converted.set(key, Array.isArray(value) ? value.map(matchChoice) : matchChoice(value));
  }
  return Object.fromEntries(converted);
}

// Reads a list that a model wrote as text: `["a.ts", "b.ts"]`.
function parseList(value: string): readonly string[] | null {
  if (!/^\s*\[\s*"/.test(value)) return null;
  try {
    return z.array(z.string()).parse(JSON.parse(value));
  } catch {
    return null;
  }
}

// Takes `test` for `tests` and `Tests` for `test`.
function isSame(choice: string, value: string): boolean {
  const singular = (word: string) => word.toLowerCase().replace(/s$/, '');
  return choice === value || singular(choice) === singular(value);
}

// The name that the caller knows: the field with the path to the fault, or, if `path` is null, the option or argument.
function callersName(field: Field, given: unknown, path: readonly PropertyKey[] | null, positional?: string): string {
  const alias = aliasIn(given, field);
  if (path !== null) return [alias ?? field.key, ...path.slice(1)].join('.');
  if (field.key === positional) return field.face.placeholder ?? field.key;
  return `--${alias === undefined ? flagOf(field) : kebab(alias)}`;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

const VALUE_CHARACTERS_MAX = 200;

function shorten(text: string): string {
  return text.length > VALUE_CHARACTERS_MAX ? `${text.slice(0, VALUE_CHARACTERS_MAX)}…` : text;
}

function message(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is missing';
  // Keeps the message of a field that defines one.
  if (issue.code === 'invalid_value' && issue.message.startsWith('Invalid'))
    return `must be ${joinWithOr(issue.values.map(String))}`;
  if (issue.code === 'too_small')
    return issue.origin === 'string' ? 'must not be empty' : `must be at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`;
  return `must be ${issue.message.replace(/^Invalid input: expected int\b.*/, 'a whole number').replace(/^Invalid input: expected /, 'a ')}`;
}

function usualOf(schema: z.ZodType): string | number | undefined {
  const value = schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

function choicesOf(schema: z.ZodType): readonly string[] {
  if (schema instanceof z.ZodArray) return choicesOf(innermost(schema.element as z.ZodType));
  return schema instanceof z.ZodEnum ? schema.options.map(String) : [];
}

function innermost(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? innermost(schema.unwrap() as z.ZodType)
    : schema;
}
