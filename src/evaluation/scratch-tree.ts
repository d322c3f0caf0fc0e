import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ContextError } from '../model/errors.ts';
import { git, splitNames } from '../reading/git.ts';

/** A folder that can become any commit of a repository. */
export interface ScratchTree {
  readonly folder: string;
  /** Makes the folder what that commit held. Nothing later can be seen from it: it knows no branch and no tag. */
  moveTo(commit: string): Promise<void>;
}

// Whoever writes a tree out must not start the repository's hooks, nor programs that fetch large files.
const QUIETLY = [
  ...['-c', 'core.hooksPath=/dev/null', '-c', 'advice.detachedHead=false'],
  ...['-c', 'filter.lfs.smudge=', '-c', 'filter.lfs.process=', '-c', 'filter.lfs.required=false'],
];
const PATHS_EACH = 200;

/** Opens a scratch folder on the objects of a repository, which is itself left alone. */
export async function openScratchTree(repository: string, folder: string): Promise<ScratchTree> {
  const objects = await outputOf(repository, ['rev-parse', '--git-path', 'objects']);
  const format = await outputOf(repository, ['rev-parse', '--show-object-format']);
  if (!existsSync(join(folder, '.git'))) {
    await mkdir(folder, { recursive: true });
    await outputOf(folder, ['init', '-q', `--object-format=${format}`]);
  }
  // Written each time: the repository may have been moved since.
  await writeFile(join(folder, '.git/objects/info/alternates'), `${resolve(repository, objects)}\n`);
  return { folder, moveTo: (commit) => moveTo(folder, commit) };
}

async function moveTo(folder: string, commit: string): Promise<void> {
  const done = await git(folder, [...QUIETLY, 'checkout', '-q', '--force', '--detach', commit]);
  if (done.ok) return;
  const isThere = await git(folder, ['cat-file', '-e', `${commit}^{tree}`]);
  if (!isThere.ok) throw new ContextError('NO_SUCH_REF', `Git has no commit ${commit}: ${done.complaint}`);
  await writeWhatIsThere(folder, commit);
}

// A partial clone lacks some files: everything else is written out, and HEAD is the commit all the same.
async function writeWhatIsThere(folder: string, commit: string): Promise<void> {
  await outputOf(folder, ['update-ref', '--no-deref', 'HEAD', commit]);
  await rm(join(folder, '.git/index'), { force: true });
  await outputOf(folder, ['read-tree', commit]);
  const { names } = splitNames((await git(folder, ['ls-files', '-z'])).stdout);
  for (let at = 0; at < names.length; at += PATHS_EACH) {
    const paths = names.slice(at, at + PATHS_EACH);
    const write = (some: readonly string[]) => git(folder, [...QUIETLY, 'checkout-index', '-f', '-q', '--', ...some]);
    if ((await write(paths)).ok) continue;
    for (const path of paths) await write([path]);
  }
}

async function outputOf(folder: string, args: readonly string[]): Promise<string> {
  const answer = await git(folder, args);
  if (answer.isMissing) throw new ContextError('NO_GIT', `Git could not be run in ${folder}.`);
  if (!answer.ok) throw new ContextError('NO_GIT', `Git could not open ${folder}: ${answer.complaint}`);
  return answer.stdout.toString().trim();
}
