import * as z from 'zod';
import { readEnvironment } from '../../src/config/environment.ts';
import { configSchema } from '../../src/config/schema.ts';
import { ContextError, ERRORS, type ErrorCode } from '../../src/model/errors.ts';
import { fieldsOf } from '../../src/operations/input/read-input.ts';
import { COMMANDS } from '../../src/surfaces/cli/commands.ts';
import { GLOBAL_OPTIONS, HELP_OPTION, VERSION_OPTION } from '../../src/surfaces/cli/global-options.ts';
import type { ListedHelp } from '../../src/surfaces/cli/local-call.ts';
import { argumentOf, optionsOf } from '../../src/surfaces/cli/options.ts';
import { describeFault, REFUSALS } from '../../src/surfaces/http/http-errors.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Every command with its argument and its options, and what each of them takes. */
export async function publicCommands(): Promise<string> {
  const globals = [...GLOBAL_OPTIONS, HELP_OPTION, VERSION_OPTION].map(([flags]) => `  ${flags}`);
  const commands = await Promise.all(COMMANDS.map(commandLines));
  return `${[['knap', ...globals], ...commands].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

async function commandLines({ name, load, isDefault }: ListedHelp): Promise<readonly string[]> {
  const operation = await load();
  const { properties = {} } = z.toJSONSchema(operation.input, { io: 'input' });
  const head = `knap ${name.join(' ')}${isDefault ? ` (also knap ${name[0]})` : ''}`;
  const lines = fieldsOf(operation).flatMap((field) => {
    const takes = takenBy(properties[field.key] as Schema) + (field.isRequired ? ', required' : '');
    const written = field.key === operation.positional ? [argumentOf(field)] : [];
    return [...written, ...optionsOf(field, operation.positional).map(({ flags }) => flags)].map(
      (flags) => `  ${flags}: ${takes}`,
    );
  });
  return [head, ...lines];
}

/** Every key of a configuration file, with its variable where it has one, what it takes and what holds without it. */
export function publicSettings(): string {
  const { properties = {} } = z.toJSONSchema(configSchema, { io: 'input' });
  return `${Object.entries(properties)
    .map(([key, schema]) => settingLines(key, schema as Schema).join('\n'))
    .join('\n')}\n`;
}

function settingLines(key: string, schema: Schema): readonly string[] {
  const inner = [schema, schema.items, schema.additionalProperties].find(
    (one): one is Schema => typeof one === 'object' && one !== null && 'properties' in one,
  );
  const required = new Set((inner?.required ?? []) as readonly string[]);
  const fields = Object.entries((inner?.properties ?? {}) as Readonly<Record<string, Schema>>);
  return [
    `${key}${variableOf(key)}: ${takenBy(schema)}`,
    ...fields.flatMap(([name, field]) =>
      settingLines(`${key}.${name}`, field).map((line) => line + (required.has(name) ? ', required' : '')),
    ),
  ];
}

// A variable that is no setting is noted; one that is, is read or refused.
function variableOf(key: string): string {
  const name = `KNAP_${key.replace(/[A-Z]/g, '_$&').replaceAll('.', '_').toUpperCase()}`;
  try {
    return readEnvironment({ [name]: '1' }).notes.length === 0 ? ` (${name})` : '';
  } catch {
    return ` (${name})`;
  }
}

/** Every error with the status a command ends with and the one HTTP answers with. */
export async function publicErrors(): Promise<string> {
  const errors = await Promise.all(
    Object.entries(ERRORS).map(async ([code, { exit }]) => {
      const { status } = await describeFault(new ContextError(code as ErrorCode, code));
      return `${code}: exit ${exit}, HTTP ${status}`;
    }),
  );
  const refusals = Object.entries(REFUSALS).map(([code, { status }]) => `${code}: HTTP ${status}`);
  return `${[...errors, ...refusals].join('\n')}\n`;
}

/** What a value must be, in the words of its schema: `integer 1 to 1000, default 25`. */
function takenBy(schema: Schema): string {
  const { type, items, additionalProperties: each, minimum, maximum, default: preset } = schema;
  const kind =
    type === 'array'
      ? `list of (${takenBy(items as Schema)})`
      : typeof each === 'object' && each !== null
        ? `map of (${takenBy(each as Schema)})`
        : String(type ?? JSON.stringify(schema.anyOf ?? schema.oneOf));
  const rest = [
    ...(schema.enum === undefined ? [] : [`one of ${(schema.enum as readonly unknown[]).join(' | ')}`]),
    ...(minimum === undefined && maximum === undefined ? [] : [`${minimum ?? '…'} to ${maximum ?? '…'}`]),
    ...['pattern', 'format', 'minLength', 'maxLength', 'minItems', 'maxItems', 'exclusiveMinimum', 'exclusiveMaximum']
      .filter((rule) => schema[rule] !== undefined)
      .map((rule) => `${rule} ${String(schema[rule])}`),
    ...(preset === undefined ? [] : [`default ${JSON.stringify(preset)}`]),
  ];
  return [kind, ...rest].join(', ');
}
