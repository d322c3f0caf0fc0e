// A scan lists files with git, and by walking the folders where git cannot or a user includes what git ignores. This
// file does both, and asks the disk for the size and time of a path and for the end of a link.
import { type Dirent, existsSync, lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Fingerprint } from '../../../ports/store.ts';
import { confine, wayTo } from '../../../reading/confine.ts';
import { type GitAnswer, git, splitNames } from '../../../reading/git.ts';
import { wholeMs } from '../../../reading/read-file.ts';
import { type IgnoreRules, readIgnoreFile } from './ignore-rules.ts';
import { DROPPED_FOLDERS, NEVER_READ, type Search } from './unwanted-paths.ts';

/** The paths that git lists in a folder; null when it cannot, and `complaint` may say why. */
export interface GitListing {
  readonly paths: readonly string[] | null;
  readonly undecodable: number;
  readonly complaint: string | null;
}

const LIST = ['ls-files', '-co', '--exclude-standard', '-z'] as const;
const IGNORE_FILES = ['.gitignore', '.git/info/exclude'] as const;
const IGNORE_BYTES_MAX = 16 * 1024 * 1024;

/** Lists tracked files, and others not ignored by git, relative to the folder. A repository inside is one entry. */
export async function listWithGit(folder: string): Promise<GitListing> {
  const answer = await listCarefully(folder, LIST);
  const isRepository = answer.ok || (!answer.isMissing && existsSync(`${folder}/.git`));
  return isRepository ? toListing(answer) : { paths: null, undecodable: 0, complaint: null };
}

/** Lists the same for some paths and what lies below them. */
export async function listSomeWithGit(folder: string, paths: readonly string[]): Promise<GitListing> {
  return toListing(await listCarefully(folder, ['--literal-pathspecs', ...LIST, '--', ...paths]));
}

function toListing({ ok, stdout, complaint }: GitAnswer): GitListing {
  if (!ok) return { paths: null, undecodable: 0, complaint };
  const { names, undecodable } = splitNames(stdout);
  // A file in conflict is listed once for each side.
  return { paths: [...new Set(names)], undecodable, complaint: null };
}

/** Lists the folders that git ignores as a whole, with a slash at the end; none where git cannot answer. */
export async function listIgnoredFolders(folder: string): Promise<readonly string[]> {
  const answer = await listCarefully(folder, ['ls-files', '-oi', '--exclude-standard', '--directory', '-z']);
  if (!answer.ok) return [];
  return splitNames(answer.stdout).names.filter((name) => name.endsWith('/') && name !== './');
}

/** Lists the files of a folder that may be a submodule or a clone in the work tree; no files when it is neither. */
export async function listNested(folder: string): Promise<GitListing> {
  // For a folder without a repository of its own, git would answer for the outer repository.
  if (!existsSync(`${folder}/.git`)) return { paths: [], undecodable: 0, complaint: null };
  return listWithGit(folder);
}

// Refuses odd ignore files of the folder, because git reads them whole and waits for a pipe; leaves deeper ones to git.
async function listCarefully(folder: string, args: readonly string[]): Promise<GitAnswer> {
  const odd = IGNORE_FILES.find((name) => {
    const stats = followedStats(`${folder}/${name}`);
    return stats !== undefined && !stats.isDirectory() && !(stats.isFile() && stats.size <= IGNORE_BYTES_MAX);
  });
  if (odd === undefined) return git(folder, args);
  const complaint = `${odd} is not a plain file, or too large`;
  return { ok: false, isMissing: false, isPartial: false, stdout: Buffer.alloc(0), complaint };
}

function followedStats(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A circular link or a folder that may not be entered, where git finds nothing either.
    return undefined;
  }
}

interface Folder {
  readonly path: string;
  /** Whether git ignores everything in it. */
  readonly isIgnored: boolean;
  /** The ignore files that hold in it, outermost first, each with its folder. */
  readonly gitignores: readonly { readonly base: string; readonly rules: IgnoreRules }[];
}

/** Walks folders that may hold wanted files; returns files and links that git would not ignore or the user lets in. */
export function walk(search: Search): readonly string[] {
  const { root, includeRules, notes } = search;
  const { filesMax } = search.options;
  const files: string[] = [];
  const repository = readIgnoreFile(join(root, '.git/info/exclude'));
  const waiting: Folder[] = [{ path: '', isIgnored: false, gitignores: [{ base: '', rules: repository }] }];
  // Upper folders come first and in the order of names, so that a walk that ends early always finds the same files.
  for (const folder of waiting) {
    if (files.length > filesMax) {
      notes.push(`more than ${filesMax} files: the search for others was given up`);
      break;
    }
    const entries = readFolder(search, folder.path).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const gitignores = [...folder.gitignores];
    if (entries.some(({ name }) => name === '.gitignore'))
      gitignores.push({ base: folder.path, rules: readIgnoreFile(join(root, folder.path, '.gitignore')) });
    const inside: Folder = { ...folder, gitignores };
    for (const entry of entries) {
      const path = folder.path + entry.name;
      if (!entry.isDirectory()) {
        if (includeRules.verdict(path) === 'in' || !isIgnored(path, inside)) files.push(path);
      } else if (!NEVER_READ.has(entry.name)) enterFolder(search, `${path}/`, inside, waiting);
    }
  }
  return files;
}

function enterFolder({ rootRules, includeRules }: Search, path: string, above: Folder, waiting: Folder[]): void {
  const folder = { path, isIgnored: isIgnored(path, above), gitignores: above.gitignores };
  const isIncluded = includeRules.verdict(path) === 'in' || includeRules.reaches(path);
  const isInstalled = DROPPED_FOLDERS.has(path.slice(above.path.length, -1));
  const isOut = rootRules.verdict(path) === 'out' || (isInstalled && rootRules.verdict(path) !== 'in');
  if (isIncluded || (!folder.isIgnored && (!isOut || rootRules.reaches(path)))) waiting.push(folder);
}

function isIgnored(path: string, folder: Folder): boolean {
  if (folder.isIgnored) return true;
  for (const { base, rules } of folder.gitignores.toReversed()) {
    const verdict = rules.verdict(path.slice(base.length));
    if (verdict !== null) return verdict === 'out';
  }
  return false;
}

function readFolder({ root, tally }: Search, path: string): readonly Dirent[] {
  try {
    return readdirSync(join(root, path), { withFileTypes: true });
  } catch {
    // A folder that cannot be opened is reported, and the walk goes on.
    tally.add('unreadable', path);
    return [];
  }
}

export type MeasuredPath =
  | { readonly kind: 'file'; readonly file: Fingerprint }
  | { readonly kind: 'folder' | 'link' | 'gone' | 'unreadable' | 'other' };

/** Asks the disk about one path; a link at its end is not followed. */
export function measure(root: string, path: string): MeasuredPath {
  const stats = ownStats(`${root}/${path}`);
  if (stats === 'unreadable') return { kind: 'unreadable' };
  if (stats === undefined) return { kind: 'gone' };
  if (stats.isFile()) return { kind: 'file', file: { path, size: stats.size, mtimeMs: wholeMs(stats) } };
  if (stats.isSymbolicLink()) return { kind: 'link' };
  // Sockets, pipes and devices cannot be read as text, and opening one could hang.
  return { kind: stats.isDirectory() ? 'folder' : 'other' };
}

/** Where a link ends; `broken` also stands for an end that is no file and no folder. */
type FollowedLink = { readonly file: string } | 'folder' | 'outside' | 'broken';

/** Follows a link to its end; `realRoot` is the root with its own links resolved. */
export function followLink(realRoot: string, path: string): FollowedLink {
  const confined = confine(realRoot, path);
  if ('refusal' in confined) return confined.refusal === 'outside' ? 'outside' : 'broken';
  const stats = ownStats(confined.real);
  if (stats === undefined || stats === 'unreadable') return 'broken';
  if (!stats.isFile()) return stats.isDirectory() ? 'folder' : 'broken';
  return { file: wayTo(realRoot, confined.real) };
}

function ownStats(path: string): Stats | 'unreadable' | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // No permission on a folder above, or a name the file system refuses.
    return 'unreadable';
  }
}
