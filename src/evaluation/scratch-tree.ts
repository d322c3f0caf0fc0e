import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ContextError } from '../model/errors.ts';
import { allowGitFolders } from '../reading/git/allowed-folders.ts';
import { findRepository } from '../reading/git/find-repository.ts';
import { NO_FILTERS } from '../reading/git/stand-in.ts';
import { type GitAnswer, git, ownGit } from '../reading/git.ts';

/** A folder into which any commit of a repository can be checked out. */
export interface ScratchTree {
  readonly folder: string;
  /** Checks out a commit. The folder has no branches and tags, so nothing later than the commit can be seen. */
  moveTo(commit: string): Promise<void>;
}

/** Creates a scratch folder that uses the objects of a repository without changing the repository. */
export async function openScratchTree(repository: string, folder: string): Promise<ScratchTree> {
  const place = findRepository(repository);
  if (!place) throw new ContextError('NO_GIT', `${repository} is not a git repository.`);
  const format = checkOutput(repository, await git(repository, ['rev-parse', '--show-object-format']));
  await mkdir(join(folder, '.git/info'), { recursive: true });
  if (!existsSync(join(folder, '.git/HEAD')))
    checkOutput(folder, await ownGit(folder, ['init', '-q', '--template=', `--object-format=${format}`]));
  // Written each time, because the repository may have moved.
  await writeFile(join(folder, '.git/config'), formatConfiguration(format));
  await writeFile(join(folder, '.git/info/attributes'), NO_FILTERS);
  const objects = join(place.common, 'objects');
  await writeFile(join(folder, '.git/objects/info/alternates'), `${objects}\n`);
  allowGitFolders([objects]);
  return { folder, moveTo: (commit) => moveTo(folder, commit) };
}

async function moveTo(folder: string, commit: string): Promise<void> {
  const checkout = await ownGit(folder, ['checkout', '-q', '--force', '--detach', commit]);
  if (checkout.ok) return;
  // A partial clone lacks some files. Git then fails, but it has written all others and moved HEAD.
  const places = await ownGit(folder, ['rev-parse', 'HEAD', `${commit}^{commit}`]);
  const [head, wanted] = places.stdout.toString().split('\n');
  if (!places.ok || head !== wanted)
    throw new ContextError('NO_SUCH_REF', `Git has no commit ${commit}: ${checkout.complaint}`);
}

function formatConfiguration(format: string): string {
  const extension = format === 'sha1' ? '' : `[extensions]\n\tobjectformat = ${format}\n`;
  return `[core]\n\trepositoryformatversion = ${format === 'sha1' ? 0 : 1}\n\tbare = false\n${extension}`;
}

function checkOutput(folder: string, answer: GitAnswer): string {
  if (answer.isMissing) throw new ContextError('NO_GIT', `Git does not start in ${folder}.`);
  if (!answer.ok) throw new ContextError('NO_GIT', `Git could not open ${folder}: ${answer.complaint}`);
  return answer.stdout.toString().trim();
}
