import { existsSync } from 'node:fs';
import { git, splitNames } from '../../../reading/git.ts';

/** What git lists in a folder; `paths` is null when it cannot (`complaint` then says why, where there is a repository). */
export interface GitListing {
  readonly paths: readonly string[] | null;
  readonly undecodable: number;
  readonly complaint: string | null;
}

const LIST = ['ls-files', '-co', '--exclude-standard', '-z'] as const;

/** Tracked and untracked files that git does not ignore, relative to the folder. A repository inside is one entry. */
export async function listWithGit(folder: string): Promise<GitListing> {
  const answer = await git(folder, LIST);
  if (answer.ok) return { ...listing(answer.stdout), complaint: null };
  const isRepository = !answer.isMissing && existsSync(`${folder}/.git`);
  return { paths: null, undecodable: 0, complaint: isRepository ? answer.complaint : null };
}

/** The same for a folder that may be a submodule, or a clone inside the work tree; nothing where it is neither. */
export async function listNested(folder: string): Promise<GitListing> {
  // Without a repository of its own git would answer for the outer one.
  if (!existsSync(`${folder}/.git`)) return { paths: [], undecodable: 0, complaint: null };
  return listWithGit(folder);
}

function listing(output: Buffer): Omit<GitListing, 'complaint'> {
  const { names, undecodable } = splitNames(output);
  // A file in conflict is listed once for each side.
  return { paths: [...new Set(names)], undecodable };
}
