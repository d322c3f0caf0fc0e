import { memoized } from '../../../../model/memory.ts';
import { folderOf, joinPath, upwards } from '../../../../model/paths.ts';
import { isRecord } from '../../../../model/records.ts';
import { type Configs, stringsOf } from '../configs.ts';
import type { Tree } from '../file-tree.ts';
import { type Family, type LinkedFile, oncePerFolder, SURENESS } from './language-family.ts';
import {
  mappedEntries,
  packagedFile,
  packageFile,
  readPackages,
  type ScriptPackages,
  scriptFile,
  splitSpecifier,
  starOf,
} from './script-packages.ts';

/** TypeScript, JavaScript, Vue and Svelte. */
export const SCRIPT: Family = {
  languages: ['typescript', 'tsx', 'javascript', 'vue', 'svelte'],
  readsUses: false,
  barrels: new Set(['index']),
  async open({ tree, configs }, files) {
    const folders = files.map(({ path }) => folderOf(path));
    const world: World = {
      tree,
      packages: await readPackages(configs),
      configsFor: await readScriptConfigs(tree, configs, folders),
    };
    const resolve = oncePerFolder((specifier, path) => {
      const file = resolveScript(world, specifier, path);
      return file ? [file] : [];
    });
    return { imported: ({ specifier }, { path }) => resolve(specifier, path) };
  },
};

interface World {
  readonly tree: Tree;
  readonly packages: ScriptPackages;
  readonly configsFor: (folder: string) => readonly ScriptConfig[];
}

// Where `@/x` and `~/x` point when nothing is configured, in the package and then in the whole tree.
const ALIAS = /^(?:@|~~?|\$lib)\/(.+)$/;
const ALIAS_FOLDERS = ['src', '', 'app', 'src/lib', 'resources/js', 'lib'];

function resolveScript(world: World, written: string, from: string): LinkedFile | null {
  const specifier = written.replace(/(?<=[^#])[?#].*$/, '').replace(/^[a-z-]+!/, '');
  if (specifier === '' || specifier.startsWith('node:') || /^[a-z]+:\/\//.test(specifier)) return null;
  const { tree } = world;
  if (specifier.startsWith('.')) {
    const path = joinPath(folderOf(from), specifier);
    return target(path === null ? null : relativeFile(world, path), SURENESS.exact);
  }
  if (specifier.startsWith('#')) {
    const byName = target(importedByName(world, specifier, from), SURENESS.configured);
    if (byName) return byName;
  }
  if (specifier.startsWith('/')) return target(rootedFile(world, specifier, from), SURENESS.named);
  for (const config of world.configsFor(folderOf(from))) {
    for (const path of configuredPaths(config, specifier)) {
      const file = scriptFile(tree, path);
      if (file) return target(file, SURENESS.configured);
    }
  }
  const { name, subpath } = splitSpecifier(specifier);
  const owner = world.packages.named(name, from);
  if (owner) return target(packageFile(tree, owner, subpath), SURENESS.named);
  return target(aliasedFile(world, specifier, from), SURENESS.sibling);
}

// A folder may be a package of its own, with a main file instead of an index.
function relativeFile({ tree, packages }: World, path: string): string | null {
  const file = scriptFile(tree, path);
  if (file) return file;
  const manifest = path === '' ? 'package.json' : `${path}/package.json`;
  const owner = tree.has(manifest) ? packages.around(manifest) : null;
  return owner ? packageFile(tree, owner, '.') : builtFile(tree, path);
}

// `../dist/x.js` from a script or a test: the source it is built from.
function builtFile(tree: Tree, path: string): string | null {
  const built = /^(.*?\/?)((?:dist|build|out)\/.*)$/.exec(path);
  return built ? packagedFile(tree, built[1]!.replace(/\/$/, ''), built[2]!) : null;
}

function importedByName({ tree, packages }: World, specifier: string, from: string): string | null {
  const owner = packages.around(from);
  for (const entry of owner ? mappedEntries(owner.manifest.imports, specifier) : []) {
    const file = packagedFile(tree, owner!.folder, entry);
    if (file) return file;
  }
  return null;
}

function rootedFile({ tree, packages }: World, specifier: string, from: string): string | null {
  const folders = [packages.around(from)?.folder ?? '', ''];
  return firstFile(
    tree,
    folders.flatMap((folder) => [joinPath(folder, specifier), joinPath(folder, `public${specifier}`)]),
  );
}

function aliasedFile({ tree, packages }: World, specifier: string, from: string): string | null {
  const rest = ALIAS.exec(specifier)?.[1];
  if (rest === undefined) return null;
  const roots = [packages.around(from)?.folder ?? '', ''];
  return firstFile(
    tree,
    roots.flatMap((root) => ALIAS_FOLDERS.map((folder) => joinPath(root, `${folder}/${rest}`))),
  );
}

function firstFile(tree: Tree, paths: readonly (string | null)[]): string | null {
  for (const path of paths) {
    const file = path === null ? null : scriptFile(tree, path);
    if (file) return file;
  }
  return null;
}

function target(path: string | null, weight: number): LinkedFile | null {
  return path === null ? null : { path, weight };
}

const CONFIG_NAMES = ['tsconfig.json', 'jsconfig.json'];
const CHAIN_MAX = 8;

/** The parts of a tsconfig that resolve names: `paths`, with the folder they are relative to, and `baseUrl`. */
interface ScriptConfig {
  readonly paths: readonly PathRule[];
  readonly baseUrl: string | null;
}

interface PathRule {
  readonly pattern: string;
  readonly targets: readonly string[];
  readonly folder: string;
}

/** Reads the configurations above these folders; the answer gives those of a folder, nearest first. */
async function readScriptConfigs(
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
  return memoized((folder) => upwards(folder).flatMap((at) => loaded.get(at) ?? []));
}

/** Paths a specifier may stand for under a configuration, best first; none of them need exist. */
function configuredPaths(config: ScriptConfig, specifier: string): readonly string[] {
  const matches = config.paths.flatMap((rule) => {
    const star = starOf(rule.pattern, specifier);
    return star === null ? [] : [{ rule, star }];
  });
  matches.sort((a, b) => prefixLength(b.rule) - prefixLength(a.rule));
  const paths = matches.flatMap(({ rule, star }) =>
    rule.targets.map((target) => joinPath(rule.folder, target.replace('*', star))),
  );
  if (config.baseUrl !== null) paths.push(joinPath(config.baseUrl, specifier));
  return paths.filter((path) => path !== null);
}

async function load(configs: Configs, path: string, depth = 0, isReferenced = false): Promise<ScriptConfig> {
  const json = depth > CHAIN_MAX ? null : await configs.json(path);
  if (!json) return { paths: [], baseUrl: null };
  const written = readOwn(json, folderOf(path));
  const parents = await Promise.all(
    stringsOf(json.extends).map((name) => load(configs, configPath(folderOf(path), name), depth + 1, isReferenced)),
  );
  // The last one extended wins, and a `paths` of one's own replaces what was inherited.
  const inherited = parents.toReversed();
  const merged = {
    paths:
      written.paths.length > 0 ? written.paths : (inherited.find((parent) => parent.paths.length > 0)?.paths ?? []),
    baseUrl: written.baseUrl ?? inherited.find((parent) => parent.baseUrl !== null)?.baseUrl ?? null,
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
