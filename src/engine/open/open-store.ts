// Decides where the index of a workspace is stored: in its state folder, in memory if the folder cannot be written, or
// in a shared database.
import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { outdatedPacks } from '../../bundle/pack-folders.ts';
import { DEFAULTS } from '../../config/defaults.ts';
import type { Config } from '../../config/schema.ts';
import { existingStateFolder, makeStateFolder } from '../../config/workspace-folders.ts';
import { INDEX_META } from '../../indexing/index-parts.ts';
import { ContextError } from '../../model/errors.ts';
import type { EngineOptions } from '../../ports/engine.ts';
import { findRepository, isBareRepository } from '../../reading/git/find-repository.ts';
import {
  type BaseIndex,
  forgetOlder,
  indexAt,
  openSqliteStore,
  ownPlace,
  putSqliteStoreAside,
  removeSqliteStore,
} from '../../stores/index.ts';
import type { OpenedStore } from './open-shared-store.ts';
import { sharedNames } from './shared-names.ts';

/** The path of a store that no other thread or process can see. */
export const IN_MEMORY = ':memory:';

const INDEX_FILE = 'index.db';

/** Options of opening a store that do not come from the configuration. */
export type OpenOptions = Pick<EngineOptions, 'ref' | 'changesNamedView' | 'onWait'>;

/** Opens a named view of a shared database, or the index file of the root, which may borrow from such a database. */
export async function openStore(
  root: string,
  { store: url, readUrl, workspace: named }: Config,
  { ref, changesNamedView = false, onWait }: OpenOptions,
): Promise<OpenedStore> {
  if (url === undefined && ref !== undefined)
    throw new ContextError('BAD_INPUT', '--ref names a view of a shared store: add --store postgres://….');
  if (url === undefined) return openIndexFile(root, INDEX_FILE, onWait);
  const { openBorrowing, openShared } = await import('./open-shared-store.ts');
  const { workspace, view } = sharedNames(root, named, ref);
  const place = { url, readUrl, workspace };
  if (view === null) return openBorrowing((file) => openIndexFile(root, file, onWait), place);
  // A writer reads from the primary, because the replica lags behind its writes.
  return openShared(changesNamedView ? { ...place, readUrl: undefined } : place, { view, onWait });
}

// Opens the index file in the state folder, or an index in memory if the folder cannot be written.
async function openIndexFile(root: string, file: string, onWait: OpenOptions['onWait']): Promise<OpenedStore> {
  try {
    const path = join(await makeStateFolder(root), file);
    if (forgetOlder(path)) onWait?.(await outdatedIndexText(root));
    const baseIndex = file === INDEX_FILE ? mainCheckoutIndex(root) : undefined;
    return openFile(ownPlace(path), [], { onWait, baseIndex });
  } catch (error) {
    if (!isUnusable(error) && !(error instanceof ContextError && error.code === 'CANNOT_WRITE')) throw error;
    return openInMemory(error);
  }
}

/** Opens an empty store in memory, because the one on the disk cannot be used. Leaves the file on the disk as it is. */
export function openInMemory(cause: unknown): OpenedStore {
  const why = isFull(cause) ? 'the disk is full' : 'the folder cannot be written';
  // If something blocks the state folder, its message also says what to do.
  const inTheWay = cause instanceof ContextError && cause.cause === undefined ? [cause.message] : [];
  return openFile(IN_MEMORY, [...inTheWay, `${why}: the index is only in memory and is built again for each run`]);
}

/** Whether the disk is full, read-only or failing, so that an index in memory should replace the file. */
export function isUnusable(error: unknown): boolean {
  return error instanceof ContextError && error.code === 'STORE_UNUSABLE';
}

/** Refuses a bare repository, and for a named view a folder without files: indexing it would empty the view for all. */
export function refuseFolderWithoutFiles(root: string, view: string | null): void {
  if (isBareRepository(root))
    throw new ContextError('BARE_REPOSITORY', 'This folder is a bare git repository: it has no files to read.');
  if (view === null || readdirSync(root).some((name) => !name.startsWith('.'))) return;
  const next = `index ${view} where they are, or name them with --root`;
  throw new ContextError('BAD_INPUT', `This folder has no files: ${next}.`);
}

// The meta entries that hold for every work tree of a repository. Times and places differ between work trees.
const { linking, linkNotes, embedded, lacking, historyRead, rootPatterns } = INDEX_META;
const SHARED_META = [linking, linkNotes, embedded, lacking, historyRead, rootPatterns];

// Finds the index of the main checkout, from which a work tree borrows; null for a work tree without one, undefined for
// other folders. Borrows only if git's folders point at each other and one user owns both checkouts and the index.
function mainCheckoutIndex(root: string): BaseIndex | null | undefined {
  const place = findRepository(root);
  if (place === null || place.top === null || place.own === place.common) return undefined;
  const main = findRepository(dirname(place.common));
  if (main?.own !== place.common || main.top === null) return null;
  const folder = existingStateFolder(join(main.top, relative(place.top, resolve(root))));
  const path = folder === null ? null : indexAt(join(folder, INDEX_FILE));
  if (folder === null || path === null) return null;
  const owners = new Set([root, main.top, folder, path].map((each) => lstatSync(each).uid));
  return owners.size === 1 ? { path, sharedMeta: SHARED_META } : null;
}

interface OpenFileOptions extends Pick<OpenOptions, 'onWait'> {
  readonly baseIndex?: BaseIndex | null | undefined;
}

function openFile(path: string, notes: string[], { onWait, baseIndex }: OpenFileOptions = {}): OpenedStore {
  const onDamage = (why: string) => onWait?.(damageText(why));
  const open = (from = baseIndex) =>
    openSqliteStore({ path, onDamage, baseIndex: from, keeping: DEFAULTS.keeping, ...DEFAULTS.history });
  const reopenStore = async (isDamaged: boolean) => {
    if (path !== IN_MEMORY) (isDamaged ? putSqliteStoreAside : removeSqliteStore)(path);
    // A full re-index borrows nothing.
    return open(isDamaged && baseIndex ? { ...baseIndex, isSuspect: true } : baseIndex && null);
  };
  return { store: open(), storePath: path, reopenStore, notes };
}

async function outdatedIndexText(root: string): Promise<string> {
  const packs = existingStateFolder(root, 'packs');
  const outdated = packs === null ? [] : await outdatedPacks(packs);
  const text = 'An older knap made this index: knap builds it again with the current rules on secrets.';
  if (outdated.length === 0) return text;
  return `${text} ${outdated.length} kept packs were redacted by the older rules: knap packs lists them, knap packs prune --outdated removes them.`;
}

/** The message when a damaged index is given up. */
export function damageText(why: string): string {
  return `${why} knap puts the damaged index aside and builds a new one.`;
}

// Codes of a full disk: those of the system, and 13 (SQLITE_FULL).
const FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 13];

function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as Error & { readonly code?: unknown; readonly errcode?: unknown };
  return FULL.includes(code) || FULL.includes(errcode) || isFull(error.cause);
}
