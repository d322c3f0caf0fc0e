// TypeScript, JavaScript, Vue and Svelte import files by relative paths, aliases of a `tsconfig.json`, and names of
// packages. This resolver tries these ways in the order in which bundlers do.
import { memoize } from '../../../../model/memoize.ts';
import { folderOf, joinPath, upwards } from '../../../../model/paths.ts';
import { isRecord } from '../../../../model/records.ts';
import { type ConfigFiles, stringsOf } from '../configs.ts';
import type { FileTree } from '../file-tree.ts';
import { type LanguageFamily, type LinkedFile, memoizePerFolder, SURENESS } from './language-family.ts';
import {
  findPackageFile,
  findPackageSource,
  findScriptFile,
  lookUpEntries,
  matchStar,
  readPackages,
  type ScriptPackages,
  splitSpecifier,
} from './script-packages.ts';

export const SCRIPT: LanguageFamily = {
  languages: ['typescript', 'tsx', 'javascript', 'vue', 'svelte'],
  readsUses: false,
  barrels: new Set(['index']),
  async open({ tree, configs }, files) {
    const folders = files.map(({ path }) => folderOf(path));
    const workspace: ScriptWorkspace = {
      tree,
      packages: await readPackages(configs),
      configsFor: await readScriptConfigs(tree, configs, folders),
    };
    const resolve = memoizePerFolder((specifier, path) => {
      const file = resolveScript(workspace, specifier, path);
      return file ? [file] : [];
    });
    return { resolveImport: ({ specifier }, { path }) => resolve(specifier, path) };
  },
};

interface ScriptWorkspace {
  readonly tree: FileTree;
  readonly packages: ScriptPackages;
  readonly configsFor: (folder: string) => readonly ScriptConfig[];
}

// The folders that `@/x` and `~/x` mean without configuration, in the package and then in the whole repository.
const ALIAS = /^(?:@|~~?|\$lib)\/(.+)$/;
const ALIAS_FOLDERS = ['src', '', 'app', 'src/lib', 'resources/js', 'lib'];

function resolveScript(workspace: ScriptWorkspace, written: string, from: string): LinkedFile | null {
  const specifier = written.replace(/(?<=[^#])[?#].*$/, '').replace(/^[a-z-]+!/, '');
  if (specifier === '' || specifier.startsWith('node:') || /^[a-z]+:\/\//.test(specifier)) return null;
  const { tree } = workspace;
  if (specifier.startsWith('.')) {
    const path = joinPath(folderOf(from), specifier);
    return toLinkedFile(path === null ? null : resolveRelativePath(workspace, path), SURENESS.exact);
  }
  if (specifier.startsWith('#')) {
    const byName = toLinkedFile(resolveHashImport(workspace, specifier, from), SURENESS.configured);
    if (byName) return byName;
  }
  if (specifier.startsWith('/')) return toLinkedFile(resolveRootedPath(workspace, specifier, from), SURENESS.named);
  for (const config of workspace.configsFor(folderOf(from))) {
    for (const path of applyConfig(config, specifier)) {
      const file = findScriptFile(tree, path);
      if (file) return toLinkedFile(file, SURENESS.configured);
    }
  }
  const { name, subpath } = splitSpecifier(specifier);
  const owner = workspace.packages.named(name, from);
  if (owner) return toLinkedFile(findPackageFile(tree, owner, subpath), SURENESS.named);
  return toLinkedFile(resolveAlias(workspace, specifier, from), SURENESS.sibling);
}

// A folder may be a package of its own, with a main file instead of an index.
function resolveRelativePath({ tree, packages }: ScriptWorkspace, path: string): string | null {
  const file = findScriptFile(tree, path);
  if (file) return file;
  const manifest = path === '' ? 'package.json' : `${path}/package.json`;
  const owner = tree.has(manifest) ? packages.around(manifest) : null;
  return owner ? findPackageFile(tree, owner, '.') : findSourceOfBuilt(tree, path);
}

// Scripts and tests import `../dist/x.js`; this finds the source it is built from.
function findSourceOfBuilt(tree: FileTree, path: string): string | null {
  const built = /^(.*?\/?)((?:dist|build|out)\/.*)$/.exec(path);
  return built ? findPackageSource(tree, built[1]!.replace(/\/$/, ''), built[2]!) : null;
}

function resolveHashImport({ tree, packages }: ScriptWorkspace, specifier: string, from: string): string | null {
  const owner = packages.around(from);
  for (const entry of owner ? lookUpEntries(owner.manifest.imports, specifier) : []) {
    const file = findPackageSource(tree, owner!.folder, entry);
    if (file) return file;
  }
  return null;
}

function resolveRootedPath({ tree, packages }: ScriptWorkspace, specifier: string, from: string): string | null {
  const folders = [packages.around(from)?.folder ?? '', ''];
  return firstFile(
    tree,
    folders.flatMap((folder) => [joinPath(folder, specifier), joinPath(folder, `public${specifier}`)]),
  );
}

function resolveAlias({ tree, packages }: ScriptWorkspace, specifier: string, from: string): string | null {
  const rest = ALIAS.exec(specifier)?.[1];
  if (rest === undefined) return null;
  const roots = [packages.around(from)?.folder ?? '', ''];
  return firstFile(
    tree,
    roots.flatMap((root) => ALIAS_FOLDERS.map((folder) => joinPath(root, `${folder}/${rest}`))),
  );
}

function firstFile(tree: FileTree, paths: readonly (string | null)[]): string | null {
  for (const path of paths) {
    const file = path === null ? null : findScriptFile(tree, path);
    if (file) return file;
  }
  return null;
}

function toLinkedFile(path: string | null, weight: number): LinkedFile | null {
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

/** Reads the configurations above these folders; the returned function gives those of one folder, nearest first. */
async function readScriptConfigs(
  tree: FileTree,
  configs: ConfigFiles,
  folders: readonly string[],
): Promise<(folder: string) => readonly ScriptConfig[]> {
  const paths = new Map<string, string>();
  for (const folder of new Set(folders.flatMap((path) => upwards(path)))) {
    const path = CONFIG_NAMES.map((name) => (folder === '' ? name : `${folder}/${name}`)).find((candidate) =>
      tree.has(candidate),
    );
    if (path) paths.set(folder, path);
  }
  const loaded = new Map<string, ScriptConfig>();
  await Promise.all([...paths].map(async ([folder, path]) => loaded.set(folder, await loadConfig(configs, path))));
  return memoize((folder) => upwards(folder).flatMap((ancestor) => loaded.get(ancestor) ?? []));
}

/** Returns the paths a specifier may mean under a configuration, best first; they need not exist. */
function applyConfig(config: ScriptConfig, specifier: string): readonly string[] {
  const matches = config.paths.flatMap((rule) => {
    const star = matchStar(rule.pattern, specifier);
    return star === null ? [] : [{ rule, star }];
  });
  matches.sort((a, b) => prefixLength(b.rule) - prefixLength(a.rule));
  const paths = matches.flatMap(({ rule, star }) =>
    rule.targets.map((target) => joinPath(rule.folder, target.replace('*', star))),
  );
  if (config.baseUrl !== null) paths.push(joinPath(config.baseUrl, specifier));
  return paths.filter((path) => path !== null);
}

async function loadConfig(configs: ConfigFiles, path: string, depth = 0, isReferenced = false): Promise<ScriptConfig> {
  const json = depth > CHAIN_MAX ? null : await configs.json(path);
  if (!json) return { paths: [], baseUrl: null };
  const written = readOwnOptions(json, folderOf(path));
  const parents = await Promise.all(
    stringsOf(json.extends).map((name) =>
      loadConfig(configs, configPath(folderOf(path), name), depth + 1, isReferenced),
    ),
  );
  // The last extended configuration wins, and `paths` of the file itself replace inherited ones.
  const inherited = parents.toReversed();
  const merged = {
    paths:
      written.paths.length > 0 ? written.paths : (inherited.find((parent) => parent.paths.length > 0)?.paths ?? []),
    baseUrl: written.baseUrl ?? inherited.find((parent) => parent.baseUrl !== null)?.baseUrl ?? null,
  };
  if (merged.paths.length > 0 || isReferenced) return merged;
  return { ...merged, paths: await readReferencedPaths(configs, json, folderOf(path)) };
}

// A solution file names the real configurations and holds no paths itself.
async function readReferencedPaths(configs: ConfigFiles, json: Record<string, unknown>, folder: string) {
  const references = Array.isArray(json.references) ? json.references : [];
  const paths = references.flatMap((entry) => (isRecord(entry) ? stringsOf(entry.path) : []));
  const referenced = paths.map((path) => configPath(folder, path.endsWith('.json') ? path : `${path}/tsconfig.json`));
  const loaded = await Promise.all(referenced.map((path) => loadConfig(configs, path, 0, true)));
  return loaded.flatMap((config) => config.paths);
}

function readOwnOptions(json: Record<string, unknown>, folder: string): ScriptConfig {
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

// The view has no configurations of installed packages; such a path is skipped later.
function configPath(folder: string, name: string): string {
  const path = joinPath(folder, name) ?? '';
  return path.endsWith('.json') ? path : `${path}.json`;
}

function prefixLength(rule: PathRule): number {
  const star = rule.pattern.indexOf('*');
  return star < 0 ? Number.POSITIVE_INFINITY : star;
}
