// Rust names modules by `mod` and `use`, and the crates of a workspace by their names. This resolver reads the
// `Cargo.toml` files and follows a path of modules as far as files go.
import { lazy } from '../../../../model/memoize.ts';
import { folderOf, joinPath, nameOf, stemOf, upwards } from '../../../../model/paths.ts';
import type { ConfigFiles, FileTree } from '../file-tree.ts';
import { findAbove, type LanguageFamily, type LinkedFile, linkTo, SURENESS } from './language-family.ts';

export const RUST: LanguageFamily = {
  languages: ['rust'],
  async open({ tree, configs }) {
    const crates = await readCrates(tree, configs);
    return {
      resolveImport({ specifier }, { path }) {
        const parts = specifier.split('::').map((part) => part.trim().replace(/^r#/, ''));
        const segments = parts.filter((part) => part !== '' && part !== '*');
        return resolveUse(tree, crates, segments, path).filter((target) => target.path !== path);
      },
    };
  },
};

function resolveUse(tree: FileTree, crates: Crates, segments: readonly string[], from: string): readonly LinkedFile[] {
  const [first, ...rest] = segments;
  if (first === undefined) return [];
  const root = crates.around(from).rootOf(from);
  const here = moduleFolder(from, root);
  if (first === 'crate') return findDeepestModule(tree, root.folder, rest, root.entry);
  if (first === 'self') return findDeepestModule(tree, here, rest, from);
  if (first === 'super') {
    const named = segments.findIndex((segment) => segment !== 'super');
    const ups = named < 0 ? segments.length : named;
    const folder = upwards(here)[ups] ?? '';
    return findDeepestModule(tree, folder, segments.slice(ups), findModuleFile(tree, folder));
  }
  const child = findDeepestModule(tree, here, segments, null);
  if (child.length > 0) return child;
  const other = crates.named(first);
  return other === null ? [] : findDeepestModule(tree, other.folder, rest, other.entry);
}

/** Returns the folder in which the child modules of a file lie. */
function moduleFolder(path: string, { entry }: CrateRoot): string {
  const folder = folderOf(path);
  if (entry === path || nameOf(path) === 'mod.rs') return folder;
  return folder === '' ? stemOf(path) : `${folder}/${stemOf(path)}`;
}

// Follows as many segments as are modules; the rest are items of the last module.
function findDeepestModule(
  tree: FileTree,
  folder: string,
  segments: readonly string[],
  fallback: string | null,
): readonly LinkedFile[] {
  let module = folder;
  let deepestFile: string | null = null;
  for (const segment of segments) {
    module = module === '' ? segment : `${module}/${segment}`;
    const file = findModuleFile(tree, module);
    if (file) deepestFile = file;
    else if (!tree.hasFolder(module)) break;
  }
  return deepestFile ? linkTo(deepestFile, SURENESS.exact) : linkTo(fallback, SURENESS.guessed);
}

function findModuleFile(tree: FileTree, module: string): string | null {
  return tree.first([`${module}.rs`, `${module}/mod.rs`, `${module}/lib.rs`, `${module}/main.rs`]);
}

const CRATES_MAX = 400;
const OWN_ROOTS = ['tests', 'examples', 'benches', 'src/bin'];

/** The folder that `crate::` means in a file, and the file that defines its modules. */
interface CrateRoot {
  readonly folder: string;
  readonly entry: string | null;
}

/** A package, and the root of its library (or main file). */
interface Crate extends CrateRoot {
  /** Returns the root for a file of the package: each test, example, benchmark and binary is a crate of its own. */
  rootOf(path: string): CrateRoot;
}

type Crates = Awaited<ReturnType<typeof readCrates>>;

async function readCrates(tree: FileTree, configs: ConfigFiles) {
  const byFolder = new Map<string, Crate>();
  const byName = new Map<string, Crate>();
  for (const [folder, text] of await configs.readAll('Cargo.toml', CRATES_MAX, configs.text)) {
    const tables = tablesOf(text);
    const readValue = (table: string, key: string) => stringValue(tables.get(table) ?? '', key);
    const name = readValue('package', 'name');
    if (name === null) continue;
    const crate = createCrate(tree, folder, [readValue('lib', 'path'), readValue('[bin', 'path')]);
    byFolder.set(folder, crate);
    for (const alias of [readValue('lib', 'name') ?? name, name]) {
      const key = alias.replaceAll('-', '_');
      if (!byName.has(key)) byName.set(key, crate);
    }
  }
  // A tree without a manifest still has a root module.
  const rootCrate = lazy(() => createCrate(tree, '', []));
  return {
    /** Finds a crate by the name that code uses, with underscores for hyphens. */
    named: (name: string) => byName.get(name) ?? null,
    around: (path: string) => findAbove(byFolder, path) ?? rootCrate(),
  };
}

function createCrate(tree: FileTree, folder: string, written: readonly (string | null)[]): Crate {
  const pathInCrate = (relative: string) => joinPath(folder, relative) ?? relative;
  const entries = [...written, 'src/lib.rs', 'src/main.rs', 'lib.rs', 'main.rs'];
  const entry = tree.first(entries.map((path) => path && pathInCrate(path)));
  const library: CrateRoot = { folder: entry === null ? pathInCrate('src') : folderOf(entry), entry };
  const programs = ['src/main.rs', 'build.rs'].map(pathInCrate);
  const ownRoots = OWN_ROOTS.map(pathInCrate);
  return {
    folder: library.folder,
    entry,
    rootOf: (path) => {
      const root = ownRoots.find((own) => path.startsWith(`${own}/`));
      if (root === undefined) return programs.includes(path) ? { ...library, entry: path } : library;
      const first = path.slice(root.length + 1).split('/')[0]!;
      if (first.endsWith('.rs')) return { folder: root, entry: path };
      const program = `${root}/${first}`;
      return { folder: program, entry: tree.first([`${program}/main.rs`, `${program}/mod.rs`]) };
    },
  };
}

// Reads only table headers and plain strings, which is all that names need. `[[bin]]` becomes `[bin`.
function tablesOf(toml: string): ReadonlyMap<string, string> {
  const tables = new Map<string, string>();
  for (const part of toml.split(/^[ \t]*\[/m).slice(1)) {
    const end = part.indexOf(']');
    const name = part.slice(0, end).trim();
    if (end > 0 && !tables.has(name)) tables.set(name, part.slice(end + 1));
  }
  return tables;
}

function stringValue(table: string, key: string): string | null {
  return new RegExp(`^[ \\t]*${key}[ \\t]*=[ \\t]*["']([^"'\\n]+)["']`, 'm').exec(table)?.[1] ?? null;
}
