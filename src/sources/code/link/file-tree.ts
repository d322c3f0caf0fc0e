import { lazy } from '../../../model/memory.ts';
import { folderOf, nameOf, stemOf } from '../../../model/paths.ts';
import type { LinkWorkspace } from '../../../ports/source.ts';
import type { FileRecord } from '../../../ports/store.ts';

/** The paths of the view. Each table of them is built when it is first asked for, so that linking one file stays cheap. */
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

function treeOf(files: ReadonlyMap<string, FileRecord>): Tree {
  const paths = lazy(() => sorted([...files.keys()]));
  const byFolder = lazy(() => withAncestors(groupByFolder(paths())));
  const byName = lazy(() => Map.groupBy(paths(), nameOf));
  const byStem = lazy(() => Map.groupBy(paths(), stemOf));
  const folders = lazy(() => [...byFolder().keys()].sort());
  const foldersByName = lazy(() => Map.groupBy(folders(), nameOf));
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

/** The latest tree while it holds the same files, so that its tables are built once; else a new one. */
export function treeAgain(latest: Tree | null, files: ReadonlyMap<string, FileRecord>): Tree {
  const paths = latest?.paths();
  if (!latest || paths?.length !== files.size) return treeOf(files);
  let at = 0;
  for (const path of files.keys()) if (paths[at++] !== path) return treeOf(files);
  return latest;
}

const FACTS_BATCH = 500;

/** Facts of files, some hundred at a time: those of a large tree do not fit in memory together. */
export async function* factsInBatches(workspace: Pick<LinkWorkspace, 'facts'>, paths: readonly string[]) {
  for (let start = 0; start < paths.length; start += FACTS_BATCH)
    yield await workspace.facts(paths.slice(start, start + FACTS_BATCH));
}

// A view mostly comes sorted, and checking that is much cheaper than sorting.
function sorted(paths: string[]): readonly string[] {
  return paths.every((path, index) => index === 0 || paths[index - 1]! < path) ? paths : paths.sort();
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
