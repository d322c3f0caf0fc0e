import { folderOf, isUnder, joinPath, upwards } from '../../../../model/paths.ts';
import { isRecord } from '../../../../model/records.ts';
import { type Configs, stringsOf } from '../configs.ts';
import type { Tree } from '../file-tree.ts';

// Conditions of an export map that lead to source come first; the rest keep the order in which they were written.
const FIRST_CONDITIONS = ['source', 'development', 'import', 'module', 'default', 'types'];
const PACKAGES_MAX = 400;
const NESTING_MAX = 8;

/** A package.json of the view. */
export interface ScriptPackage {
  readonly folder: string;
  readonly manifest: Record<string, unknown>;
}

/** Packages of the workspace by name, and by the folder they own. */
export interface ScriptPackages {
  named(name: string, from: string): ScriptPackage | null;
  around(path: string): ScriptPackage | null;
}

/** Reads every package.json of the view, shallowest first, up to a bound. */
export async function readPackages(configs: Configs): Promise<ScriptPackages> {
  const paths = configs.find(['package.json']).slice(0, PACKAGES_MAX);
  const manifests = await Promise.all(paths.map((path) => configs.json(path)));
  const byName = new Map<string, ScriptPackage[]>();
  const byFolder = new Map<string, ScriptPackage>();
  manifests.forEach((manifest, index) => {
    if (!manifest) return;
    const entry = { folder: folderOf(paths[index]!), manifest };
    byFolder.set(entry.folder, entry);
    if (typeof manifest.name !== 'string') return;
    byName.set(manifest.name, [...(byName.get(manifest.name) ?? []), entry]);
  });
  return {
    // Fixtures repeat names; the one around the importing file wins, then the shallowest.
    named: (name, from) => {
      const namesakes = byName.get(name);
      return (
        namesakes?.find(({ folder }) => namesakes.length > 1 && folder !== '' && isUnder(from, folder)) ??
        namesakes?.[0] ??
        null
      );
    },
    around: (path) => {
      for (const folder of upwards(folderOf(path))) if (byFolder.has(folder)) return byFolder.get(folder)!;
      return null;
    },
  };
}

/** Splits `@scope/name/sub/path` into the package and its subpath (`.` when there is none). */
export function splitSpecifier(specifier: string): { name: string; subpath: string } {
  const parts = specifier.split('/');
  const length = specifier.startsWith('@') ? 2 : 1;
  const rest = parts.slice(length).join('/');
  return { name: parts.slice(0, length).join('/'), subpath: rest === '' ? '.' : `./${rest}` };
}

/** The file a package gives for a subpath. */
export function packageFile(tree: Tree, { folder, manifest }: ScriptPackage, subpath: string): string | null {
  const entries = mappedEntries(manifest.exports, subpath);
  if (subpath === '.') {
    for (const field of ['source', 'module', 'main', 'types']) entries.push(...stringsOf(manifest[field]));
  } else entries.push(subpath);
  for (const entry of entries) {
    const file = packagedFile(tree, folder, entry);
    if (file) return file;
  }
  if (subpath !== '.') return null;
  return indexFile(tree, folder === '' ? 'src' : `${folder}/src`) ?? indexFile(tree, folder);
}

/** The files or specifiers an `imports` map gives for `#name`, or an `exports` map for `./name`. */
export function mappedEntries(map: unknown, key: string): string[] {
  if (!isRecord(map) || !Object.keys(map).some((name) => name.startsWith('.') || name.startsWith('#'))) {
    return key === '.' ? leaves(map, 0) : [];
  }
  if (Object.hasOwn(map, key)) return leaves(map[key], 0);
  const patterns = Object.keys(map).filter((name) => name.includes('*'));
  patterns.sort((a, b) => b.indexOf('*') - a.indexOf('*') || (a < b ? -1 : 1));
  for (const pattern of patterns) {
    const rest = starOf(pattern, key);
    if (rest !== null) return leaves(map[pattern], 0).map((leaf) => leaf.replaceAll('*', rest));
  }
  return [];
}

/** What the star of a pattern stands for in a text; null when it does not match. */
export function starOf(pattern: string, text: string): string | null {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === text ? '' : null;
  const before = pattern.slice(0, star);
  const after = pattern.slice(star + 1);
  if (text.length < before.length + after.length || !text.startsWith(before) || !text.endsWith(after)) return null;
  return text.slice(before.length, text.length - after.length);
}

function leaves(value: unknown, depth: number): string[] {
  if (depth > NESTING_MAX) return [];
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((entry) => leaves(entry, depth + 1));
  if (!isRecord(value)) return [];
  const conditions = Object.keys(value);
  const ordered = [
    ...FIRST_CONDITIONS.filter((name) => conditions.includes(name)),
    ...conditions.filter((name) => !FIRST_CONDITIONS.includes(name)),
  ];
  return ordered.flatMap((name) => leaves(value[name], depth + 1));
}

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
function indexFile(tree: Tree, folder: string): string | null {
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
    const file = joined(tree, folder, candidate);
    if (file) return file;
  }
  // A bundle has no source of its own name; what it is made from begins at the index.
  return BUILT.test(relative) && !bare.includes('/') ? joined(tree, folder, 'src/index') : null;
}

function joined(tree: Tree, folder: string, relative: string): string | null {
  const path = joinPath(folder, relative);
  return path === null || path === folder ? null : scriptFile(tree, path);
}
