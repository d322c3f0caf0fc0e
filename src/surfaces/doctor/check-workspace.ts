import { accessSync, constants, statSync } from 'node:fs';
import { existingStateFolder, stateFolder } from '../../config/workspace-folders.ts';
import { tryEmbedder } from '../../engine/parts/open-embedder.ts';
import { onSharedStore } from '../../engine/shared-store.ts';
import { ContextError, ERRORS } from '../../model/errors.ts';
import { locateRepository } from '../../reading/git/find-repository.ts';
import { allowGitFolders } from '../../reading/git/own-places.ts';
import { git } from '../../reading/git.ts';
import type { LocalCall } from '../cli/local-call.ts';
import { hasIndex } from '../serving/check-folder.ts';
import type { Check, LookedAt } from './check-machine.ts';

export const repository: Check = async ({ root, config }) => {
  allowGitFolders(config.gitFolders);
  if (locateRepository(root) === null)
    return [{ state: 'poor', says: `${root} is no git repository: no history, no diffs`, mend: 'git init' }];
  const { ok, stdout, complaint } = await git(root, ['rev-parse', '--is-shallow-repository']);
  // The complaint ends with what to do about it, where git knows.
  if (!ok) return [{ state: 'poor', says: `git refuses ${root}: ${complaint}` }];
  if (stdout.toString('utf8').trim() !== 'true') return [{ state: 'well', says: root }];
  return [{ state: 'poor', says: 'a shallow clone: little history to learn from', mend: 'git fetch --unshallow' }];
};

export const settings: Check = async ({ settings: { fault, files, origins, notes }, config }) => {
  if (fault !== null) return [{ state: 'wrong', says: fault.message, mend: 'change that, and run knap config' }];
  const hasSecrets = [config.tanaToken, config.embedder.key, config.store].some((secret) => secret !== undefined);
  const open = hasSecrets ? files.filter(isOpenToOthers) : [];
  const count = Object.keys(origins).length;
  return [
    ...notes.map((says): LookedAt => ({ state: 'poor', says, mend: 'unset it' })),
    ...open.map((file): LookedAt => ({ state: 'poor', says: `others can read ${file}`, mend: `chmod 600 ${file}` })),
    { state: 'well', says: `${count === 0 ? 'all as they come' : `${count} changed`}; see: knap config` },
  ];
};

/** The folder of the index and the packs: of our own, writable, and nobody else's to read. */
export const state: Check = async ({ root }) => {
  const folder = stateFolder(root);
  const made = existingStateFolder(root);
  if (!isWritable(made ?? root))
    return [
      {
        state: 'wrong',
        says: `${made ?? root} cannot be written: the index is made again in memory each time, and no pack is kept`,
        mend: `make it yours: sudo chown -R "$USER" ${made ?? root}`,
      },
    ];
  if (made === null) return [{ state: 'well', says: `${folder} is made with the first question` }];
  if (isOpenToOthers(made)) return [{ state: 'poor', says: `others can read ${made}`, mend: `chmod 700 ${made}` }];
  return [{ state: 'well', says: made }];
};

/** The database that is shared, where one is named. */
export const store: Check = async ({ config }) => {
  if (config.store === undefined) return [];
  return told(async () => {
    const { database, version, workspaces } = await onSharedStore(config, (shared) => shared.status());
    return [{ state: 'well', says: `${database}, tables of version ${version}, ${workspaces.length} workspaces` }];
  });
};

export const index: Check = async (call) => {
  if (call.config.workspace === undefined && !hasIndex(call.root))
    return [{ state: 'poor', says: 'not built yet; the first question waits for it', mend: 'knap index' }];
  return told(() => readIndex(call));
};

// An error of ours says itself what to do.
async function told(look: () => Promise<readonly LookedAt[]>): Promise<readonly LookedAt[]> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof ContextError)) throw error;
    const { hint } = ERRORS[error.code];
    return [{ state: 'wrong', says: error.message, ...(hint === null ? {} : { mend: hint }) }];
  }
}

async function readIndex(call: LocalCall): Promise<readonly LookedAt[]> {
  const { coverage, pending, lastIndexedMs, notes } = await (await call.engine()).status();
  const said = notes.map((says): LookedAt => ({ state: 'poor', says }));
  if (lastIndexedMs === null) return [{ state: 'poor', says: 'nothing is indexed yet', mend: 'knap index' }, ...said];
  const due = pending.added + pending.changed + pending.removed;
  const rest = due === 0 ? 'up to date' : `${due} changed since, read with the next question`;
  return [
    { state: 'well', says: `${coverage.files} ${coverage.files === 1 ? 'file' : 'files'}, ${rest}` },
    ...(coverage.failed === 0
      ? []
      : [{ state: 'poor' as const, says: `${coverage.failed} files could not be parsed and are searched by words` }]),
    ...said,
  ];
}

/** Whether texts can be compared by meaning: a server that was named is asked once. */
export const meaning: Check = async ({ config, now }) => {
  const { name, fault } = await tryEmbedder(config, now);
  if (name === null) return [{ state: 'well', says: 'switched off' }];
  if (fault === null) return [{ state: 'well', says: name }];
  return [{ state: 'wrong', says: `${name}: ${fault}`, mend: 'see: knap config embedder' }];
};

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

// Where there are no such numbers, they say nothing.
function isOpenToOthers(path: string): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0;
}
