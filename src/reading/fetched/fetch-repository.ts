// Fetches a repository for `--repo` into the cache, updates it later, and lists and removes what the cache holds.
import { hash, randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { forgetFolder, rememberFolder } from '../../bundle/unfinished-folders.ts';
import { DEFAULTS } from '../../config/defaults.ts';
import { attempt, ContextError } from '../../model/errors.ts';
import { NO_FILTERS } from '../git/stand-in.ts';
import { type GitAnswer, ownGit } from '../git.ts';
import { readPlainText } from '../plain-file.ts';
import type { RepositoryAddress } from './repository-address.ts';

interface FetchOptions {
  /** The cache. */
  readonly folder: string;
  readonly nowMs: number;
  readonly onProgress?: (done: number, total: number) => void;
}

interface CachedRepository {
  readonly root: string;
  /** Says which commit is read, and why the copy is an old one if fetching failed. */
  readonly note: string;
}

/** Fetches a repository with a short history; fetches it again when the copy is old, unless it is of a fixed commit. */
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

const keyOf = ({ shown, ref }: RepositoryAddress): string => hash('sha256', `${shown}\0${ref ?? ''}`).slice(0, 16);

const noteOf = ({ address, ref, commit }: FetchedFrom): string =>
  `${address}${ref === null ? '' : `@${ref}`} at ${commit.slice(0, 10)}`;

// Fetches into another folder and renames it, so that no process finds half a repository.
async function fetchNew(address: RepositoryAddress, entry: string, options: FetchOptions): Promise<FetchedFrom> {
  const fresh = `${entry}.${randomUUID()}`;
  rememberFolder(fresh);
  try {
    const gitFolder = join(fresh, address.name, '.git');
    await mkdir(options.folder, { recursive: true, mode: 0o700 });
    await mkdir(join(gitFolder, 'info'), { recursive: true, mode: 0o700 });
    await outputOf(ownGit(join(fresh, address.name), ['init', '-q', '--template=']), address);
    await writeFile(join(gitFolder, 'config'), CONFIGURATION);
    await writeFile(join(gitFolder, 'info/attributes'), NO_FILTERS);
    const source = await fetchInto(fresh, address, options);
    if (readSource(entry) === null) await rm(entry, { recursive: true, force: true });
    try {
      await rename(fresh, entry);
      return source;
    } catch (error) {
      // Another process was quicker, and its copy is used.
      const quicker = readSource(entry);
      if (quicker === null) throw error;
      return quicker;
    }
  } finally {
    await rm(fresh, { recursive: true, force: true });
    forgetFolder(fresh);
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
  const parsed = ownGit(root, ['rev-parse', '--verify', '--end-of-options', 'FETCH_HEAD^{commit}']);
  const commit = await outputOf(parsed, address);
  await outputOf(ownGit(root, ['checkout', '-q', '--force', '--detach', commit]), address);
  // FETCH_HEAD holds the address, which may contain a password.
  await rm(join(root, '.git/FETCH_HEAD'), { force: true });
  const source = { address: address.shown, ref: address.ref, commit, fetchedAtMs: options.nowMs };
  const temporary = join(entry, `${FILE}.${randomUUID()}`);
  await writeFile(temporary, JSON.stringify(source), { mode: 0o600 });
  await rename(temporary, join(entry, FILE));
  return source;
}

async function outputOf(answer: Promise<GitAnswer>, { url, shown }: RepositoryAddress): Promise<string> {
  const { ok, isMissing, stdout, complaint } = await answer;
  if (isMissing) throw new ContextError('NO_GIT', 'Git could not be started, and only git can fetch a repository.');
  if (!ok) throw new ContextError('NOT_FETCHED', `${shown}: ${complaint.replaceAll(url, shown)}`);
  return stdout.toString('utf8').trim();
}

const FILE = 'source.json';
// Names of folders: of a fetched repository, and of one that is being fetched, or was when its process was killed.
const ENTRY = /^[0-9a-f]{16}$/;
const UNFINISHED = /^[0-9a-f]{16}\.[0-9a-f-]{36}$/;
const ABANDONED_MS = 3_600_000;

const sourceSchema = z.object({
  address: z.string(),
  ref: z.string().nullable(),
  commit: z.string().regex(/^[0-9a-f]{40,64}$/),
  fetchedAtMs: z.number(),
});

type FetchedFrom = z.output<typeof sourceSchema>;

export interface KeptRepository extends FetchedFrom {
  readonly folder: string;
  /** The size, including its index. */
  readonly bytes: number;
}

function readSource(entry: string): FetchedFrom | null {
  const text = readPlainText(join(entry, FILE), { ...DEFAULTS.settings, followsLinks: false });
  return text === null ? null : (attempt(() => sourceSchema.parse(JSON.parse(text))) ?? null);
}

export async function listKept(folder: string): Promise<readonly KeptRepository[]> {
  const kept = await Promise.all(
    entriesIn(folder, ENTRY).map(async (entry) => {
      const source = readSource(entry);
      return source === null ? [] : [{ ...source, folder: entry, bytes: await bytesIn(entry) }];
    }),
  );
  const order = ({ address, ref }: FetchedFrom) => `${address}@${ref ?? ''}`;
  return kept.flat().toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
}

/**
 * Removes and returns the repositories that `isWanted` accepts. Also removes those that cannot be read, and fetches that
 * began more than an hour ago and did not end.
 */
export async function clearKept(
  folder: string,
  nowMs: number,
  isWanted: (source: FetchedFrom) => boolean,
): Promise<readonly KeptRepository[]> {
  const wanted = (await listKept(folder)).filter(isWanted);
  const broken = entriesIn(folder, ENTRY).filter((entry) => readSource(entry) === null);
  const changedMs = (entry: string) => statSync(entry, { throwIfNoEntry: false })?.mtimeMs ?? nowMs;
  const abandoned = entriesIn(folder, UNFINISHED).filter((entry) => nowMs - changedMs(entry) > ABANDONED_MS);
  const gone = [...wanted.map((kept) => kept.folder), ...broken, ...abandoned];
  for (const entry of gone) await rm(entry, { recursive: true, force: true });
  return wanted;
}

function entriesIn(folder: string, name: RegExp): readonly string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder)
    .filter((entry) => name.test(entry))
    .map((entry) => join(folder, entry));
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
