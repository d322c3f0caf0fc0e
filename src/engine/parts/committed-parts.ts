import { DEFAULTS } from '../../config/defaults.ts';
import type { IndexParts } from '../../indexing/index-parts.ts';
import { ContextError } from '../../model/errors.ts';
import { type CommitSourceOptions, createCommitSource } from '../../sources/code/scan/commit-source.ts';
import { createHistory } from '../../sources/history/history.ts';
import { lookAtRepository } from '../../sources/history/repository.ts';

/** The files and the past of a commit in place of what is checked out. */
export async function committedParts(
  ref: string,
  scanning: Omit<CommitSourceOptions, 'commit'>,
): Promise<Pick<IndexParts, 'sources' | 'reader' | 'history'>> {
  const { root } = scanning;
  const commit = await commitOf(root, ref);
  const { source, reader } = createCommitSource({ ...scanning, commit });
  return { sources: [source], reader, history: createHistory({ root, rev: commit, ...DEFAULTS.history }) };
}

// A job often has a branch from its remote alone.
async function commitOf(root: string, ref: string): Promise<string> {
  for (const name of ref.startsWith('-') ? [] : [ref, `refs/remotes/origin/${ref}`]) {
    const repository = await lookAtRepository(root, name);
    if (repository.kind === 'commits') return repository.head;
    if (repository.kind === 'none') throw new ContextError('NO_GIT', `--ref ${ref}: ${repository.note}.`);
  }
  throw new ContextError('NO_SUCH_REF', `Git knows no branch, tag or commit ${ref} here; git fetch may bring it.`);
}
