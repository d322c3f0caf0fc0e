import { folderOf, joinPath, type Tree } from '../tree.ts';
import { type Family, type LinkedFile, SURENESS } from './family.ts';
import { packagedFile, scriptFile } from './script-files.ts';
import { mappedEntries, packageFile, readPackages, type ScriptPackages, splitSpecifier } from './script-packages.ts';
import { configuredPaths, readScriptConfigs, type ScriptConfig } from './script-paths.ts';

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
    const known = new Map<string, LinkedFile | null>();
    return {
      imported({ specifier }, { path }) {
        // Everything but the folder of the importing file is the same for all files in it.
        const key = `${folderOf(path)}\0${specifier}`;
        let target = known.get(key);
        if (target === undefined) {
          target = resolveScript(world, specifier, path);
          known.set(key, target);
        }
        return target ? [target] : [];
      },
    };
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
    const own = target(importedByName(world, specifier, from), SURENESS.configured);
    if (own) return own;
  }
  if (specifier.startsWith('/')) return target(rootedFile(world, specifier, from), SURENESS.named);
  for (const config of world.configsFor(folderOf(from))) {
    for (const path of configuredPaths(config, specifier)) {
      const found = scriptFile(tree, path);
      if (found) return target(found, SURENESS.configured);
    }
  }
  const { name, subpath } = splitSpecifier(specifier);
  const owner = world.packages.named(name, from);
  if (owner) return target(packageFile(tree, owner, subpath), SURENESS.named);
  return target(aliasedFile(world, specifier, from), SURENESS.sibling);
}

// A folder may be a package of its own, with a main file instead of an index.
function relativeFile({ tree, packages }: World, path: string): string | null {
  const found = scriptFile(tree, path);
  if (found) return found;
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
    const found = packagedFile(tree, owner!.folder, entry);
    if (found) return found;
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
    const found = path === null ? null : scriptFile(tree, path);
    if (found) return found;
  }
  return null;
}

function target(path: string | null, weight: number): LinkedFile | null {
  return path === null ? null : { path, weight };
}
