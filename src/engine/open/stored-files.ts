// Sources and readers for a stored view and for a commit, whose files are not read from the disk.
import { DEFAULTS } from '../../config/defaults.ts';
import type { IndexParts } from '../../indexing/index-parts.ts';
import { perView } from '../../indexing/view-caches.ts';
import { ContextError } from '../../model/errors.ts';
import type { Source } from '../../ports/source.ts';
import type { Store } from '../../ports/store.ts';
import { type CommitSourceOptions, createCommitSource } from '../../sources/code/scan/commit-source.ts';
import { createHistory } from '../../sources/history/history.ts';
import { inspectRepository } from '../../sources/history/repository.ts';
import { askInBatches } from '../ask-in-batches.ts';

const hashesOf = perView((files) => new Map(files.map(({ path, hash }) => [path, hash])));

/** Source, reader and read-only store of a stored view without local files: its texts come from the store. */
export function storedFiles(store: Store): Pick<IndexParts, 'sources' | 'reader' | 'store'> {
  const textOf = askInBatches(store.texts);
  const hashOf = askInBatches(async () => hashesOf((await store.opening()).files));
  // One source for the files of all sources, because who indexed the view scanned, classified and parsed them.
  const source: Source = {
    name: 'code',
    owns: () => true,
    scan: async () => ({ files: (await store.opening()).files, notes: [] }),
    languageOf: () => null,
    roleOf: () => 'source',
    isUnchanged: () => true,
  };
  const read = async (path: string) => {
    const hash = await hashOf(path);
    const text = hash === undefined ? undefined : await textOf(hash);
    return hash === undefined || text === undefined ? null : { path, text, hash };
  };
  return {
    sources: [source],
    // Refuses writes, also of missing vectors: the workers that index the view make them.
    store: { ...store, apply: () => Promise.reject(new Error('a stored view is read-only here')) },
    reader: { read, outcome: async () => ({ refusal: 'gone', stamp: null }), forget: () => undefined },
  };
}

/** Source, reader and history of a commit in place of the checked-out files. */
export async function committedParts(
  ref: string,
  scanning: Omit<CommitSourceOptions, 'commit'>,
): Promise<Pick<IndexParts, 'sources' | 'reader' | 'history'>> {
  const { root } = scanning;
  const commit = await commitOf(root, ref);
  const { source, reader } = createCommitSource({ ...scanning, commit });
  return { sources: [source], reader, history: createHistory({ root, rev: commit, ...DEFAULTS.history }) };
}

// Also tries the branch of the remote, because a CI checkout often has no local branch.
async function commitOf(root: string, ref: string): Promise<string> {
  for (const name of ref.startsWith('-') ? [] : [ref, `refs/remotes/origin/${ref}`]) {
    const repository = await inspectRepository(root, name);
    if (repository.kind === 'commits') return repository.head;
    if (repository.kind === 'none') throw new ContextError('NO_GIT', `--ref ${ref}: ${repository.note}.`);
  }
  throw new ContextError('NO_SUCH_REF', `Git has no branch, tag or commit ${ref} here; git fetch may bring it.`);
}
