// Python imports modules by absolute or relative names from several roots. This resolver finds the roots of a
// repository by its project files and packages, and then the module below them.
import { memoizePerObject } from '../../../../model/memoize.ts';
import { folderOf, joinPath, nameOf, stemOf, upwards } from '../../../../model/paths.ts';
import { countSharedFolders, type FileTree } from '../file-tree.ts';
import { type LanguageFamily, type LinkedFile, linkTo, memoizePerFolder, SURENESS } from './language-family.ts';

// Modules of Python and Cython (`.pyx`), and stubs of types (`.pyi`).
const MODULE = /\.py[ix]?$/;
const PROJECT_FILES = ['pyproject.toml', 'setup.py', 'setup.cfg', 'manage.py', 'requirements.txt'];
const SOURCE_FOLDERS = ['', 'src', 'lib'];

export const PYTHON: LanguageFamily = {
  languages: ['python', 'notebook'],
  barrels: new Set(['__init__']),
  async open({ tree }) {
    const roots = rootsOf(tree);
    const rootsFor = memoizePerFolder((name, from) => nearestRoots(roots.get(name) ?? [], from));
    const basesFor = memoizePerFolder((specifier, path) => {
      const bases = specifier.startsWith('.')
        ? relativeBases(specifier, path)
        : absoluteBases(tree, specifier, path, rootsFor);
      return bases.filter((base) => tree.hasFolder(base) || findModuleFile(tree, base) !== null);
    });
    return {
      resolveImport({ specifier, names }, { path }) {
        const targets = basesFor(specifier, path)
          .values()
          .map((base) => findTargets(tree, base, names));
        return targets.find((files) => files.length > 0) ?? [];
      },
    };
  },
};

// Finding the roots visits every folder, so it is done once for a tree.
const rootsOf = memoizePerObject(rootsByName);

type RootsFor = (name: string, from: string) => readonly string[];

// One dot means the folder of the importing module, each further dot one folder up.
function relativeBases(specifier: string, path: string): readonly string[] {
  const dots = /^\.+/.exec(specifier)?.[0].length ?? 0;
  const rest = specifier.slice(dots).replaceAll('.', '/');
  const base = joinPath(folderOf(path), `${'../'.repeat(dots - 1)}${rest}`);
  return base === null ? [] : [base];
}

function absoluteBases(tree: FileTree, specifier: string, from: string, rootsFor: RootsFor): readonly string[] {
  const segments = specifier.split('.');
  const rest = segments.join('/');
  const folder = folderOf(from);
  const roots = rootsFor(segments[0]!, from).map((root) => (root === '' ? rest : `${root}/${rest}`));
  // A script finds its neighbours by their bare names; inside a package they would have to be relative.
  const siblingModule = folder === '' ? rest : `${folder}/${rest}`;
  return tree.has(`${folder}/__init__.py`) ? roots : [siblingModule, ...roots];
}

// An imported name is a submodule, or the module that it is imported from defines it.
function findTargets(tree: FileTree, base: string, names: readonly string[]): readonly LinkedFile[] {
  const submodules = names.flatMap((name) => findModuleFile(tree, `${base}/${name}`) ?? []);
  const module = findModuleFile(tree, base);
  const isNeeded = submodules.length < names.length || names.length === 0;
  return [isNeeded ? module : null, ...submodules].flatMap((path) => linkTo(path, SURENESS.exact));
}

function findModuleFile(tree: FileTree, base: string): string | null {
  return tree.first([`${base}.py`, `${base}/__init__.py`, `${base}.pyi`, `${base}/__init__.pyi`, `${base}.pyx`]);
}

/** For each first name of a module, the folders in which it can be found. */
function rootsByName(tree: FileTree): ReadonlyMap<string, readonly string[]> {
  const roots = new Map<string, Set<string>>();
  const add = (name: string, root: string) => roots.set(name, (roots.get(name) ?? new Set()).add(root));
  const projects = new Set(['']);
  for (const file of PROJECT_FILES) for (const path of tree.named(file)) projects.add(folderOf(path));
  const sources = new Set(
    [...projects].flatMap((project) => SOURCE_FOLDERS.map((folder) => joinPath(project, folder) ?? '')),
  );
  for (const folder of tree.folders()) {
    const modules = tree.filesIn(folder).filter((path) => MODULE.test(path));
    if (modules.length === 0) continue;
    const top = topPackage(tree, folder);
    if (top !== null) add(nameOf(top), folderOf(top));
    // Namespace packages have no __init__: they count below a project or source folder only.
    for (const ancestor of upwards(folder))
      if (ancestor !== '' && sources.has(folderOf(ancestor))) add(nameOf(ancestor), folderOf(ancestor));
    if (sources.has(folder)) for (const path of modules) add(stemOf(path), folder);
  }
  return new Map([...roots].map(([name, folders]) => [name, [...folders].sort()]));
}

// Returns the highest folder of the unbroken chain of packages from a folder upwards; null for a folder that is none.
function topPackage(tree: FileTree, folder: string): string | null {
  let top: string | null = null;
  for (const ancestor of upwards(folder)) {
    if (ancestor === '' || tree.first([`${ancestor}/__init__.py`, `${ancestor}/__init__.pyi`]) === null) break;
    top = ancestor;
  }
  return top;
}

function nearestRoots(roots: readonly string[], from: string): readonly string[] {
  return roots.toSorted(
    (a, b) =>
      countSharedFolders(`${b}/`, from) - countSharedFolders(`${a}/`, from) || a.length - b.length || (a < b ? -1 : 1),
  );
}
