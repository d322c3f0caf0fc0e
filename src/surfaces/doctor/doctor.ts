// The command `doctor`: checks what knap needs, and says how to fix what is missing. The checks of the machine are in
// `check-machine.ts`.
import { accessSync, constants, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { existingStateFolder, stateFolder } from '../../config/workspace-folders.ts';
import { tryEmbedder } from '../../engine/open/open-embedder.ts';
import { onSharedStore } from '../../engine/shared-store.ts';
import { ContextError, messageOf } from '../../model/errors.ts';
import { dataFormat } from '../../operations/input/fields.ts';
import { answer } from '../../operations/operation.ts';
import { table } from '../../operations/text-table.ts';
import { allowGitFolders, locateRepository } from '../../reading/git/find-repository.ts';
import { git } from '../../reading/git.ts';
import { indexAt } from '../../stores/index.ts';
import { defineCommand } from '../cli/local-call.ts';
import { hasIndex } from '../serving/check-folder.ts';
import {
  agents,
  type Check,
  type CheckResult,
  gitProgram,
  languages,
  node,
  poor,
  well,
  wrong,
} from './check-machine.ts';

export const doctor = defineCommand({
  input: z.strictObject({ format: dataFormat }),
  runsWithInvalidConfig: true,
  details:
    'well: in order; poor: answers are worse than they could be; wrong: something does not work. The exit status is 2 if anything is wrong. Repairs nothing, but opens the index as a question does, which replaces a damaged one.',
  examples: ['knap doctor', 'knap doctor --json'],
  async run(call, { format }) {
    const findings: (CheckResult & { readonly name: string })[] = [];
    for (const [name, check] of Object.entries(CHECKS)) {
      const results = [await check(call).catch(resultOf)].flat();
      findings.push(...results.map((result) => ({ name, ...result })));
    }
    const rows = findings.map(({ name, state, says, mend }) => [
      state,
      name,
      mend === null ? says : `${says}; to fix it: ${mend}`,
    ]);
    const isFailure = findings.some(({ state }) => state === 'wrong');
    return answer(findings, { text: table(rows, call.columns).join('\n'), format, isFailure });
  },
});

const resultOf = (error: unknown): CheckResult =>
  wrong(messageOf(error), error instanceof ContextError ? error.hint : null);

// The checks run and are printed in this order: first what later ones need.
const CHECKS: Readonly<Record<string, Check>> = {
  node,
  languages,
  git: gitProgram,
  async repository({ root, config }) {
    allowGitFolders(config.gitFolders);
    if (locateRepository(root) === null)
      return poor(`${root} is not a git repository: no history, no diffs`, 'git init');
    const { ok, isMissing, stdout, complaint } = await git(root, ['rev-parse', '--is-shallow-repository']);
    // If git is missing, the check `git` says so. Git's own message mostly says what to do.
    if (isMissing) return [];
    if (!ok) return poor(`git refuses ${root}: ${complaint}`);
    if (stdout.toString('utf8').trim() !== 'true') return well(root);
    return poor('a shallow clone: little history to learn from', 'git fetch --unshallow');
  },
  async settings({ settings: { fault, files, origins, notes }, config }) {
    if (fault !== null) return wrong(fault.message, 'correct the file, then run knap config');
    const hasSecrets = [config.tanaToken, config.embedder.key, config.store].some((secret) => secret !== undefined);
    const open = hasSecrets ? files.filter(isOpenToOthers) : [];
    const count = Object.keys(origins).length;
    return [
      ...notes.map((note) => poor(note, 'unset it')),
      ...open.map((file) => poor(`other users can read ${file}`, `chmod 600 ${file}`)),
      well(`${count === 0 ? 'all' : `${count} set, the others`} have their defaults; see: knap config`),
    ];
  },
  async state({ root }) {
    const existing = existingStateFolder(root);
    const folder = existing ?? root;
    if (!isWritable(folder))
      return wrong(
        `${folder} cannot be written: knap builds the index in memory for each run, and keeps no packs`,
        `make it yours: sudo chown -R "$USER" ${folder}`,
      );
    if (existing === null) return well(`the first question creates ${stateFolder(root)}`);
    if (isOpenToOthers(existing)) return poor(`other users can read ${existing}`, `chmod 700 ${existing}`);
    return well(existing);
  },
  async store({ config }) {
    if (config.store === undefined) return [];
    const { database, version, workspaces } = await onSharedStore(config, (shared) => shared.status());
    return well(`${database}, tables of version ${version}, ${workspaces.length} workspaces`);
  },
  async index({ root, config, engine }) {
    if (config.workspace === undefined && !hasIndex(root))
      return poor('not built yet; the first question builds it', 'knap index');
    // Opening such an index may remove it.
    if (config.store === undefined && indexAt(join(stateFolder(root), 'index.db')) === null)
      return poor('not made here by this version of knap; the next question builds it again', 'knap index');
    const { coverage, pending, lastIndexedMs, notes } = await (await engine()).status();
    const indexNotes = notes.map((note) => poor(note));
    if (lastIndexedMs === null) return [poor('nothing is indexed yet', 'knap index'), ...indexNotes];
    const due = pending.added + pending.changed + pending.removed;
    const rest = due === 0 ? 'up to date' : `${due} files changed since; the next question reads them`;
    return [
      well(`${coverage.files} ${coverage.files === 1 ? 'file' : 'files'}, ${rest}`),
      ...(coverage.failed === 0
        ? []
        : [poor(`${coverage.failed} files could not be parsed; knap searches them by words`)]),
      ...indexNotes,
    ];
  },
  async meaning({ config, now }) {
    const { name, problem } = await tryEmbedder(config, now);
    if (name === null) return well('switched off');
    if (problem === null) return well(name);
    return wrong(`${name}: ${problem}`, 'see: knap config embedder');
  },
  agents,
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
