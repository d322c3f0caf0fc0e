// The checks of `knap doctor` on this workspace: repository, settings, state folder, store, index, embedder.
import { accessSync, constants, statSync } from 'node:fs';
import { existingStateFolder, stateFolder } from '../../config/workspace-folders.ts';
import { tryEmbedder } from '../../engine/open/open-embedder.ts';
import { onSharedStore } from '../../engine/shared-store.ts';
import { ContextError, ERRORS } from '../../model/errors.ts';
import { allowGitFolders, locateRepository } from '../../reading/git/find-repository.ts';
import { git } from '../../reading/git.ts';
import type { LocalCall } from '../cli/local-call.ts';
import { hasIndex } from '../serving/check-folder.ts';
import type { Check, CheckResult } from './check-machine.ts';

export const repository: Check = async ({ root, config }) => {
  allowGitFolders(config.gitFolders);
  if (locateRepository(root) === null)
    return [{ state: 'poor', says: `${root} is not a git repository: no history, no diffs`, mend: 'git init' }];
  const { ok, stdout, complaint } = await git(root, ['rev-parse', '--is-shallow-repository']);
  // Git's message says what to do.
  if (!ok) return [{ state: 'poor', says: `git refuses ${root}: ${complaint}` }];
  if (stdout.toString('utf8').trim() !== 'true') return [{ state: 'well', says: root }];
  return [{ state: 'poor', says: 'a shallow clone: little history to learn from', mend: 'git fetch --unshallow' }];
};

export const settings: Check = async ({ settings: { fault, files, origins, notes }, config }) => {
  if (fault !== null) return [{ state: 'wrong', says: fault.message, mend: 'correct the file, then run knap config' }];
  const hasSecrets = [config.tanaToken, config.embedder.key, config.store].some((secret) => secret !== undefined);
  const open = hasSecrets ? files.filter(isOpenToOthers) : [];
  const count = Object.keys(origins).length;
  return [
    ...notes.map((says): CheckResult => ({ state: 'poor', says, mend: 'unset it' })),
    ...open.map(
      (file): CheckResult => ({ state: 'poor', says: `other users can read ${file}`, mend: `chmod 600 ${file}` }),
    ),
    { state: 'well', says: `${count === 0 ? 'none' : count} differ from the defaults; see: knap config` },
  ];
};

/** Checks the state folder: writable, and readable by its owner only. */
export const state: Check = async ({ root }) => {
  const folder = stateFolder(root);
  const existing = existingStateFolder(root);
  if (!isWritable(existing ?? root))
    return [
      {
        state: 'wrong',
        says: `${existing ?? root} cannot be written: knap builds the index in memory for each run, and keeps no packs`,
        mend: `make it yours: sudo chown -R "$USER" ${existing ?? root}`,
      },
    ];
  if (existing === null) return [{ state: 'well', says: `the first question creates ${folder}` }];
  if (isOpenToOthers(existing))
    return [{ state: 'poor', says: `other users can read ${existing}`, mend: `chmod 700 ${existing}` }];
  return [{ state: 'well', says: existing }];
};

/** Checks the shared store, if one is configured. */
export const store: Check = async ({ config }) => {
  if (config.store === undefined) return [];
  return withErrorsAsResults(async () => {
    const { database, version, workspaces } = await onSharedStore(config, (shared) => shared.status());
    return [{ state: 'well', says: `${database}, tables of version ${version}, ${workspaces.length} workspaces` }];
  });
};

export const index: Check = async (call) => {
  if (call.config.workspace === undefined && !hasIndex(call.root))
    return [{ state: 'poor', says: 'not built yet; the first question builds it', mend: 'knap index' }];
  return withErrorsAsResults(() => readIndex(call));
};

// Turns an error of knap into a result with its hint.
async function withErrorsAsResults(look: () => Promise<readonly CheckResult[]>): Promise<readonly CheckResult[]> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof ContextError)) throw error;
    const { hint } = ERRORS[error.code];
    return [{ state: 'wrong', says: error.message, ...(hint === null ? {} : { mend: hint }) }];
  }
}

async function readIndex(call: LocalCall): Promise<readonly CheckResult[]> {
  const { coverage, pending, lastIndexedMs, notes } = await (await call.engine()).status();
  const indexNotes = notes.map((says): CheckResult => ({ state: 'poor', says }));
  if (lastIndexedMs === null)
    return [{ state: 'poor', says: 'nothing is indexed yet', mend: 'knap index' }, ...indexNotes];
  const due = pending.added + pending.changed + pending.removed;
  const rest = due === 0 ? 'up to date' : `${due} files changed since; the next question reads them`;
  return [
    { state: 'well', says: `${coverage.files} ${coverage.files === 1 ? 'file' : 'files'}, ${rest}` },
    ...(coverage.failed === 0
      ? []
      : [
          { state: 'poor' as const, says: `${coverage.failed} files could not be parsed; knap searches them by words` },
        ]),
    ...indexNotes,
  ];
}

/** Checks the embedder with one request. */
export const meaning: Check = async ({ config, now }) => {
  const { name, problem: fault } = await tryEmbedder(config, now);
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

// Windows has no such permission bits.
function isOpenToOthers(path: string): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0;
}
