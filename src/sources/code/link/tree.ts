import type { FileRecord } from '../../../ports/store.ts';

/** The view as resolvers ask for it. Tables are built on first use, so that linking one file stays cheap. */
export interface Tree {
  has(path: string): boolean;
  hasFolder(folder: string): boolean;
  /** Files right inside a folder, sorted; the root is the empty string. */
  filesIn(folder: string): readonly string[];
  /** Files with this base name, sorted. */
  named(name: string): readonly string[];
  /** Files whose base name without its last extension is this, sorted. */
  withStem(stem: string): readonly string[];
  /** Folders whose last segment is this, sorted. */
  foldersNamed(name: string): readonly string[];
  folders(): readonly string[];
  paths(): readonly string[];
}

/** Looks at the view through lazy tables. */
function treeOf(files: ReadonlyMap<string, FileRecord>): Tree {
  const paths = lazy(() => sorted([...files.keys()]));
  const byFolder = lazy(() => withAncestors(groupByFolder(paths())));
  const byName = lazy(() => groupBy(paths(), nameOf));
  const byStem = lazy(() => groupBy(paths(), stemOf));
  const folders = lazy(() => [...byFolder().keys()].sort());
  const foldersByName = lazy(() => groupBy(folders(), nameOf));
  return {
    has: (path) => files.has(path),
    hasFolder: (folder) => byFolder().has(folder),
    filesIn: (folder) => byFolder().get(folder) ?? [],
    named: (name) => byName().get(name) ?? [],
    withStem: (stem) => byStem().get(stem) ?? [],
    foldersNamed: (name) => foldersByName().get(name) ?? [],
    folders,
    paths,
  };
}

/** The same tree while the same files are in it, so that what was looked up of it stays known; else one of these files. */
export function treeAgain(latest: Tree | null, files: ReadonlyMap<string, FileRecord>): Tree {
  const paths = latest?.paths();
  if (!latest || paths?.length !== files.size) return treeOf(files);
  let at = 0;
  for (const path of files.keys()) if (paths[at++] !== path) return treeOf(files);
  return latest;
}

// A view most often comes sorted, and looking is much cheaper than sorting.
function sorted(paths: string[]): readonly string[] {
  return paths.every((path, index) => index === 0 || paths[index - 1]! < path) ? paths : paths.sort();
}

/** The folder of a path; empty for the root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** The base name of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** `src/a.test.ts` → `a.test`. */
export function stemOf(path: string): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** The last extension, without its dot; empty when there is none. */
export function extensionOf(path: string): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1) : '';
}

/** Joins and normalises; null when the result would leave the root. */
export function joinPath(folder: string, relative: string): string | null {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

/** The folder itself and those above it, nearest first, the root last. */
export function upwards(folder: string): readonly string[] {
  const found: string[] = [];
  for (let at = folder; at !== ''; at = folderOf(at)) found.push(at);
  return [...found, ''];
}

/** Whether a path lies below a folder; everything lies below the root. */
export function isUnder(path: string, folder: string): boolean {
  return folder === '' || (path.startsWith(folder) && path[folder.length] === '/');
}

/** Computes on the first call and remembers. */
export function lazy<T>(compute: () => T): () => T {
  let known: { readonly value: T } | null = null;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}

/** Paths by a key of theirs, in the order given. */
export function groupBy(paths: readonly string[], keyOf: (path: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const key = keyOf(path);
    const group = groups.get(key);
    if (group) group.push(path);
    else groups.set(key, [path]);
  }
  return groups;
}

// Sorted paths come folder by folder most of the time: the folder need not be cut out and looked up for each.
function groupByFolder(paths: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  let folder: string | null = null;
  let group: string[] = [];
  for (const path of paths) {
    const end = Math.max(0, path.lastIndexOf('/'));
    if (folder === null || end !== folder.length || !path.startsWith(folder)) {
      folder = path.slice(0, end);
      group = groups.get(folder) ?? [];
      groups.set(folder, group);
    }
    group.push(path);
  }
  return groups;
}

// Folders that hold only folders are folders too.
function withAncestors(byFolder: Map<string, string[]>): Map<string, string[]> {
  for (const folder of [...byFolder.keys()]) {
    for (let at = folder; at !== ''; ) {
      at = folderOf(at);
      if (byFolder.has(at)) break;
      byFolder.set(at, []);
    }
  }
  if (!byFolder.has('')) byFolder.set('', []);
  return byFolder;
}

/** How many leading folders two paths share. */
export function sharedFolders(a: string, b: string): number {
  let shared = 0;
  const end = Math.min(a.length, b.length);
  for (let at = 0; at < end && a[at] === b[at]; at += 1) if (a[at] === '/') shared += 1;
  return shared;
}

/** The path closest to `from` in the tree: most shared folders, then shortest, then first by name. */
export function nearest(paths: readonly string[], from: string): string | null {
  let best: string | null = null;
  for (const path of paths) if (path !== from && (best === null || isNearer(path, best, from))) best = path;
  return best;
}

/** All of them, closest first. */
export function byNearness(paths: readonly string[], from: string): string[] {
  return paths.filter((path) => path !== from).sort((a, b) => (isNearer(a, b, from) ? -1 : 1));
}

function isNearer(a: string, b: string, from: string): boolean {
  const difference = sharedFolders(a, from) - sharedFolders(b, from);
  if (difference !== 0) return difference > 0;
  if (a.length !== b.length) return a.length < b.length;
  return a < b;
}
