import { join } from 'node:path';
import { outdatedPacks } from '../../bundle/pack-folders.ts';
import { DEFAULTS } from '../../config/defaults.ts';
import type { Config } from '../../config/schema.ts';
import { existingStateFolder, makeStateFolder } from '../../config/state-folder.ts';
import { ContextError } from '../../model/errors.ts';
import type { EngineOptions } from '../../ports/engine.ts';
import { forgetOlder, openSqliteStore, ownPlace, putSqliteStoreAside, removeSqliteStore } from '../../stores/index.ts';
import type { OpenedStore } from './opened-store.ts';
import { sharedNames } from './shared-names.ts';

/** The path of a store that no other thread or process can see. */
export const IN_MEMORY = ':memory:';

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
  if (url === undefined) return openBeside(root, 'index.db', onWait);
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
    return openFile(ownPlace(path), [], onWait);
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

function openFile(path: string, notes: string[], onWait?: OpenOptions['onWait']): OpenedStore {
  const onDamage = (why: string) => onWait?.(damageText(why));
  const open = () => openSqliteStore({ path, onDamage, ...DEFAULTS.history });
  const reopenStore = async (isDamaged: boolean) => {
    if (path !== IN_MEMORY) (isDamaged ? putSqliteStoreAside : removeSqliteStore)(path);
    return open();
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
