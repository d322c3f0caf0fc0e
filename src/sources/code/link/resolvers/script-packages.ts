// A specifier in TypeScript or JavaScript may name a package of the workspace. This file reads the `package.json` files
// and finds the source file behind an entry, also where the entry names built code.
import { isUnder, joinPath } from '../../../../model/paths.ts';
import { isRecord } from '../../../../model/records.ts';
import { type ConfigFiles, type FileTree, stringsOf } from '../file-tree.ts';
import { findAbove, findFirst } from './language-family.ts';

// These conditions of an export map are tried first, in this order; others follow as written.
const FIRST_CONDITIONS = ['source', 'development', 'import', 'module', 'default', 'types'];
const PACKAGES_MAX = 400;
const NESTING_MAX = 8;

export interface ScriptPackage {
  readonly folder: string;
  readonly manifest: Record<string, unknown>;
}

/** Finds packages of the workspace by their names, or by a path inside their folders. */
export type ScriptPackages = Awaited<ReturnType<typeof readPackages>>;

/** Reads the package.json files of the view, shallowest first, up to a bound. */
export async function readPackages(configs: ConfigFiles) {
  const manifests = await configs.readAll('package.json', PACKAGES_MAX, configs.json);
  const packages = manifests.map(([folder, manifest]): ScriptPackage => ({ folder, manifest }));
  const byName = Map.groupBy(packages, ({ manifest }) => manifest.name);
  const byFolder = new Map(packages.map((entry) => [entry.folder, entry]));
  return {
    // Fixtures repeat names: the package around the importing file wins, then the shallowest one.
    named: (name: string, from: string) => {
      const namesakes = byName.get(name) ?? [];
      const around = namesakes.find(({ folder }) => folder !== '' && isUnder(from, folder));
      return around ?? namesakes[0] ?? null;
    },
    around: (path: string) => findAbove(byFolder, path),
  };
}

/** Splits `@scope/name/sub/path` into the package and its subpath (`.` when there is none). */
export function splitSpecifier(specifier: string): { name: string; subpath: string } {
  const parts = specifier.split('/');
  const length = specifier.startsWith('@') ? 2 : 1;
  const rest = parts.slice(length).join('/');
  return { name: parts.slice(0, length).join('/'), subpath: rest === '' ? '.' : `./${rest}` };
}

/** Finds the file that a package exports under a subpath. */
export function findPackageFile(tree: FileTree, { folder, manifest }: ScriptPackage, subpath: string): string | null {
  const main = ['source', 'module', 'main', 'types'].flatMap((field) => stringsOf(manifest[field]));
  const entries = [...lookUpEntries(manifest.exports, subpath), ...(subpath === '.' ? main : [subpath])];
  const file = findFirst(entries, (entry) => findPackageSource(tree, folder, entry));
  if (file !== null || subpath !== '.') return file;
  return findIndexFile(tree, folder === '' ? 'src' : `${folder}/src`) ?? findIndexFile(tree, folder);
}

/** Looks up `#name` in an `imports` map, or `./name` in an `exports` map; returns files or specifiers. */
export function lookUpEntries(map: unknown, key: string): string[] {
  if (!isRecord(map) || !Object.keys(map).some((name) => /^[.#]/.test(name)))
    return key === '.' ? collectLeaves(map, 0) : [];
  if (Object.hasOwn(map, key)) return collectLeaves(map[key], 0);
  const patterns = Object.keys(map).filter((name) => name.includes('*'));
  patterns.sort((a, b) => b.indexOf('*') - a.indexOf('*') || (a < b ? -1 : 1));
  for (const pattern of patterns) {
    const rest = matchStar(pattern, key);
    if (rest !== null) return collectLeaves(map[pattern], 0).map((leaf) => leaf.replaceAll('*', rest));
  }
  return [];
}

/** Returns what the star of a pattern stands for in a text; null when the pattern does not match. */
export function matchStar(pattern: string, text: string): string | null {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === text ? '' : null;
  const prefix = pattern.slice(0, star);
  const after = pattern.slice(star + 1);
  if (text.length < prefix.length + after.length || !text.startsWith(prefix) || !text.endsWith(after)) return null;
  return text.slice(prefix.length, text.length - after.length);
}

function collectLeaves(value: unknown, depth: number): string[] {
  if (depth > NESTING_MAX) return [];
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((entry) => collectLeaves(entry, depth + 1));
  if (!isRecord(value)) return [];
  const conditions = new Set([...FIRST_CONDITIONS, ...Object.keys(value)]);
  return [...conditions].flatMap((name) => collectLeaves(value[name], depth + 1));
}

const EXTENSIONS = ['ts', 'tsx', 'd.ts', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte', 'json', 'd.mts'];

// A specifier may name the emitted file, while the view holds the source it is emitted from.
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

/** Finds the file that a path means: itself, its source, the path with an extension, or the index of a folder. */
export function findScriptFile(tree: FileTree, path: string): string | null {
  if (tree.has(path)) return path;
  const emitted = EMITTED.exec(path);
  const sources = emitted === null ? [] : (WRITTEN_FOR[emitted[1]!] ?? []);
  return (
    findWithExtension(tree, path.slice(0, emitted?.index), sources) ??
    findWithExtension(tree, path, EXTENSIONS) ??
    findIndexFile(tree, path)
  );
}

function findIndexFile(tree: FileTree, folder: string): string | null {
  if (!tree.hasFolder(folder)) return null;
  return findWithExtension(tree, folder === '' ? 'index' : `${folder}/index`, EXTENSIONS);
}

function findWithExtension(tree: FileTree, base: string, extensions: readonly string[]): string | null {
  const extension = extensions.find((each) => tree.has(`${base}.${each}`));
  return extension === undefined ? null : `${base}.${extension}`;
}

/** Finds the file behind a path of a package; for one that the view lacks, its source. */
export function findPackageSource(tree: FileTree, folder: string, entry: string): string | null {
  const relative = entry.replace(/^\.\//, '');
  const direct = findFileIn(tree, folder, relative);
  if (direct) return direct;
  const bare = relative.replace(EMITTED, '').replace(BUILT, '');
  const flat = bare.replace(/^[^/]+\//, '');
  const candidates = !BUILT.test(relative) ? [`src/${bare}`] : [`src/${bare}`, bare, `src/${flat}`, `lib/${bare}`];
  const file = findFirst(candidates, (candidate) => findFileIn(tree, folder, candidate));
  if (file !== null) return file;
  // A bundle has no source of the same name; its sources begin at the index.
  return BUILT.test(relative) && !bare.includes('/') ? findFileIn(tree, folder, 'src/index') : null;
}

function findFileIn(tree: FileTree, folder: string, relative: string): string | null {
  const path = joinPath(folder, relative);
  return path === null || path === folder ? null : findScriptFile(tree, path);
}
