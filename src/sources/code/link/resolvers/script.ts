// TypeScript, JavaScript, Vue and Svelte import files by paths, aliases and names of packages. This resolver tries
// these ways in turn.
import { memoize } from '../../../../model/memoize.ts';
import { folderOf, joinPath, upwards } from '../../../../model/paths.ts';
import { isRecord } from '../../../../model/records.ts';
import { type ConfigFiles, type FileTree, stringsOf } from '../file-tree.ts';
import {
  findFirst,
  type LanguageFamily,
  type LinkedFile,
  linkTo,
  memoizePerFolder,
  SURENESS,
} from './language-family.ts';
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
  barrels: new Set(['index']),
  async open({ tree, configs }, files) {
    const folders = files.map(({ path }) => folderOf(path));
    const workspace: ScriptWorkspace = {
      tree,
      packages: await readPackages(configs),
      configsFor: await readScriptConfigs(tree, configs, folders),
    };
    const resolve = memoizePerFolder((specifier, path) => resolveScript(workspace, specifier, path));
    return { resolveImport: ({ specifier }, { path }) => resolve(specifier, path) };
  },
};

interface ScriptWorkspace {
  readonly tree: FileTree;
  readonly packages: ScriptPackages;
  readonly configsFor: (folder: string) => readonly ScriptConfig[];
}

// The folders that aliases such as `@/x` and `~/x` mean without configuration, in the package and then in the root.
const ALIAS = /^(?:@|~~?|\$lib)\/(.+)$/;
const ALIAS_FOLDERS = ['src', '', 'app', 'src/lib', 'resources/js', 'lib'];

function resolveScript(workspace: ScriptWorkspace, written: string, from: string): readonly LinkedFile[] {
  const specifier = written.replace(/(?<=[^#])[?#].*$/, '').replace(/^[a-z-]+!/, '');
  if (specifier === '' || specifier.startsWith('node:') || /^[a-z]+:\/\//.test(specifier)) return [];
  const { tree, packages } = workspace;
  if (specifier.startsWith('.')) {
    const path = joinPath(folderOf(from), specifier);
    return path === null ? [] : linkTo(resolveRelativePath(workspace, path), SURENESS.exact);
  }
  const byHash = specifier.startsWith('#') ? resolveHashImport(workspace, specifier, from) : null;
  if (byHash) return linkTo(byHash, SURENESS.configured);
  const roots = [packages.around(from)?.folder ?? '', ''];
  if (specifier.startsWith('/')) {
    const paths = roots.flatMap((root) => [joinPath(root, specifier), joinPath(root, `public${specifier}`)]);
    return linkTo(findFirstFile(tree, paths), SURENESS.named);
  }
  const configured = workspace.configsFor(folderOf(from)).flatMap((config) => applyConfig(config, specifier));
  const file = findFirstFile(tree, configured);
  if (file) return linkTo(file, SURENESS.configured);
  const { name, subpath } = splitSpecifier(specifier);
  const owner = packages.named(name, from);
  if (owner) return linkTo(findPackageFile(tree, owner, subpath), SURENESS.named);
  const inAlias = ALIAS.exec(specifier)?.[1];
  if (inAlias === undefined) return [];
  const aliased = roots.flatMap((root) => ALIAS_FOLDERS.map((folder) => joinPath(root, `${folder}/${inAlias}`)));
  return linkTo(findFirstFile(tree, aliased), SURENESS.byConvention);
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
  if (owner === null) return null;
  const entries = lookUpEntries(owner.manifest.imports, specifier);
  return findFirst(entries, (entry) => findPackageSource(tree, owner.folder, entry));
}

function findFirstFile(tree: FileTree, paths: readonly (string | null)[]): string | null {
  return findFirst(paths, (path) => (path === null ? null : findScriptFile(tree, path)));
}

const CONFIG_NAMES = ['tsconfig.json', 'jsconfig.json'];
const CHAIN_MAX = 8;

/** The parts of a tsconfig that resolve names: `paths`, with the folder they are relative to, and `baseUrl`. */
type ScriptConfig = Readonly<ReturnType<typeof readOwnOptions>>;

/** Reads the configurations in and above these folders; the returned function gives those of one, nearest first. */
async function readScriptConfigs(
  tree: FileTree,
  configs: ConfigFiles,
  folders: readonly string[],
): Promise<(folder: string) => readonly ScriptConfig[]> {
  const loaded = new Map<string, ScriptConfig>();
  const load = async (folder: string) => {
    const path = tree.first(CONFIG_NAMES.map((name) => joinPath(folder, name)));
    if (path !== null) loaded.set(folder, await loadConfig(configs, path));
  };
  await Promise.all([...new Set(folders.flatMap((path) => upwards(path)))].map(load));
  return memoize((folder) => upwards(folder).flatMap((ancestor) => loaded.get(ancestor) ?? []));
}

/** Returns the paths a specifier may mean under a configuration, best first; they need not exist. */
function applyConfig(config: ScriptConfig, specifier: string): readonly string[] {
  const matches = config.paths.flatMap((rule) => {
    const star = matchStar(rule.pattern, specifier);
    return star === null ? [] : [{ rule, star }];
  });
  matches.sort((a, b) => prefixLength(b.rule.pattern) - prefixLength(a.rule.pattern));
  const paths = matches.flatMap(({ rule, star }) =>
    rule.targets.map((target) => joinPath(rule.folder, target.replace('*', star))),
  );
  if (config.baseUrl !== null) paths.push(joinPath(config.baseUrl, specifier));
  return paths.filter((path) => path !== null);
}

async function loadConfig(configs: ConfigFiles, path: string, depth = 0, isReferenced = false): Promise<ScriptConfig> {
  const json = depth > CHAIN_MAX ? null : await configs.json(path);
  if (!json) return { paths: [], baseUrl: null };
  const folder = folderOf(path);
  const parents = await Promise.all(
    stringsOf(json.extends).map((name) => loadConfig(configs, configPath(folder, name), depth + 1, isReferenced)),
  );
  // The last extended configuration wins, and `paths` of the file itself replace inherited ones.
  const chain = [readOwnOptions(json, folder), ...parents.toReversed()];
  const paths = chain.find((config) => config.paths.length > 0)?.paths ?? [];
  const baseUrl = chain.find((config) => config.baseUrl !== null)?.baseUrl ?? null;
  if (paths.length > 0 || isReferenced) return { paths, baseUrl };
  return { paths: await readReferencedPaths(configs, json, folder), baseUrl };
}

// A solution file names the real configurations and holds no paths itself.
async function readReferencedPaths(configs: ConfigFiles, json: Record<string, unknown>, folder: string) {
  const references = Array.isArray(json.references) ? json.references : [];
  const paths = references.flatMap((entry) => (isRecord(entry) ? stringsOf(entry.path) : []));
  const referenced = paths.map((path) => configPath(folder, path.endsWith('.json') ? path : `${path}/tsconfig.json`));
  const loaded = await Promise.all(referenced.map((path) => loadConfig(configs, path, 0, true)));
  return loaded.flatMap((config) => config.paths);
}

function readOwnOptions(json: Record<string, unknown>, folder: string) {
  const options = isRecord(json.compilerOptions) ? json.compilerOptions : {};
  const baseUrl = typeof options.baseUrl === 'string' ? joinPath(folder, options.baseUrl) : null;
  const rules = isRecord(options.paths) ? Object.entries(options.paths) : [];
  const relativeTo = baseUrl ?? folder;
  const paths = rules.map(([pattern, targets]) => ({ pattern, targets: stringsOf(targets), folder: relativeTo }));
  return { paths, baseUrl };
}

// The view has no configurations of installed packages; such a path is skipped later.
function configPath(folder: string, name: string): string {
  const path = joinPath(folder, name) ?? '';
  return path.endsWith('.json') ? path : `${path}.json`;
}

function prefixLength(pattern: string): number {
  const star = pattern.indexOf('*');
  return star < 0 ? Number.POSITIVE_INFINITY : star;
}
