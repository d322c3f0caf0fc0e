import type { ContentFacts } from '../../../model/facts.ts';
import type { Source } from '../../../ports/source.ts';
import type { Fingerprint } from '../../../ports/store.ts';
import type { WatchedFolder } from '../../../ports/watcher.ts';
import { roleOf } from '../role.ts';
import { type GitListing, ignoredFolders, listSomeWithGit, listWithGit, measure } from './list-files.ts';
import { measurePaths, openSearch, type ScanOptions, scan } from './scan.ts';
import { DROPPED_FOLDERS, NEVER } from './unwanted-paths.ts';

export interface CodeSourceOptions extends ScanOptions {
  readonly root: string;
  readonly languageOf: (path: string) => string | null;
}

/** The files of a folder as a source of knowledge. */
export function createCodeSource({ root, languageOf, ...options }: CodeSourceOptions): Source {
  let isListed = false;
  let begun: Promise<GitListing> | null = null;
  return {
    name: 'code',
    owns: () => true,
    begin: () => {
      begun = listWithGit(root);
    },
    scan: async (_memory, onSeen, known) => {
      const listing = begun ?? undefined;
      // A later scan must list the files again.
      begun = null;
      const { isListed: wasListed, ...seen } = await scan(root, options, { listing, onSeen, known });
      isListed = wasListed;
      return seen;
    },
    scanSome: (paths, isKnown) => scanSome(root, paths, { ...options, isListed, isKnown }),
    watched: async () => [await watchedRoot(root, options)],
    languageOf,
    roleOf: (path: string, facts: ContentFacts | null) => roleOf(path, facts?.isGenerated ?? false),
  };
}

/** The root as a folder to watch, without what is ignored, installed or git's own. */
async function watchedRoot(root: string, options: ScanOptions): Promise<WatchedFolder> {
  const { own, included } = openSearch(root, options);
  // A re-include of the root may mean any installed folder, and one of the user any folder that git ignores.
  const ignored = included.reincludes ? [] : await ignoredFolders(root);
  const isAnyInstalled = own.reincludes || included.reincludes;
  return {
    folder: root,
    ignoredPaths: ignored.map((path) => path.slice(0, -1)),
    ignoredNames: [...NEVER, ...(isAnyInstalled ? [] : DROPPED_FOLDERS)],
  };
}

// A full scan is quicker than looking at more paths than this.
const PATHS_MAX = 300;
// What a known file may have become without asking git again.
const STILL: ReadonlySet<string> = new Set(['file', 'gone']);
const NONE = { paths: [], undecodable: 0 };
// A change of these files changes which other files are read.
const DECIDING = /(?:^|\/)(?:\.gitignore|\.ctxignore|\.gitmodules|\.git)$/;

interface SomeOptions extends ScanOptions {
  /** Whether git lists the files of the folder; only a full walk can replace git. */
  readonly isListed: boolean;
  readonly isKnown: (path: string) => boolean;
}

/**
 * The files at some paths and below them. Null where only a full scan can tell: with links, when
 * rules changed, or when the scan has something to note. Git is asked again whether it ignores a
 * file only when the file is new.
 */
async function scanSome(
  root: string,
  paths: readonly string[],
  { isListed, isKnown, ...options }: SomeOptions,
): Promise<readonly Fingerprint[] | null> {
  if (paths.length > PATHS_MAX || paths.some((path) => DECIDING.test(path))) return null;
  const search = openSearch(root, options);
  const wanted = paths.filter((path) => search.verdict(path) !== 'drop');
  if (search.notes.length > 0) return null;
  if (wanted.length === 0) return [];
  const isStill = (path: string) => isKnown(path) && STILL.has(measure(root, path).kind);
  const { still = [], other = [] } = Object.groupBy(wanted, (path) => (isStill(path) ? 'still' : 'other'));
  if (other.length > 0 && !isListed) return null;
  const listing = other.length === 0 ? NONE : await listSomeWithGit(root, other);
  if (listing.paths === null || listing.undecodable > 0) return null;
  const { files, links } = await measurePaths(search, [...still, ...listing.paths]);
  const isClear = links.length === 0 && search.notes.length === 0 && search.tally.notes().length === 0;
  return isClear ? files : null;
}
