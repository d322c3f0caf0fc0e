import { lstatSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { outdatedPacks } from '../../bundle/pack-folders.ts';
import { DEFAULTS } from '../../config/defaults.ts';
import type { Config } from '../../config/schema.ts';
import { existingStateFolder, makeStateFolder } from '../../config/workspace-folders.ts';
import { INDEX_META } from '../../indexing/index-meta.ts';
import { ContextError } from '../../model/errors.ts';
import type { EngineOptions } from '../../ports/engine.ts';
import { findRepository } from '../../reading/git/find-repository.ts';
import {
  forgetOlder,
  indexAt,
  type LendingIndex,
  openSqliteStore,
  ownPlace,
  putSqliteStoreAside,
  removeSqliteStore,
} from '../../stores/index.ts';
import type { OpenedStore } from './opened-store.ts';
import { sharedNames } from './shared-names.ts';

/** The path of a store that no other thread or process can see. */
export const IN_MEMORY = ':memory:';

const INDEX_FILE = 'index.db';

/** What the opening of a store hangs on besides the configuration. */
export type OpenOptions = Pick<EngineOptions, 'ref' | 'changesNamedView' | 'onWait'>;

/**
 * Opens the store a configuration names: a view of a shared database that has a name, or the file in the state folder of the root, which
 * borrows from a shared database where there is one.
 */
export async function openStore(
  root: string,
  { store: url, readUrl, workspace: named }: Config,
  { ref, changesNamedView = false, onWait }: OpenOptions,
): Promise<OpenedStore> {
  if (url === undefined && ref !== undefined)
    throw new ContextError('BAD_INPUT', '--ref is a view of a shared store: say which with --store postgres://….');
  if (url === undefined) return openBeside(root, INDEX_FILE, onWait);
  const { openOver, openShared } = await import('./open-shared.ts');
  const { workspace, view } = sharedNames(root, named, ref);
  const place = { url, readUrl, workspace };
  if (view === null) return openOver((file) => openBeside(root, file, onWait), place);
  // Whoever writes must see at once what was written.
  return openShared(changesNamedView ? { ...place, readUrl: undefined } : place, { view, onWait });
}

// Beside the files, or in memory where that cannot be.
async function openBeside(root: string, file: string, onWait: OpenOptions['onWait']): Promise<OpenedStore> {
  try {
    const path = join(await makeStateFolder(root), file);
    if (forgetOlder(path)) onWait?.(await forgottenText(root));
    return openFile(ownPlace(path), [], { onWait, lender: file === INDEX_FILE ? lenderOf(root) : undefined });
  } catch (error) {
    if (!isUnusable(error) && !(error instanceof ContextError && error.code === 'CANNOT_WRITE')) throw error;
    return openInMemory(error);
  }
}

/** An empty store in memory in place of one on a disk that does not do its part; what is there stays for better days. */
export function openInMemory(cause: unknown): OpenedStore {
  const why = isFull(cause) ? 'the disk is full' : 'the folder cannot be written';
  // Something that stands in the way is said, with what to do about it.
  const inTheWay = cause instanceof ContextError && cause.cause === undefined ? [cause.message] : [];
  return openFile(IN_MEMORY, [...inTheWay, `${why}: the index is kept in memory and made again each time`]);
}

/** The disk is full, read-only or failing: an index can be kept in memory instead. */
export function isUnusable(error: unknown): boolean {
  return error instanceof ContextError && error.code === 'STORE_UNUSABLE';
}

// What holds for the files of any work tree; times and places are each one's own.
const { linking, linkNotes, embedded, lacking, historyRead, rootPatterns } = INDEX_META;
const SHARED_META = [linking, linkNotes, embedded, lacking, historyRead, rootPatterns];

/**
 * The index of the main checkout, for a work tree of it; null where a work tree has none to borrow from. Only where git's folders lead to each other,
 * and all of them belong to one owner.
 */
function lenderOf(root: string): LendingIndex | null | undefined {
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
  readonly lender?: LendingIndex | null | undefined;
}

function openFile(path: string, notes: string[], { onWait, lender }: OpenFileOptions = {}): OpenedStore {
  const onDamage = (why: string) => onWait?.(damageText(why));
  const open = (from = lender) =>
    openSqliteStore({ path, onDamage, lender: from, keeping: DEFAULTS.keeping, ...DEFAULTS.history });
  const reopenStore = async (isDamaged: boolean) => {
    if (path !== IN_MEMORY) (isDamaged ? putSqliteStoreAside : removeSqliteStore)(path);
    // Whoever wants all of it made anew gets it made here.
    return open(isDamaged && lender ? { ...lender, isSuspect: true } : lender && null);
  };
  return { store: open(), storePath: path, reopenStore, notes };
}

async function forgottenText(root: string): Promise<string> {
  const packs = existingStateFolder(root, 'packs');
  const outdated = packs === null ? [] : await outdatedPacks(packs);
  const said =
    'The index was made by an older knap: it is overwritten and made anew, with the rules on secrets of today.';
  if (outdated.length === 0) return said;
  return `${said} Kept packs are as they were (${outdated.length}): knap packs lists them, knap packs prune --outdated removes them.`;
}

/** What is said once when an index had to be given up. */
export function damageText(why: string): string {
  return `${why} It is put aside and built again.`;
}

// Said by the system in its words, or by SQLite in its number.
const FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 13];

function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as Error & { readonly code?: unknown; readonly errcode?: unknown };
  return FULL.includes(code) || FULL.includes(errcode) || isFull(error.cause);
}
