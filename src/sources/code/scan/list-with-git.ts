import { existsSync, statSync } from 'node:fs';
import { type GitAnswer, git, splitNames } from '../../../reading/git.ts';

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

// Git reads an ignore file whole, and waits for whoever may write to it; one deeper in the tree is met by git alone.
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
    // A link in a circle, or a folder that may not be entered: git finds nothing there either.
    return undefined;
  }
}

function listing(output: Buffer): Omit<GitListing, 'complaint'> {
  const { names, undecodable } = splitNames(output);
  // A file in conflict is listed once for each side.
  return { paths: [...new Set(names)], undecodable };
}
