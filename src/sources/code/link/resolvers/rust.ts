// Rust names modules by `mod` and `use`, and the crates of a workspace by their names. This resolver reads the
// `Cargo.toml` files and follows a path of modules as far as files go.
import { lazy } from '../../../../model/memoize.ts';
import { folderOf, joinPath, nameOf, stemOf, upwards } from '../../../../model/paths.ts';
import type { ConfigFiles } from '../configs.ts';
import type { FileTree } from '../file-tree.ts';
import { type LanguageFamily, type LinkedFile, SURENESS } from './language-family.ts';

export const RUST: LanguageFamily = {
  languages: ['rust'],
  readsUses: false,
  barrels: null,
  async open({ tree, configs }) {
    const crates = await readCrates(tree, configs);
    return {
      resolveImport({ specifier }, { path }) {
        const segments = specifier.split('::').map((part) => part.trim().replace(/^r#/, ''));
        const target = resolveUse(
          tree,
          crates,
          segments.filter((part) => part !== '' && part !== '*'),
          path,
        );
        return target && target.path !== path ? [target] : [];
      },
    };
  },
};

function resolveUse(tree: FileTree, crates: Crates, segments: readonly string[], from: string): LinkedFile | null {
  const crate = crates.around(from);
  const [first, ...rest] = segments;
  if (first === undefined) return null;
  const here = moduleFolder(from, crate);
  if (first === 'crate') return crate ? findDeepestModule(tree, crate.rootOf(from), rest, crate.entryOf(from)) : null;
  if (first === 'self') return findDeepestModule(tree, here, rest, from);
  if (first === 'super') {
    const ups = segments.findIndex((segment) => segment !== 'super');
    const count = ups < 0 ? segments.length : ups;
    let folder = here;
    for (let up = 0; up < count; up += 1) folder = folderOf(folder);
    return findDeepestModule(tree, folder, segments.slice(count), findModuleFile(tree, folder));
  }
  const child = findDeepestModule(tree, here, segments, null);
  if (child) return child;
  const other = crates.named(first);
  return other ? findDeepestModule(tree, other.source, rest, other.entry) : null;
}

/** Returns the folder in which the child modules of a file lie. */
function moduleFolder(path: string, crate: Crate | null): string {
  const isRoot = crate !== null && crate.entryOf(path) === path;
  if (isRoot || nameOf(path) === 'mod.rs') return folderOf(path);
  const folder = folderOf(path);
  return folder === '' ? stemOf(path) : `${folder}/${stemOf(path)}`;
}

// Follows as many segments as are modules; the rest are items of the last module.
function findDeepestModule(
  tree: FileTree,
  folder: string,
  segments: readonly string[],
  fallback: string | null,
): LinkedFile | null {
  let module = folder;
  let deepestFile: string | null = null;
  for (const segment of segments) {
    module = module === '' ? segment : `${module}/${segment}`;
    const file = findModuleFile(tree, module);
    if (file) deepestFile = file;
    else if (!tree.hasFolder(module)) break;
  }
  if (deepestFile) return { path: deepestFile, weight: SURENESS.exact };
  return fallback === null ? null : { path: fallback, weight: SURENESS.guessed };
}

function findModuleFile(tree: FileTree, module: string): string | null {
  const candidates = [`${module}.rs`, `${module}/mod.rs`, `${module}/lib.rs`, `${module}/main.rs`];
  return candidates.find((path) => tree.has(path)) ?? null;
}

const CRATES_MAX = 400;
const OWN_ROOTS = ['tests', 'examples', 'benches', 'src/bin'];

/** A package with a Cargo.toml. */
interface Crate {
  readonly folder: string;
  /** The folder of its library (or main) file. */
  readonly source: string;
  readonly entry: string | null;
  /** Returns the folder that `crate::` means in a file; each test, example and binary is a crate of its own. */
  rootOf(path: string): string;
  entryOf(path: string): string | null;
}

/** The crates of the view. */
interface Crates {
  /** Finds a crate by the name that code uses, with underscores for hyphens. */
  named(name: string): Crate | null;
  around(path: string): Crate | null;
}

/** Reads the Cargo.toml files of the view. */
async function readCrates(tree: FileTree, configs: ConfigFiles): Promise<Crates> {
  const paths = configs.find(['Cargo.toml']).slice(0, CRATES_MAX);
  const texts = await Promise.all(paths.map((path) => configs.text(path)));
  const byFolder = new Map<string, Crate>();
  const byName = new Map<string, Crate>();
  texts.forEach((text, index) => {
    const folder = folderOf(paths[index]!);
    const sections = sectionsOf(text ?? '');
    const name = stringValue(sections.get('package') ?? '', 'name');
    if (name === null) return;
    const written = ['lib', '[bin'].flatMap((section) => stringValue(sections.get(section) ?? '', 'path') ?? []);
    const crate = createCrate(tree, folder, written);
    byFolder.set(folder, crate);
    for (const alias of [stringValue(sections.get('lib') ?? '', 'name'), name]) {
      const key = alias?.replaceAll('-', '_');
      if (key && !byName.has(key)) byName.set(key, crate);
    }
  });
  // A tree without a manifest still has a root module.
  const rootCrate = lazy(() => createCrate(tree, '', []));
  return {
    named: (name) => byName.get(name) ?? null,
    around: (path) => {
      for (const folder of upwards(folderOf(path))) if (byFolder.has(folder)) return byFolder.get(folder)!;
      return rootCrate();
    },
  };
}

function createCrate(tree: FileTree, folder: string, written: readonly string[]): Crate {
  const pathInCrate = (relative: string) => joinPath(folder, relative) ?? relative;
  const entries = [...written, 'src/lib.rs', 'src/main.rs', 'lib.rs', 'main.rs'].map(pathInCrate);
  const entry = entries.find((path) => tree.has(path)) ?? null;
  const source = entry === null ? pathInCrate('src') : folderOf(entry);
  const ownRoots = OWN_ROOTS.map(pathInCrate);
  const ownRoot = (path: string) => ownRoots.find((root) => path.startsWith(`${root}/`)) ?? null;
  return {
    folder,
    source,
    entry,
    rootOf: (path) => {
      const root = ownRoot(path);
      if (root === null) return source;
      const first = path.slice(root.length + 1).split('/')[0]!;
      return first.endsWith('.rs') ? root : `${root}/${first}`;
    },
    entryOf: (path) => {
      const root = ownRoot(path);
      if (root === null) return path === pathInCrate('src/main.rs') || path === pathInCrate('build.rs') ? path : entry;
      const first = path.slice(root.length + 1).split('/')[0]!;
      if (first.endsWith('.rs')) return path;
      const main = ['main.rs', 'mod.rs'].map((name) => `${root}/${first}/${name}`).find((file) => tree.has(file));
      return main ?? null;
    },
  };
}

// Reads only table headers and plain strings, which is all that names need. `[[bin]]` becomes `[bin`.
function sectionsOf(toml: string): ReadonlyMap<string, string> {
  const sections = new Map<string, string>();
  for (const part of toml.split(/^[ \t]*\[/m).slice(1)) {
    const end = part.indexOf(']');
    const name = part.slice(0, end).trim();
    if (end > 0 && !sections.has(name)) sections.set(name, part.slice(end + 1));
  }
  return sections;
}

function stringValue(section: string, key: string): string | null {
  return new RegExp(`^[ \\t]*${key}[ \\t]*=[ \\t]*["']([^"'\\n]+)["']`, 'm').exec(section)?.[1] ?? null;
}
