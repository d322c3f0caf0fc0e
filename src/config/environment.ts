// Variables such as KNAP_BUDGET are one layer of the configuration. This file reads them and notes unknown names.
import { delimiter } from 'node:path';
import { ContextError } from '../model/errors.ts';
import { didYouMean } from './did-you-mean.ts';
import { type ConfigKey, type ConfigLayer, configSchema } from './schema.ts';

const PREFIX = 'KNAP_';
// These variables set no key; other files read them.
const OTHERS = ['KNAP_DEBUG', 'KNAP_CONFIG', 'KNAP_SOCKET'];

const readFlag = (text: string): boolean | string =>
  ({ true: true, '1': true, on: true, false: false, '0': false, off: false })[text] ?? text;
const readList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
const readNumber = (text: string): number | string =>
  text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
const readFolders = (text: string): readonly { folder: string }[] =>
  text
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => ({ folder }));
// The variable may only name this machine, because a file of a folder (`.envrc`) may set variables of a shell.
const readLoopback = (text: string): string => {
  if (URL.canParse(text) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(text).hostname)) return text;
  throw new ContextError(
    'BAD_CONFIG',
    `${variableOf('tanaUrl')}=${text}: only an address of this machine; another can be named in your own configuration file.`,
  );
};

// The keys that have a variable of their own, by the function that makes its text a value.
const READERS: readonly (readonly [read: (text: string) => unknown, keys: readonly ConfigKey[]])[] = [
  [readNumber, ['budget', 'safetyMargin', 'maxFiles', 'maxLines', 'packsKept', 'tanaTimeoutMs']],
  [readNumber, ['showContext', 'showReferences']],
  [readList, ['exclude', 'includeIgnored', 'disabledDomains', 'rootPatterns']],
  [readFlag, ['history', 'tanaLive']],
  [readFolders, ['conversations']],
  [readLoopback, ['tanaUrl']],
  [String, ['aim', 'format', 'tokenizer', 'tanaToken', 'root', 'store', 'readUrl', 'workspace']],
];

const SECRETS: readonly ConfigKey[] = ['tanaToken', 'store', 'readUrl'];

// Some fields of the key `embedder` have a variable of their own.
const EMBEDDER_VARIABLES = {
  KNAP_EMBEDDER: 'use',
  KNAP_EMBEDDER_URL: 'url',
  KNAP_EMBEDDER_MODEL: 'model',
  KNAP_EMBEDDER_KEY: 'key',
} as const;

export function readEnvironment(env: Readonly<Record<string, string | undefined>>): {
  layer: ConfigLayer;
  notes: readonly string[];
} {
  const layer: Record<string, unknown> = {};
  for (const [key, read] of READERS.flatMap(([reader, keys]) => keys.map((key) => [key, reader] as const))) {
    const name = variableOf(key);
    const text = env[name];
    if (text === undefined || text === '') continue;
    const { data, error } = configSchema.shape[key].safeParse(read(text));
    if (error) {
      const shown = SECRETS.includes(key) ? '…' : text;
      throw new ContextError('BAD_CONFIG', `${name}=${shown}: ${error.issues[0]!.message}`, { cause: error });
    }
    layer[key] = data;
  }
  const embedder = embedderOf(env);
  if (embedder) layer.embedder = embedder;
  return { layer: layer as ConfigLayer, notes: unknownNames(env) };
}

function embedderOf(env: Readonly<Record<string, string | undefined>>): ConfigLayer['embedder'] {
  const variables = Object.entries(EMBEDDER_VARIABLES).filter(([name]) => env[name]);
  if (variables.length === 0) return undefined;
  const given = Object.fromEntries(variables.map(([name, field]) => [field, env[name]]));
  const { data, error } = configSchema.shape.embedder.safeParse(given);
  if (!error) return data;
  const { path, message } = error.issues[0]!;
  const name = variables.find(([, field]) => field === path[0])?.[0];
  throw new ContextError('BAD_CONFIG', `${name}: ${message}`, { cause: error });
}

function unknownNames(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const keys = READERS.flatMap(([, ofReader]) => ofReader);
  const names = [...keys.map(variableOf), ...Object.keys(EMBEDDER_VARIABLES), ...OTHERS];
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !names.includes(name))
    .sort()
    .map((name) => `${name} is not a setting of knap${didYouMean(name, names)}`);
}

/** The names of the variables that are set for a key, joined by commas. */
export function variablesOf(key: ConfigKey, env: Readonly<Record<string, string | undefined>>): string {
  const names = key === 'embedder' ? Object.keys(EMBEDDER_VARIABLES) : [variableOf(key)];
  return names.filter((name) => env[name]).join(', ');
}

function variableOf(key: string): string {
  return PREFIX + key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}
