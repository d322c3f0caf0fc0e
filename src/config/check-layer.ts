// A configuration file may come from a stranger. This file checks what users' and repositories' files set, and refuses
// keys that a repository must not set.
import * as z from 'zod';
import { LENSES } from '../lenses/index.ts';
import { ContextError } from '../model/errors.ts';
import type { ConfigFile } from './config-file.ts';
import { didYouMean } from './did-you-mean.ts';
import { ABSOLUTE, CONFIG_KEYS, type ConfigLayer, configSchema } from './schema.ts';

// The keys of a layer have no defaults, because only the merged configuration gets them.
const layerSchema = z.strictObject(
  Object.fromEntries(
    Object.entries(configSchema.shape).map(([key, field]) => [
      key,
      (field instanceof z.ZodDefault ? field.unwrap() : field).optional(),
    ]),
  ),
);

export function checkUserLayer(file: ConfigFile): ConfigLayer {
  const layer = checkLayer(file);
  const relative = Object.entries(layer.graphs ?? {}).find(([, { path }]) => !ABSOLUTE.test(path));
  if (!relative) return layer;
  return refuse(file, 'graphs', `graphs.${relative[0]}.path: an absolute path, or one that starts with ~/`);
}

function checkLayer(file: ConfigFile): ConfigLayer {
  for (const key of Object.keys(file.values)) {
    if (CONFIG_KEYS.some((one) => one === key)) continue;
    refuse(file, key, `unknown key "${key}"${didYouMean(key, CONFIG_KEYS)}`);
  }
  const parsed = layerSchema.safeParse(file.values);
  if (parsed.success) return refuseBuiltInLenses(file, parsed.data as ConfigLayer);
  const issue = parsed.error.issues[0]!;
  return refuse(file, String(issue.path[0]), `${issue.path.join('.')}: ${issue.message}`, parsed.error);
}

// Refuses a lens with the name of a built-in one, because that name means the same lens in every workspace.
function refuseBuiltInLenses(file: ConfigFile, layer: ConfigLayer): ConfigLayer {
  const taken = LENSES.find(({ name }) => Object.hasOwn(layer.lenses ?? {}, name));
  if (!taken) return layer;
  return refuse(file, 'lenses', `"${taken.name}" is a lens of knap; give yours another name.`);
}

// Names that a repository must not set for the person who opened it, then keys of knap that it must not, with reasons.
const REFUSED_NAMES =
  /^(root|out|store|database|folder|dir|directory|path|url|uri|endpoint|host|proxy|token|apiKey|key|secret|password)$/i;
const REFUSED_KEYS: Readonly<Partial<Record<(typeof CONFIG_KEYS)[number], string>>> = {
  conversations: 'it may not name a folder outside, and what you said elsewhere is yours',
  embedder: 'it may not say where texts of yours are sent',
  tanaLive: 'what runs on your machine is yours',
  tanaUrl: 'it may not name a host',
  tanaToken: 'a token is yours',
  tanaTimeoutMs: 'what runs on your machine is yours',
  includeIgnored: 'what git ignores is yours',
  gitFolders: 'it may not name a folder outside',
  packsKept: 'it would delete packs of yours',
  root: 'it may not name a folder',
  store: 'it may not say where your index is kept',
  readUrl: 'it may not say where your index is kept',
  workspace: 'it may not say what you share it with',
  groups: 'it may not name a folder',
};

// A path that is absolute or leaves the repository, or a glob that takes back an exclusion (`!`).
const OUTSIDE = /^(!|\/|~|[a-z]:)|(^|\/)\.\.(\/|$)/i;

/** Keys that a repository's file must not set. */
export const USER_ONLY_KEYS: readonly string[] = Object.keys(REFUSED_KEYS);

export function checkRepositoryLayer(file: ConfigFile): ConfigLayer {
  for (const key of Object.keys(file.values)) {
    const why = Object.entries(REFUSED_KEYS).find(([refused]) => refused === key)?.[1];
    if (why || REFUSED_NAMES.test(key)) {
      const reason = why ?? 'it may not name a URL, a store, a token or a folder';
      refuse(file, key, `"${key}" cannot be set by a repository: ${reason}. Set it in your own configuration.`);
    }
  }
  const layer = checkLayer(file);
  const outside = (layer.exclude ?? []).find((glob) => OUTSIDE.test(glob));
  if (outside !== undefined)
    refuse(file, 'exclude', `"${outside}" is refused: a repository can only leave out files below its root.`);
  const elsewhere = Object.entries(layer.graphs ?? {}).find(([, { path }]) => OUTSIDE.test(path.replaceAll('\\', '/')));
  if (elsewhere)
    refuse(file, 'graphs', `"${elsewhere[1].path}" is refused: a repository can only name graphs below its root.`);
  // A repository can turn the reading of history off, not on.
  const { history, ...rest } = layer;
  return history === true ? rest : layer;
}

function refuse(file: ConfigFile, key: string, why: string, cause?: Error): never {
  const line = file.lineOf(key);
  const place = line === null ? file.path : `${file.path}:${line}`;
  throw new ContextError('BAD_CONFIG', `${place}: ${why}`, { cause });
}
