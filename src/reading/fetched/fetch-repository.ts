// Fetches a repository for `--repo` into the cache, and updates it later.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beginFolder, endFolder } from '../../bundle/unfinished-folders.ts';
import { DEFAULTS } from '../../config/defaults.ts';
import { ContextError } from '../../model/errors.ts';
import { NO_FILTERS } from '../git/stand-in.ts';
import { type GitAnswer, ownGit } from '../git.ts';
import type { RepositoryAddress } from './repository-address.ts';
import { type FetchedFrom, readSource, writeSource } from './repository-cache.ts';

export interface FetchOptions {
  /** The folder of the cache of fetched repositories. */
  readonly folder: string;
  readonly nowMs: number;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface CachedRepository {
  readonly root: string;
  /** Says which commit is read, and how fresh it is. */
  readonly note: string;
}

/** Fetches a remote repository into the cache with a shallow history, and again when the copy is no longer fresh. */
export async function cachedRepository(address: RepositoryAddress, options: FetchOptions): Promise<CachedRepository> {
  const entry = join(options.folder, keyOf(address));
  const root = join(entry, address.name);
  const cached = readSource(entry);
  const isFixed = /^[0-9a-f]{40,64}$/.test(address.ref ?? '');
  const isFresh = cached !== null && (isFixed || options.nowMs - cached.fetchedAtMs < DEFAULTS.elsewhere.freshMs);
  if (cached !== null && isFresh) return { root, note: noteOf(cached) };
  if (cached === null) return { root, note: noteOf(await fetchNew(address, entry, options)) };
  try {
    return { root, note: noteOf(await fetchInto(entry, address, options)) };
  } catch (error) {
    if (!(error instanceof ContextError)) throw error;
    return { root, note: `${noteOf(cached)}, as it was kept: ${error.message}` };
  }
}

function keyOf({ shown, ref }: RepositoryAddress): string {
  return createHash('sha256')
    .update(`${shown}\0${ref ?? ''}`)
    .digest('hex')
    .slice(0, 16);
}

const noteOf = ({ address, ref, commit }: FetchedFrom): string =>
  `${address}${ref === null ? '' : `@${ref}`} at ${commit.slice(0, 10)}`;

// Fetches into another folder and renames it, so that no process finds half a repository.
async function fetchNew(address: RepositoryAddress, entry: string, options: FetchOptions): Promise<FetchedFrom> {
  const fresh = `${entry}.${randomUUID()}`;
  beginFolder(fresh);
  try {
    const gitFolder = join(fresh, address.name, '.git');
    await mkdir(options.folder, { recursive: true, mode: 0o700 });
    await mkdir(join(gitFolder, 'info'), { recursive: true, mode: 0o700 });
    await outputOf(ownGit(join(fresh, address.name), ['init', '-q', '--template=']), address);
    await writeFile(join(gitFolder, 'config'), CONFIGURATION);
    await writeFile(join(gitFolder, 'info/attributes'), NO_FILTERS);
    const source = await fetchInto(fresh, address, options);
    if (readSource(entry) === null) await rm(entry, { recursive: true, force: true });
    await rename(fresh, entry).catch((error: unknown) => {
      // Another process was quicker: uses its copy.
      if (readSource(entry) === null) throw error;
    });
    return source;
  } finally {
    await rm(fresh, { recursive: true, force: true });
    endFolder(fresh);
  }
}

// `symlinks = false` checks out links as text files, so that none leads out of the folder.
const CONFIGURATION = `[core]
\trepositoryformatversion = 0
\tbare = false
\tsymlinks = false
\tprotectHFS = true
\tprotectNTFS = true
`;

async function fetchInto(entry: string, address: RepositoryAddress, options: FetchOptions): Promise<FetchedFrom> {
  const root = join(entry, address.name);
  const wanted = ['--depth', String(DEFAULTS.elsewhere.depth), '--', address.url, address.ref ?? 'HEAD'];
  const flags = ['--force', '--progress', '--no-tags', '--no-recurse-submodules', '--no-auto-maintenance'];
  const fetched = ownGit(root, ['fetch', ...flags, ...wanted], {
    isFetching: true,
    onComplaint: (text) => {
      // Git prints `Receiving objects:  40% (12/30)`.
      const [, done, total] = /(?:Receiving|Resolving)\D+\d+% \((\d+)\/(\d+)\)/.exec(text) ?? [];
      if (done !== undefined) options.onProgress?.(Number(done), Number(total));
    },
  });
  await outputOf(fetched, address);
  const commit = await outputOf(
    ownGit(root, ['rev-parse', '--verify', '--end-of-options', 'FETCH_HEAD^{commit}']),
    address,
  );
  await outputOf(ownGit(root, ['checkout', '-q', '--force', '--detach', commit]), address);
  // FETCH_HEAD holds the address, which may contain a password.
  await rm(join(root, '.git/FETCH_HEAD'), { force: true });
  const source = { address: address.shown, ref: address.ref, commit, fetchedAtMs: options.nowMs };
  await writeSource(entry, source);
  return source;
}

async function outputOf(answer: Promise<GitAnswer>, { url, shown }: RepositoryAddress): Promise<string> {
  const { ok, isMissing, stdout, complaint } = await answer;
  if (isMissing) throw new ContextError('NO_GIT', 'Git could not be started, and only git can fetch a repository.');
  if (!ok) throw new ContextError('NOT_FETCHED', `${shown}: ${complaint.replaceAll(url, shown)}`);
  return stdout.toString('utf8').trim();
}
