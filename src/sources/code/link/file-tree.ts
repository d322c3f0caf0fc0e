// Resolvers and rules look files up by path, folder, name and stem, and read `package.json`, `go.mod`, `tsconfig.json`
// and the like. This file keeps tables of the view, reads those files, and says which of several paths is nearest.
import { lazy, memoize } from '../../../model/memoize.ts';
import { folderOf, nameOf, stemOf } from '../../../model/paths.ts';
import { isRecord } from '../../../model/records.ts';
import { byText } from '../../../model/terms.ts';
import type { LinkWorkspace } from '../../../ports/source.ts';
import type { FileRecord } from '../../../ports/store.ts';

/** The paths of the view, in tables. */
export type FileTree = ReturnType<typeof createFileTree>;

// Each table is built when it is first used, so that linking one file stays cheap. Lists of paths are sorted.
function createFileTree(files: ReadonlyMap<string, FileRecord>) {
  const paths = lazy(() => sortPaths([...files.keys()]));
  const byFolder = lazy(() => addAncestors(groupByFolder(paths())));
  const byName = lazy(() => Map.groupBy(paths(), nameOf));
  const byStem = lazy(() => Map.groupBy(paths(), stemOf));
  const folders = lazy((): readonly string[] => [...byFolder().keys()].sort());
  const foldersByName = lazy(() => Map.groupBy(folders(), nameOf));
  const named = (name: string): readonly string[] => byName().get(name) ?? [];
  return {
    paths,
    folders,
    has: (path: string) => files.has(path),
    hasFolder: (folder: string) => byFolder().has(folder),
    /** Returns the first of some paths that is a file of the view; null if none is. */
    first: (candidates: readonly (string | null)[]): string | null =>
      candidates.find((path) => path !== null && files.has(path)) ?? null,
    /** Returns the files right inside a folder; the root is the empty string. */
    filesIn: (folder: string): readonly string[] => byFolder().get(folder) ?? [],
    /** Returns the files with this base name. */
    named,
    /** Returns the files whose last segments are this path. */
    endingIn: (end: string) => named(nameOf(end)).filter((path) => path === end || path.endsWith(`/${end}`)),
    /** Returns the files whose base name without its last extension is this. */
    withStem: (stem: string): readonly string[] => byStem().get(stem) ?? [],
    /** Returns the folders whose last segment is this. */
    foldersNamed: (name: string): readonly string[] => foldersByName().get(name) ?? [],
  };
}

/** Returns the latest tree if it holds the same files in the same order, with its tables; else a new one. */
export function reuseFileTree(latest: FileTree | null, files: ReadonlyMap<string, FileRecord>): FileTree {
  const paths = latest?.paths();
  if (!latest || paths?.length !== files.size) return createFileTree(files);
  let index = 0;
  for (const path of files.keys()) if (paths[index++] !== path) return createFileTree(files);
  return latest;
}

const FACTS_BATCH = 500;

/** Yields the facts of files in batches: those of a large tree do not fit in memory together. */
export async function* factsInBatches(workspace: Pick<LinkWorkspace, 'facts'>, paths: readonly string[]) {
  for (let start = 0; start < paths.length; start += FACTS_BATCH)
    yield await workspace.facts(paths.slice(start, start + FACTS_BATCH));
}

// A view is mostly sorted already, and checking that is much cheaper than sorting.
function sortPaths(paths: string[]): readonly string[] {
  return paths.every((path, index) => index === 0 || paths[index - 1]! < path) ? paths : paths.sort();
}

// In sorted paths most neighbours share a folder, so the folder is looked up only when it changes.
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
function addAncestors(byFolder: Map<string, string[]>): Map<string, string[]> {
  for (const folder of [...byFolder.keys()]) {
    for (let ancestor = folder; ancestor !== ''; ) {
      ancestor = folderOf(ancestor);
      if (byFolder.has(ancestor)) break;
      byFolder.set(ancestor, []);
    }
  }
  if (!byFolder.has('')) byFolder.set('', []);
  return byFolder;
}

/** Counts the leading folders that two paths share. */
export function countSharedFolders(a: string, b: string): number {
  let shared = 0;
  const end = Math.min(a.length, b.length);
  for (let index = 0; index < end && a[index] === b[index]; index += 1) if (a[index] === '/') shared += 1;
  return shared;
}

/** Returns the path but `from` that is closest to it: most shared folders, then shortest, then first by name. */
export function findNearestPath(paths: readonly string[], from: string): string | null {
  let best: string | null = null;
  for (const path of paths) if (path !== from && (best === null || isNearer(path, best, from))) best = path;
  return best;
}

/** Returns a comparison that sorts the paths closest to `from` first. */
export function byNearness(from: string): (a: string, b: string) => number {
  return (a, b) => (isNearer(a, b, from) ? -1 : 1);
}

function isNearer(a: string, b: string, from: string): boolean {
  const difference = countSharedFolders(a, from) - countSharedFolders(b, from);
  if (difference !== 0) return difference > 0;
  if (a.length !== b.length) return a.length < b.length;
  return a < b;
}

// A hostile or generated tree may hold any number of these files.
const READS_MAX = 4000;
const TEXT_MAX = 512 * 1024;

/** The texts of files of the view, mostly configuration, each read at most once; null for one that cannot be used. */
export type ConfigFiles = ReturnType<typeof openConfigFiles>;

/** Reads through the workspace at most `READS_MAX` files of at most `TEXT_MAX` characters. */
export function openConfigFiles(
  tree: FileTree,
  read: (path: string) => Promise<string | null>,
  note: (text: string) => void,
) {
  let reads = 0;
  const text = memoize(async (path: string): Promise<string | null> => {
    if (!tree.has(path)) return null;
    reads += 1;
    if (reads === READS_MAX + 1) note(`only the first ${READS_MAX} configuration files were read`);
    const content = reads > READS_MAX ? null : await read(path);
    if (content === null || content.length <= TEXT_MAX) return content;
    note(`${path} is too large to be read as configuration`);
    return null;
  });
  // Comments and trailing commas are allowed.
  const json = memoize(async (path: string): Promise<Record<string, unknown> | null> => {
    const source = await text(path);
    if (source === null) return null;
    const value = parseJson(source);
    if (isRecord(value)) return value;
    note(`${path} is not valid JSON; imports are resolved without it`);
    return null;
  });
  return {
    text,
    json,
    /** Reads the shallowest files of this base name with `text` or `json`; returns those it could read, by folder. */
    async readAll<Content>(name: string, filesMax: number, readOne: (path: string) => Promise<Content | null>) {
      const paths = tree.named(name).toSorted((a, b) => a.split('/').length - b.split('/').length || byText(a, b));
      const reading = paths.slice(0, filesMax).map(async (path) => [folderOf(path), await readOne(path)] as const);
      const contents = await Promise.all(reading);
      return contents.flatMap(([folder, content]) => (content === null ? [] : [[folder, content] as const]));
    },
  };
}

/** Parses JSON with or without comments and trailing commas; returns undefined for any other text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The usual reason is comments, so the text is parsed again without them.
  }
  try {
    return JSON.parse(stripComments(text));
  } catch {
    return undefined;
  }
}

/** Returns the strings of a value that should be a string or a list of strings. */
export function stringsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

// The patterns match strings first, so that a string keeps what looks like a comment. The closing ends are optional: an
// unclosed string or comment then matches once instead of being tried again from every character.
const COMMENTS = /("(?:[^"\\\n]|\\.)*"?)|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
const TRAILING_COMMAS = /("(?:[^"\\\n]|\\.)*"?)|,(?=\s*[}\]])/g;

function stripComments(text: string): string {
  const bare = text.replace(COMMENTS, (_, string: string | undefined) => string ?? ' ');
  return bare.replace(TRAILING_COMMAS, (_, string: string | undefined) => string ?? '');
}
