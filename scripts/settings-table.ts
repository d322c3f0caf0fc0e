import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { USER_ONLY_KEYS } from '../src/config/check-layer.ts';
import { CONFIG_KEYS } from '../src/config/schema.ts';
import { schemaPages } from './make-schemas.ts';

// Writes the settings of the guide from the schema that checks them: npm run golden

const PAGE = join(import.meta.dirname, '../docs/guide/configuration.md');
const SECTION = /(?<=^## Every setting\n\n)[\s\S]*?(?=\n\n## )/m;

interface Described {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Described;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly additionalProperties?: Described | boolean;
}

/** Writes every setting with its default, values and meaning, and marks those of the user configuration. */
export function settingsSection(): string {
  const { properties = {} }: Described = JSON.parse(schemaPages()['config.schema.json']!);
  const rows = CONFIG_KEYS.flatMap((key) => rowsOf(key, properties[key]!));
  const table = ['| key | values, the default first | means |', '|---|---|---|', ...rows];
  const yours = USER_ONLY_KEYS.toSorted().map((key) => `\`${key}\``);
  return [
    table.join('\n'),
    `Only your own file, your environment and flags can say ${yours.slice(0, -1).join(', ')} and ${yours.at(-1)}; in a repository's file they are errors.`,
  ].join('\n\n');
}

/** Replaces the settings of the page by the current ones. */
export const withSettings = (page: string): string => page.replace(SECTION, () => settingsSection());

function rowsOf(key: string, field: Described): readonly string[] {
  const values = [...new Set([written(field.default), valuesOf(field)])].filter((text) => text !== '').join('; ');
  const cells = [`\`${key}\``, values, field.description?.replace(/\.$/, '') ?? ''];
  const [prefix, inner] = partsOf(key, field);
  return [
    `| ${cells.join(' | ')} |`,
    ...Object.entries(inner).flatMap(([name, part]) => rowsOf(`${prefix}.${name}`, part)),
  ];
}

function partsOf(key: string, field: Described): readonly [string, Readonly<Record<string, Described>>] {
  if (field.properties) return [key, field.properties];
  const each = typeof field.additionalProperties === 'object' ? field.additionalProperties : undefined;
  if (each?.properties) return [`${key}.NAME`, each.properties];
  return [`${key}[]`, field.items?.properties ?? {}];
}

function written(value: unknown): string {
  if (value === undefined || value === '') return '';
  if (Array.isArray(value)) return value.map((item) => `\`${item}\``).join(', ');
  return typeof value === 'object' ? '' : `\`${value}\``;
}

const WORDS: Readonly<Record<string, string>> = { string: 'text', object: 'names' };

function valuesOf({ type = '', default: chosen, enum: names, minimum, maximum, items, properties }: Described): string {
  if (names)
    return names
      .filter((name) => name !== chosen)
      .map((name) => `\`${name}\``)
      .join(', ');
  if (type === 'boolean') return `\`${!chosen}\``;
  if (minimum !== undefined && maximum !== undefined)
    return `${minimum.toLocaleString('en-US')} to ${maximum.toLocaleString('en-US')}`;
  if (type === 'array') return items?.enum ? `of ${valuesOf(items)}` : 'a list';
  return properties ? 'keys' : (WORDS[type] ?? type);
}

if (import.meta.main) writeFileSync(PAGE, withSettings(readFileSync(PAGE, 'utf8')));
