// The files of a folder are a source of its workspace. This file lists all of them for an index run, only some after a
// change, and says which folder to watch.
import type { Source } from '../../../ports/source.ts';
import type { Fingerprint } from '../../../ports/store.ts';
import type { WatchedFolder } from '../../../ports/watcher.ts';
import { roleOf } from '../role.ts';
import { type GitListing, listIgnoredFolders, listSomeWithGit, listWithGit, measure } from './list-files.ts';
import { measurePaths, scan } from './scan.ts';
import { DROPPED_FOLDERS, NEVER_READ, openSearch, type ScanOptions } from './unwanted-paths.ts';

export interface CodeSourceOptions extends ScanOptions {
  readonly root: string;
  readonly languageOf: (path: string) => string | null;
}

export function createCodeSource({ root, languageOf, ...options }: CodeSourceOptions): Source {
  let isListed = false;
  let pending: Promise<GitListing> | null = null;
  return {
    name: 'code',
    owns: () => true,
    begin: () => {
      pending = listWithGit(root);
    },
    scan: async (_memory, onSeen, known) => {
      const listing = pending ?? undefined;
      // A later scan must list the files again.
      pending = null;
      const { isListed: wasListed, ...seen } = await scan(root, options, { listing, onSeen, known });
      isListed = wasListed;
      return seen;
    },
    scanSome: (paths, isKnown) => scanSome(root, paths, { ...options, isListed, isKnown }),
    watched: async () => [await describeWatchedRoot(root, options)],
    languageOf,
    roleOf: (path, facts) => roleOf(path, facts?.isGenerated ?? false),
  };
}

/** Returns the root to watch, less folders of git and knap, and ignored or installed ones if no rule lets in any. */
async function describeWatchedRoot(root: string, options: ScanOptions): Promise<WatchedFolder> {
  const { rootRules, includeRules } = openSearch(root, options);
  // A re-include of the root or the user may name any installed folder, and one of the user any that git ignores.
  const ignored = includeRules.reincludes ? [] : await listIgnoredFolders(root);
  const isAnyInstalled = rootRules.reincludes || includeRules.reincludes;
  return {
    folder: root,
    ignoredPaths: ignored.map((path) => path.slice(0, -1)),
    ignoredNames: [...NEVER_READ, ...(isAnyInstalled ? [] : DROPPED_FOLDERS)],
  };
}

// A full scan is faster than looking at more paths than this.
const PATHS_MAX = 300;
// A known path in one of these states needs no new question to git.
const STILL: ReadonlySet<string> = new Set(['file', 'gone']);
const NOTHING_LISTED = { paths: [], undecodable: 0 };
// A change of these files may change which other files are read.
const RULE_FILES = /(?:^|\/)(?:\.gitignore|\.ctxignore|\.gitmodules|\.git)$/;

interface SomeOptions extends ScanOptions {
  /** Whether git listed the files of the folder without a walk; only a full walk can replace git. */
  readonly isListed: boolean;
  readonly isKnown: (path: string) => boolean;
}

/**
 * Returns the files at some paths and below them; null if a full scan is needed: for too many paths, for links, when
 * rules changed, when git cannot tell, or when there is something to note. Git is not asked about `STILL` paths.
 */
async function scanSome(
  root: string,
  paths: readonly string[],
  { isListed, isKnown, ...options }: SomeOptions,
): Promise<readonly Fingerprint[] | null> {
  if (paths.length > PATHS_MAX || paths.some((path) => RULE_FILES.test(path))) return null;
  const search = openSearch(root, options);
  const wanted = paths.filter((path) => search.verdict(path) !== 'drop');
  if (search.notes.length > 0) return null;
  if (wanted.length === 0) return [];
  const isStill = (path: string) => isKnown(path) && STILL.has(measure(root, path).kind);
  const { still = [], other = [] } = Object.groupBy(wanted, (path) => (isStill(path) ? 'still' : 'other'));
  if (other.length > 0 && !isListed) return null;
  const listing = other.length === 0 ? NOTHING_LISTED : await listSomeWithGit(root, other);
  if (listing.paths === null || listing.undecodable > 0) return null;
  const { files, links } = await measurePaths(search, [...still, ...listing.paths]);
  const isClear = links.length === 0 && search.notes.length === 0 && search.tally.notes().length === 0;
  return isClear ? files : null;
}
