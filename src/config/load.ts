// The configuration has layers: defaults < the user's file < the repository's file < environment < flags. This file
// finds, checks and merges them.
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ContextError } from '../model/errors.ts';
import { checkRepositoryLayer, checkUserLayer } from './check-layer.ts';
import { type ConfigFile, type Owner, readConfigFile } from './config-file.ts';
import { readEnvironment, variablesOf } from './environment.ts';
import { CONFIG_KEYS, type Config, type ConfigKey, type ConfigLayer, configSchema } from './schema.ts';
import { REPOSITORY_FILES } from './workspace-folders.ts';

export interface LoadOptions {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The file to read instead of the user's own. */
  readonly userFile?: string | undefined;
  readonly flags?: ConfigLayer | undefined;
}

export interface LoadedConfig {
  readonly config: Config;
  /** The files that were read, the weakest first. */
  readonly files: readonly string[];
  readonly notes: readonly string[];
  /** Names of lenses and domains that come from the repository's file; lists mark them. */
  readonly fromRepository: FromRepository;
  /** The places that set each key, several where values add up. */
  readonly origins: ConfigOrigins;
}

type ConfigOrigins = Readonly<Partial<Record<ConfigKey, readonly string[]>>>;

export interface FromRepository {
  readonly lenses: readonly string[];
  readonly domains: readonly string[];
}

export async function loadConfig(options: LoadOptions): Promise<LoadedConfig> {
  const ownFile = readFirst(repositoryFiles(options.root), 'repository');
  const [user, repository] = await Promise.all([readUserFile(options), ownFile]);
  const environment = readEnvironment(options.env);
  const ofUser = user ? checkUserLayer(user) : {};
  const ofRepository = repository ? resolveBelowRoot(checkRepositoryLayer(repository), options.root) : {};
  const layers: readonly NamedLayer[] = [
    { layer: ofUser, place: (key) => placeIn(user, key) },
    { layer: ofRepository, place: (key) => placeIn(repository, key) },
    { layer: environment.layer, place: (key) => variablesOf(key, options.env) },
    { layer: options.flags ?? {}, place: flagOf },
  ];
  const config = resolveHome(configSchema.parse(layers.map(({ layer }) => layer).reduce(merge, {})), options.env);
  return {
    config: freeze(config),
    files: [user, repository].flatMap((file) => (file ? [file.path] : [])),
    notes: environment.notes,
    fromRepository: {
      lenses: Object.keys(ofRepository.lenses ?? {}).filter((name) => !Object.hasOwn(ofUser.lenses ?? {}, name)),
      domains: Object.keys(ofRepository.domains ?? {}),
    },
    origins: originsOf(layers),
  };
}

interface NamedLayer {
  readonly layer: ConfigLayer;
  readonly place: (key: ConfigKey) => string;
}

function originsOf(layers: readonly NamedLayer[]): ConfigOrigins {
  const origins = CONFIG_KEYS.map((key) => {
    const places = layers.flatMap(({ layer, place }) => (layer[key] === undefined ? [] : [place(key)]));
    return [key, ADDING_UP.includes(key) ? places : places.slice(-1)] as const;
  });
  return Object.fromEntries(origins.filter(([, places]) => places.length > 0));
}

function placeIn(file: ConfigFile | null, key: string): string {
  const line = file?.lineOf(key) ?? null;
  return line === null ? (file?.path ?? '') : `${file?.path}:${line}`;
}

const flagOf = (key: ConfigKey): string => `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

export function unsetConfig(): LoadedConfig {
  const config = freeze(configSchema.parse({}));
  return { config, files: [], notes: [], fromRepository: { lenses: [], domains: [] }, origins: {} };
}

/** Where the repository's configuration may lie, the preferred place first. */
export function repositoryFiles(root: string): readonly string[] {
  return REPOSITORY_FILES.map((name) => join(root, name));
}

/** Where the user's own configuration may lie, the preferred place first. */
export function userFiles(env: LoadOptions['env']): readonly string[] {
  const folder = join(env.XDG_CONFIG_HOME || join(homeOf(env), '.config'), 'knap');
  return [join(folder, 'config.yaml'), join(folder, 'config.json')];
}

/** The workspace that the user's own file or the environment names for servers, which may be started anywhere. */
export async function readUserRoot(options: Omit<LoadOptions, 'root'>): Promise<string | undefined> {
  const file = await readUserFile(options);
  const { root } = { ...(file ? checkUserLayer(file) : {}), ...readEnvironment(options.env).layer };
  return root === undefined ? undefined : absolutePath(root, options.env);
}

async function readUserFile(options: Omit<LoadOptions, 'root'>) {
  if (options.userFile === undefined) return readFirst(userFiles(options.env), 'user');
  const file = await readConfigFile(options.userFile, 'user');
  if (!file) throw new ContextError('NO_SUCH_FILE', `There is no configuration file ${options.userFile}.`);
  return file;
}

async function readFirst(paths: readonly string[], owner: Owner) {
  for (const path of paths) {
    const file = await readConfigFile(path, owner);
    if (file) return file;
  }
  return null;
}

const LISTS = ['exclude', 'includeIgnored', 'gitFolders', 'disabledDomains'] as const;
const ADDING_UP: readonly ConfigKey[] = [...LISTS, 'graphs', 'lenses', 'domains', 'embedder'];

// Some lists add up; graphs, lenses and domains are joined by name, the embedder by field; else the later layer wins.
function merge(weaker: ConfigLayer, stronger: ConfigLayer): ConfigLayer {
  const merged: ConfigLayer = { ...weaker, ...stronger };
  for (const key of LISTS) {
    const joined = [...new Set([...(weaker[key] ?? []), ...(stronger[key] ?? [])])];
    if (joined.length > 0) merged[key] = joined;
  }
  // A graph or lens of the user wins over one of the same name in the repository.
  if (weaker.graphs || stronger.graphs) merged.graphs = { ...stronger.graphs, ...weaker.graphs };
  if (weaker.lenses || stronger.lenses) merged.lenses = { ...stronger.lenses, ...weaker.lenses };
  if (weaker.domains || stronger.domains) merged.domains = { ...weaker.domains, ...stronger.domains };
  if (weaker.embedder || stronger.embedder) merged.embedder = { ...weaker.embedder, ...stronger.embedder };
  return merged;
}

function resolveBelowRoot(layer: ConfigLayer, root: string): ConfigLayer {
  if (!layer.graphs) return layer;
  return { ...layer, graphs: mapValues(layer.graphs, (graph) => ({ ...graph, path: join(root, graph.path) })) };
}

function mapValues<Value, Mapped>(record: Readonly<Record<string, Value>>, map: (value: Value) => Mapped) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}

// Replaces `~` in these paths by the home of the person who runs knap; `readUserRoot` does it for `root`.
function resolveHome(config: Config, env: LoadOptions['env']): Config {
  const absolute = (path: string) => absolutePath(path, env);
  return {
    ...config,
    gitFolders: config.gitFolders.map(absolute),
    conversations: config.conversations.map(({ folder, workspace }) => ({
      folder: absolute(folder),
      ...(workspace !== undefined && { workspace: absolute(workspace) }),
    })),
    graphs: mapValues(config.graphs, (graph) => ({ ...graph, path: absolute(graph.path) })),
    groups: mapValues(config.groups, (members) => members.map(absolute)),
  };
}

function absolutePath(path: string, env: LoadOptions['env']): string {
  return /^~[\\/]/.test(path) ? join(homeOf(env), path.slice(2)) : path;
}

function homeOf(env: LoadOptions['env']): string {
  return env.HOME || homedir();
}

function freeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) freeze(inner);
  return Object.freeze(value);
}
