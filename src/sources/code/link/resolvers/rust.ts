import { lazy } from '../../../../model/memory.ts';
import { folderOf, joinPath, nameOf, stemOf, upwards } from '../../../../model/paths.ts';
import type { Configs } from '../configs.ts';
import type { Tree } from '../file-tree.ts';
import { type Family, type LinkedFile, SURENESS } from './language-family.ts';

/** Rust: `mod` and `use`, and the crates of a workspace by their names. */
export const RUST: Family = {
  languages: ['rust'],
  readsUses: false,
  barrels: null,
  async open({ tree, configs }) {
    const crates = await readCrates(tree, configs);
    return {
      imported({ specifier }, { path }) {
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

function resolveUse(tree: Tree, crates: Crates, segments: readonly string[], from: string): LinkedFile | null {
  const crate = crates.around(from);
  const [first, ...rest] = segments;
  if (first === undefined) return null;
  const here = moduleFolder(from, crate);
  if (first === 'crate') return crate ? deepest(tree, crate.rootOf(from), rest, crate.entryOf(from)) : null;
  if (first === 'self') return deepest(tree, here, rest, from);
  if (first === 'super') {
    const ups = segments.findIndex((segment) => segment !== 'super');
    const count = ups < 0 ? segments.length : ups;
    let folder = here;
    for (let up = 0; up < count; up += 1) folder = folderOf(folder);
    return deepest(tree, folder, segments.slice(count), moduleFile(tree, folder));
  }
  const child = deepest(tree, here, segments, null);
  if (child) return child;
  const other = crates.named(first);
  return other ? deepest(tree, other.source, rest, other.entry) : null;
}

/** The folder in which the child modules of a file lie. */
function moduleFolder(path: string, crate: Crate | null): string {
  const isRoot = crate !== null && crate.entryOf(path) === path;
  if (isRoot || nameOf(path) === 'mod.rs') return folderOf(path);
  const folder = folderOf(path);
  return folder === '' ? stemOf(path) : `${folder}/${stemOf(path)}`;
}

// As many segments as are modules; the rest are items of the last one.
function deepest(tree: Tree, folder: string, segments: readonly string[], fallback: string | null): LinkedFile | null {
  let at = folder;
  let deepestFile: string | null = null;
  for (const segment of segments) {
    at = at === '' ? segment : `${at}/${segment}`;
    const file = moduleFile(tree, at);
    if (file) deepestFile = file;
    else if (!tree.hasFolder(at)) break;
  }
  if (deepestFile) return { path: deepestFile, weight: SURENESS.exact };
  return fallback === null ? null : { path: fallback, weight: SURENESS.guessed };
}

function moduleFile(tree: Tree, module: string): string | null {
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
  /** The folder `crate::` starts from for a file; tests, examples and binaries are crates of their own. */
  rootOf(path: string): string;
  entryOf(path: string): string | null;
}

/** The crates of the view. */
interface Crates {
  /** By the name code uses: hyphens are underscores. */
  named(name: string): Crate | null;
  around(path: string): Crate | null;
}

/** Reads the Cargo.toml files of the view. */
async function readCrates(tree: Tree, configs: Configs): Promise<Crates> {
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
    const crate = crateOf(tree, folder, written);
    byFolder.set(folder, crate);
    for (const alias of [stringValue(sections.get('lib') ?? '', 'name'), name]) {
      const key = alias?.replaceAll('-', '_');
      if (key && !byName.has(key)) byName.set(key, crate);
    }
  });
  // A tree without a manifest still has a root module.
  const lone = lazy(() => crateOf(tree, '', []));
  return {
    named: (name) => byName.get(name) ?? null,
    around: (path) => {
      for (const folder of upwards(folderOf(path))) if (byFolder.has(folder)) return byFolder.get(folder)!;
      return lone();
    },
  };
}

function crateOf(tree: Tree, folder: string, written: readonly string[]): Crate {
  const at = (relative: string) => joinPath(folder, relative) ?? relative;
  const entries = [...written, 'src/lib.rs', 'src/main.rs', 'lib.rs', 'main.rs'].map(at);
  const entry = entries.find((path) => tree.has(path)) ?? null;
  const source = entry === null ? at('src') : folderOf(entry);
  const ownRoots = OWN_ROOTS.map(at);
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
      if (root === null) return path === at('src/main.rs') || path === at('build.rs') ? path : entry;
      const first = path.slice(root.length + 1).split('/')[0]!;
      if (first.endsWith('.rs')) return path;
      const main = ['main.rs', 'mod.rs'].map((name) => `${root}/${first}/${name}`).find((file) => tree.has(file));
      return main ?? null;
    },
  };
}

// Only table headers and plain string values are read: that is all that names need. `[[bin]]` comes out as `[bin`.
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
