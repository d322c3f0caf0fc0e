import { folderOf, nameOf, stemOf, type Tree } from '../tree.ts';
import { type Family, type LinkedFile, SURENESS } from './family.ts';
import { type Crate, type Crates, readCrates } from './rust-crates.ts';

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
  let found: string | null = null;
  for (const segment of segments) {
    at = at === '' ? segment : `${at}/${segment}`;
    const file = moduleFile(tree, at);
    if (file) found = file;
    else if (!tree.hasFolder(at)) break;
  }
  if (found) return { path: found, weight: SURENESS.exact };
  return fallback === null ? null : { path: fallback, weight: SURENESS.guessed };
}

function moduleFile(tree: Tree, module: string): string | null {
  const candidates = [`${module}.rs`, `${module}/mod.rs`, `${module}/lib.rs`, `${module}/main.rs`];
  return candidates.find((path) => tree.has(path)) ?? null;
}
