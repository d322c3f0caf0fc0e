// Python imports modules by absolute or relative names from several roots. This resolver finds the roots of a
// repository by its project files and packages, and then the module below them.
import { folderOf, joinPath, nameOf, stemOf, upwards } from '../../../../model/paths.ts';
import { countSharedFolders, type FileTree } from '../file-tree.ts';
import { type LanguageFamily, type LinkedFile, memoizePerFolder, SURENESS } from './language-family.ts';

// Modules of Python and Cython (`.pyx`), and stubs of types (`.pyi`).
const MODULE = /\.py[ix]?$/;
const PROJECT_FILES = ['pyproject.toml', 'setup.py', 'setup.cfg', 'manage.py', 'requirements.txt'];
const SOURCE_FOLDERS = ['', 'src', 'lib'];

export const PYTHON: LanguageFamily = {
  languages: ['python', 'notebook'],
  readsUses: false,
  barrels: new Set(['__init__']),
  async open({ tree }) {
    const roots = rootsOf.get(tree) ?? rootsByName(tree);
    rootsOf.set(tree, roots);
    const rootsFor = memoizePerFolder((name, from) => nearestRoots(roots.get(name) ?? [], from));
    const basesFor = memoizePerFolder((specifier, path) => {
      const bases = specifier.startsWith('.')
        ? relativeBases(specifier, path)
        : absoluteBases(tree, specifier, path, rootsFor);
      return bases.filter((base) => tree.hasFolder(base) || findModuleFile(tree, base) !== null);
    });
    return {
      resolveImport({ specifier, names }, { path }) {
        for (const base of basesFor(specifier, path)) {
          const files = findTargets(tree, base, names);
          if (files.length > 0) return files;
        }
        return [];
      },
    };
  },
};

type Roots = ReadonlyMap<string, readonly string[]>;
// Finding the roots visits every folder, so it is done once for a tree.
const rootsOf = new WeakMap<FileTree, Roots>();

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
  const files: LinkedFile[] = submodules.map((path) => ({ path, weight: SURENESS.exact }));
  if (module && (submodules.length < names.length || names.length === 0)) {
    files.unshift({ path: module, weight: SURENESS.exact });
  }
  return files;
}

function findModuleFile(tree: FileTree, base: string): string | null {
  const candidates = [`${base}.py`, `${base}/__init__.py`, `${base}.pyi`, `${base}/__init__.pyi`, `${base}.pyx`];
  return candidates.find((path) => tree.has(path)) ?? null;
}

/** Groups the folders in which modules can be found by the first name of the module. */
function rootsByName(tree: FileTree): Roots {
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

// Returns the highest folder of the unbroken chain of packages above a folder; null when the folder is not a package.
function topPackage(tree: FileTree, folder: string): string | null {
  let top: string | null = null;
  for (const ancestor of upwards(folder)) {
    if (ancestor === '' || !(tree.has(`${ancestor}/__init__.py`) || tree.has(`${ancestor}/__init__.pyi`))) break;
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
