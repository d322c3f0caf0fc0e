import { type Dirent, existsSync, lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Fingerprint } from '../../../ports/store.ts';
import { confine, wayTo } from '../../../reading/confine.ts';
import { type GitAnswer, git, splitNames } from '../../../reading/git.ts';
import { wholeMs } from '../../../reading/read-file.ts';
import { type IgnoreRules, readIgnoreFile } from './ignore-rules.ts';
import { DROPPED_FOLDERS, NEVER } from './unwanted-paths.ts';

/** What git lists in a folder; `paths` is null when it cannot (`complaint` then says why, where there is a repository). */
export interface GitListing {
  readonly paths: readonly string[] | null;
  readonly undecodable: number;
  readonly complaint: string | null;
}

const LIST = ['ls-files', '-co', '--exclude-standard', '-z'] as const;
const IGNORE_FILES = ['.gitignore', '.git/info/exclude'] as const;
const IGNORE_BYTES_MAX = 16 * 1024 * 1024;

/** Tracked and untracked files that git does not ignore, relative to the folder. A repository inside is one entry. */
export async function listWithGit(folder: string): Promise<GitListing> {
  const answer = await listed(folder, LIST);
  if (answer.ok) return { ...listing(answer.stdout), complaint: null };
  const isRepository = !answer.isMissing && existsSync(`${folder}/.git`);
  return { paths: null, undecodable: 0, complaint: isRepository ? answer.complaint : null };
}

/** The same for some paths alone, and what lies below them. */
export async function listSomeWithGit(folder: string, paths: readonly string[]): Promise<GitListing> {
  const answer = await listed(folder, ['--literal-pathspecs', ...LIST, '--', ...paths]);
  if (answer.ok) return { ...listing(answer.stdout), complaint: null };
  return { paths: null, undecodable: 0, complaint: answer.complaint };
}

/** Folders that git ignores as a whole; none where there is no git. */
export async function ignoredFolders(folder: string): Promise<readonly string[]> {
  const answer = await listed(folder, ['ls-files', '-oi', '--exclude-standard', '--directory', '-z']);
  if (!answer.ok) return [];
  return splitNames(answer.stdout).names.filter((name) => name.endsWith('/') && name !== './');
}

/** What git lists in a folder that may be a submodule, or a clone inside the work tree; nothing where it is neither. */
export async function listNested(folder: string): Promise<GitListing> {
  // Without a repository of its own git would answer for the outer one.
  if (!existsSync(`${folder}/.git`)) return { paths: [], undecodable: 0, complaint: null };
  return listWithGit(folder);
}

// Git reads an ignore file whole, and waits when it is a pipe. Those deeper in the tree are left to git.
async function listed(folder: string, args: readonly string[]): Promise<GitAnswer> {
  const odd = IGNORE_FILES.find((name) => {
    const stats = statOf(`${folder}/${name}`);
    return stats !== undefined && !stats.isDirectory() && !(stats.isFile() && stats.size <= IGNORE_BYTES_MAX);
  });
  if (odd === undefined) return git(folder, args);
  const complaint = `${odd} is not a plain file, or too large`;
  return { ok: false, isMissing: false, isPartial: false, stdout: Buffer.alloc(0), complaint };
}

function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A circular link or a folder that may not be entered, where git finds nothing either.
    return undefined;
  }
}

function listing(output: Buffer): Omit<GitListing, 'complaint'> {
  const { names, undecodable } = splitNames(output);
  // A file in conflict is listed once for each side.
  return { paths: [...new Set(names)], undecodable };
}

interface WalkOptions {
  /** The root's own rules: they leave out more, and may let in folders of installed things. */
  readonly own: IgnoreRules;
  /** What the user lets in although git ignores it. */
  readonly included: IgnoreRules;
  readonly filesMax: number;
  readonly onUnreadable: (path: string) => void;
  /** There were more files than wanted; the walk ended early. */
  readonly onFull: () => void;
}

interface Folder {
  readonly path: string;
  /** Git ignores all of it. */
  readonly isIgnored: boolean;
  /** The ignore files above, outermost first, each with the folder it stands for. */
  readonly gitignores: readonly { readonly base: string; readonly rules: IgnoreRules }[];
}

/** Every file below the root that git would not ignore, found without git; links are met as files and not followed. */
export function walk(root: string, options: WalkOptions): readonly string[] {
  const files: string[] = [];
  const repository = readIgnoreFile(join(root, '.git/info/exclude')).rules;
  const waiting: Folder[] = [{ path: '', isIgnored: false, gitignores: [{ base: '', rules: repository }] }];
  // Upper folders first and in the order of names, so that of too many files always the same are found.
  for (const folder of waiting) {
    if (files.length > options.filesMax) {
      options.onFull();
      break;
    }
    const entries = readFolder(root, folder.path, options).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const gitignores = entries.some((entry) => entry.name === '.gitignore')
      ? [
          ...folder.gitignores,
          { base: folder.path, rules: readIgnoreFile(join(root, folder.path, '.gitignore')).rules },
        ]
      : folder.gitignores;
    const inside: Folder = { ...folder, gitignores };
    for (const entry of entries) {
      const path = folder.path + entry.name;
      if (!entry.isDirectory()) {
        if (options.included.verdict(path) === 'in' || !isIgnored(path, inside)) files.push(path);
      } else if (!NEVER.has(entry.name)) enter(`${path}/`, inside, { waiting, options });
    }
  }
  return files;
}

function enter(path: string, above: Folder, to: { waiting: Folder[]; options: WalkOptions }): void {
  const { own, included } = to.options;
  const folder = { path, isIgnored: isIgnored(path, above), gitignores: above.gitignores };
  const isIncluded = included.verdict(path) === 'in' || included.reaches(path);
  const isInstalled = DROPPED_FOLDERS.has(path.slice(above.path.length, -1));
  const isOut = own.verdict(path) === 'out' || (isInstalled && own.verdict(path) !== 'in');
  if (isIncluded || (!folder.isIgnored && (!isOut || own.reaches(path)))) to.waiting.push(folder);
}

function isIgnored(path: string, folder: Folder): boolean {
  if (folder.isIgnored) return true;
  for (const { base, rules } of folder.gitignores.toReversed()) {
    const verdict = rules.verdict(path.slice(base.length));
    if (verdict !== null) return verdict === 'out';
  }
  return false;
}

function readFolder(root: string, path: string, options: WalkOptions): readonly Dirent[] {
  try {
    return readdirSync(join(root, path), { withFileTypes: true });
  } catch {
    // A folder that cannot be opened is reported; the rest of the tree is still worth having.
    options.onUnreadable(path);
    return [];
  }
}

/** What stands at a path, by kind. Links are followed later, when all files are known. */
export type Measured =
  | { readonly kind: 'file'; readonly file: Fingerprint }
  | { readonly kind: 'folder' | 'link' | 'gone' | 'unreadable' | 'other' };

/** Asks the disk about one path; follows nothing. */
export function measure(root: string, path: string): Measured {
  const stats = statsOf(`${root}/${path}`);
  if (stats === 'unreadable') return { kind: 'unreadable' };
  if (stats === undefined) return { kind: 'gone' };
  if (stats.isFile()) return { kind: 'file', file: fingerprint(path, stats) };
  if (stats.isSymbolicLink()) return { kind: 'link' };
  // Sockets, pipes and devices cannot be read as text, and opening one could hang.
  return { kind: stats.isDirectory() ? 'folder' : 'other' };
}

/** Where a link leads. */
type FollowedLink =
  | { readonly kind: 'file'; readonly target: string; readonly file: Fingerprint }
  | { readonly kind: 'folder' | 'outside' | 'broken' };

/** Follows a link to its end; `realRoot` is the root with its own links resolved. */
export function followLink(realRoot: string, path: string): FollowedLink {
  const confined = confine(realRoot, path);
  if ('refusal' in confined) return { kind: confined.refusal === 'outside' ? 'outside' : 'broken' };
  const stats = statsOf(confined.real);
  if (stats === undefined || stats === 'unreadable') return { kind: 'broken' };
  if (!stats.isFile()) return { kind: stats.isDirectory() ? 'folder' : 'broken' };
  const target = wayTo(realRoot, confined.real);
  return { kind: 'file', target, file: fingerprint(path, stats) };
}

function fingerprint(path: string, stats: Stats): Fingerprint {
  return { path, size: stats.size, mtimeMs: wholeMs(stats) };
}

function statsOf(path: string): Stats | 'unreadable' | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // No permission on a folder above, or a name the file system refuses.
    return 'unreadable';
  }
}
