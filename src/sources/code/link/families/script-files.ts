import { joinPath, type Tree } from '../tree.ts';

const EXTENSIONS = ['ts', 'tsx', 'd.ts', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte', 'json', 'd.mts'];

// A specifier names what is emitted; the view holds what it is emitted from.
const WRITTEN_FOR: Readonly<Record<string, readonly string[]>> = {
  js: ['ts', 'tsx', 'd.ts', 'jsx', 'mts', 'cts'],
  jsx: ['tsx'],
  mjs: ['mts', 'ts', 'd.mts', 'js'],
  cjs: ['cts', 'ts', 'd.cts', 'js'],
  ts: ['tsx'],
};
const EMITTED = /\.(?:d\.)?([mc]?[jt]sx?)$/;
// Folders built code is written to, optionally with a folder for the module format below.
const BUILT = /^(?:dist|build|lib|out|output|esm?|cjs|umd)\/(?:(?:esm?|cjs|umd|module|modern|types|browser)\/)?/;

/** The file a path without certain extension means: itself, its source, with an extension, or an index of the folder. */
export function scriptFile(tree: Tree, path: string): string | null {
  if (tree.has(path)) return path;
  const emitted = EMITTED.exec(path);
  if (emitted) {
    const bare = path.slice(0, emitted.index);
    for (const extension of WRITTEN_FOR[emitted[1]!] ?? []) {
      if (tree.has(`${bare}.${extension}`)) return `${bare}.${extension}`;
    }
  }
  for (const extension of EXTENSIONS) if (tree.has(`${path}.${extension}`)) return `${path}.${extension}`;
  return indexFile(tree, path);
}

/** The index of a folder. */
export function indexFile(tree: Tree, folder: string): string | null {
  if (!tree.hasFolder(folder)) return null;
  const prefix = folder === '' ? 'index' : `${folder}/index`;
  for (const extension of EXTENSIONS) if (tree.has(`${prefix}.${extension}`)) return `${prefix}.${extension}`;
  return null;
}

/** A path of a package, mapped back to its source when it points at something built that the view does not hold. */
export function packagedFile(tree: Tree, folder: string, entry: string): string | null {
  const relative = entry.replace(/^\.\//, '');
  const direct = joined(tree, folder, relative);
  if (direct) return direct;
  const bare = relative.replace(EMITTED, '').replace(BUILT, '');
  const flat = bare.replace(/^[^/]+\//, '');
  const candidates = !BUILT.test(relative) ? [`src/${bare}`] : [`src/${bare}`, bare, `src/${flat}`, `lib/${bare}`];
  for (const candidate of candidates) {
    const found = joined(tree, folder, candidate);
    if (found) return found;
  }
  // A bundle has no source of its own name; what it is made from begins at the index.
  return BUILT.test(relative) && !bare.includes('/') ? joined(tree, folder, 'src/index') : null;
}

function joined(tree: Tree, folder: string, relative: string): string | null {
  const path = joinPath(folder, relative);
  return path === null || path === folder ? null : scriptFile(tree, path);
}
