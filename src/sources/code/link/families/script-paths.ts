import { type Configs, isRecord, stringsOf } from '../configs.ts';
import { folderOf, joinPath, type Tree, upwards } from '../tree.ts';
import { starOf } from './script-packages.ts';

const CONFIG_NAMES = ['tsconfig.json', 'jsconfig.json'];
const CHAIN_MAX = 8;

/** What a tsconfig says about names: `paths` with the folder they are relative to, and `baseUrl`. */
export interface ScriptConfig {
  readonly paths: readonly PathRule[];
  readonly baseUrl: string | null;
}

interface PathRule {
  readonly pattern: string;
  readonly targets: readonly string[];
  readonly folder: string;
}

/** Reads the configurations above these folders; the answer gives those of a folder, nearest first. */
export async function readScriptConfigs(
  tree: Tree,
  configs: Configs,
  folders: readonly string[],
): Promise<(folder: string) => readonly ScriptConfig[]> {
  const paths = new Map<string, string>();
  for (const folder of new Set(folders.flatMap((path) => upwards(path)))) {
    const path = CONFIG_NAMES.map((name) => (folder === '' ? name : `${folder}/${name}`)).find((at) => tree.has(at));
    if (path) paths.set(folder, path);
  }
  const loaded = new Map<string, ScriptConfig>();
  await Promise.all([...paths].map(async ([folder, path]) => loaded.set(folder, await load(configs, path))));
  const known = new Map<string, readonly ScriptConfig[]>();
  return (folder) => {
    const answer = known.get(folder) ?? upwards(folder).flatMap((at) => loaded.get(at) ?? []);
    known.set(folder, answer);
    return answer;
  };
}

/** Paths a specifier may stand for under a configuration, best first; none of them need exist. */
export function configuredPaths(config: ScriptConfig, specifier: string): readonly string[] {
  const matches = config.paths.flatMap((rule) => {
    const star = starOf(rule.pattern, specifier);
    return star === null ? [] : [{ rule, star }];
  });
  matches.sort((a, b) => prefixLength(b.rule) - prefixLength(a.rule));
  const found = matches.flatMap(({ rule, star }) =>
    rule.targets.map((target) => joinPath(rule.folder, target.replace('*', star))),
  );
  if (config.baseUrl !== null) found.push(joinPath(config.baseUrl, specifier));
  return found.filter((path) => path !== null);
}

async function load(configs: Configs, path: string, depth = 0, isReferenced = false): Promise<ScriptConfig> {
  const json = depth > CHAIN_MAX ? null : await configs.json(path);
  if (!json) return { paths: [], baseUrl: null };
  const own = readOwn(json, folderOf(path));
  const parents = await Promise.all(
    stringsOf(json.extends).map((name) => load(configs, configPath(folderOf(path), name), depth + 1, isReferenced)),
  );
  // The last one extended wins, and a `paths` of one's own replaces what was inherited.
  const inherited = parents.toReversed();
  const merged = {
    paths: own.paths.length > 0 ? own.paths : (inherited.find((parent) => parent.paths.length > 0)?.paths ?? []),
    baseUrl: own.baseUrl ?? inherited.find((parent) => parent.baseUrl !== null)?.baseUrl ?? null,
  };
  if (merged.paths.length > 0 || isReferenced) return merged;
  return { ...merged, paths: await referencedPaths(configs, json, folderOf(path)) };
}

// A solution file names the real configurations and holds no paths itself.
async function referencedPaths(configs: Configs, json: Record<string, unknown>, folder: string) {
  const references = Array.isArray(json.references) ? json.references : [];
  const paths = references.flatMap((entry) => (isRecord(entry) ? stringsOf(entry.path) : []));
  const referenced = paths.map((path) => configPath(folder, path.endsWith('.json') ? path : `${path}/tsconfig.json`));
  const loaded = await Promise.all(referenced.map((path) => load(configs, path, 0, true)));
  return loaded.flatMap((config) => config.paths);
}

function readOwn(json: Record<string, unknown>, folder: string): ScriptConfig {
  const options = isRecord(json.compilerOptions) ? json.compilerOptions : {};
  const baseUrl = typeof options.baseUrl === 'string' ? joinPath(folder, options.baseUrl) : null;
  const rules = isRecord(options.paths) ? Object.entries(options.paths) : [];
  const paths = rules.map(([pattern, targets]) => ({
    pattern,
    targets: stringsOf(targets),
    folder: baseUrl ?? folder,
  }));
  return { paths, baseUrl };
}

// Configurations of installed packages are not in the view: the path then names nothing and is skipped.
function configPath(folder: string, name: string): string {
  const path = joinPath(folder, name) ?? '';
  return path.endsWith('.json') ? path : `${path}.json`;
}

function prefixLength(rule: PathRule): number {
  const star = rule.pattern.indexOf('*');
  return star < 0 ? Number.POSITIVE_INFINITY : star;
}
