import { folderOf, joinPath, nameOf, stemOf, upwards } from '../../../../model/paths.ts';
import { sharedFolders, type Tree } from '../file-tree.ts';
import { type Family, type LinkedFile, oncePerFolder, SURENESS } from './language-family.ts';

const MODULE = /\.py[ix]?$/;
const PROJECT_FILES = ['pyproject.toml', 'setup.py', 'setup.cfg', 'manage.py', 'requirements.txt'];
const SOURCE_FOLDERS = ['', 'src', 'lib'];

/** Python: absolute and relative modules, packages, several roots. */
export const PYTHON: Family = {
  languages: ['python', 'notebook'],
  readsUses: false,
  barrels: new Set(['__init__']),
  async open({ tree }) {
    const roots = rootsOf.get(tree) ?? rootsByName(tree);
    rootsOf.set(tree, roots);
    const rootsFor = oncePerFolder((name, from) => nearestRoots(roots.get(name) ?? [], from));
    const basesFor = oncePerFolder((specifier, path) => {
      const bases = specifier.startsWith('.')
        ? relativeBases(specifier, path)
        : absoluteBases(tree, specifier, path, rootsFor);
      return bases.filter((base) => tree.hasFolder(base) || moduleFile(tree, base) !== null);
    });
    return {
      imported({ specifier, names }, { path }) {
        for (const base of basesFor(specifier, path)) {
          const files = targets(tree, base, names);
          if (files.length > 0) return files;
        }
        return [];
      },
    };
  },
};

type Roots = ReadonlyMap<string, readonly string[]>;
// Finding the roots takes a look at every folder, so it is done once for a tree.
const rootsOf = new WeakMap<Tree, Roots>();

type RootsFor = (name: string, from: string) => readonly string[];

// One dot is the folder of the importing module, each further dot one folder up.
function relativeBases(specifier: string, path: string): readonly string[] {
  const dots = /^\.+/.exec(specifier)?.[0].length ?? 0;
  const rest = specifier.slice(dots).replaceAll('.', '/');
  const base = joinPath(folderOf(path), `${'../'.repeat(dots - 1)}${rest}`);
  return base === null ? [] : [base];
}

function absoluteBases(tree: Tree, specifier: string, from: string, rootsFor: RootsFor): readonly string[] {
  const segments = specifier.split('.');
  const rest = segments.join('/');
  const folder = folderOf(from);
  const roots = rootsFor(segments[0]!, from).map((root) => (root === '' ? rest : `${root}/${rest}`));
  // A script finds its neighbours by their bare names; inside a package they would have to be relative.
  const beside = folder === '' ? rest : `${folder}/${rest}`;
  return tree.has(`${folder}/__init__.py`) ? roots : [beside, ...roots];
}

// An imported name is a module, or it is defined in the module it is imported from.
function targets(tree: Tree, base: string, names: readonly string[]): readonly LinkedFile[] {
  const submodules = names.flatMap((name) => moduleFile(tree, `${base}/${name}`) ?? []);
  const module = moduleFile(tree, base);
  const files: LinkedFile[] = submodules.map((path) => ({ path, weight: SURENESS.exact }));
  if (module && (submodules.length < names.length || names.length === 0)) {
    files.unshift({ path: module, weight: SURENESS.exact });
  }
  return files;
}

function moduleFile(tree: Tree, base: string): string | null {
  const candidates = [`${base}.py`, `${base}/__init__.py`, `${base}.pyi`, `${base}/__init__.pyi`, `${base}.pyx`];
  return candidates.find((path) => tree.has(path)) ?? null;
}

/** First name of a module → folders in which it can be found. */
function rootsByName(tree: Tree): Roots {
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
    for (const at of upwards(folder)) if (at !== '' && sources.has(folderOf(at))) add(nameOf(at), folderOf(at));
    if (sources.has(folder)) for (const path of modules) add(stemOf(path), folder);
  }
  return new Map([...roots].map(([name, found]) => [name, [...found].sort()]));
}

// The highest folder of the unbroken chain of packages a folder belongs to; null when it is none.
function topPackage(tree: Tree, folder: string): string | null {
  let top: string | null = null;
  for (const at of upwards(folder)) {
    if (at === '' || !(tree.has(`${at}/__init__.py`) || tree.has(`${at}/__init__.pyi`))) break;
    top = at;
  }
  return top;
}

function nearestRoots(roots: readonly string[], from: string): readonly string[] {
  return roots.toSorted(
    (a, b) => sharedFolders(`${b}/`, from) - sharedFolders(`${a}/`, from) || a.length - b.length || (a < b ? -1 : 1),
  );
}
