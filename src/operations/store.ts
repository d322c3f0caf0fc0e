// The operations `store …` for administrators of a shared store.
import * as z from 'zod';
import { DEFAULTS } from '../config/defaults.ts';
import { type MemberRight, onSharedStore, type SharedStoreStatus, sharedNames } from '../engine/shared-store.ts';
import { ContextError } from '../model/errors.ts';
import { dataFormat } from './input/fields.ts';
import { answer, type Call, defineOperation, field, optional } from './operation.ts';
import { table } from './text-table.ts';

export const storeStatus = defineOperation({
  input: z.strictObject({ format: dataFormat }),
  examples: ['knap store status', 'knap store status --json'],
  async run(call, { format }) {
    const status = await onSharedStore(call.config, (store) => store.status());
    return answer(status, { text: statusText(status), format });
  },
});

function statusText({ database, version, bytes, workspaces, queue }: SharedStoreStatus): string {
  const rows = workspaces.flatMap(({ name, contents, roles, views }) => [
    [name, `${contents} contents${roles.length === 0 ? '' : `, for ${roles.join(', ')}`}`],
    ...views.map((view) => [
      `${name}@${view.name}`,
      `${view.files} files${view.changedMs === null ? '' : `, of ${new Date(view.changedMs).toISOString()}`}`,
    ]),
  ]);
  const due = queue.map(({ name, attempts, isTaken, failure }) => {
    const state = isTaken ? 'a worker has it' : failure === null ? 'due' : `failed (${attempts}): ${failure}`;
    return [`queue: ${name}`, state];
  });
  const size = `version ${version}, ${(bytes / 1_000_000).toFixed(1)} MB`;
  return table([['database', database], ['tables', size], ...rows, ...due]).join('\n');
}

const roleInput = z.strictObject({
  role: field(z.string().min(1).max(63).describe('A role of the database'), { placeholder: 'ROLE' }),
  format: dataFormat,
});

export const storeGrant = defineOperation({
  input: roleInput.extend({
    readOnly: optional.yesNo('The role may read the workspace, and change no workspace'),
  }),
  positional: 'role',
  examples: [
    'knap store grant alice --workspace github.com/org/name',
    'knap store grant laptops --read-only --workspace github.com/org/name',
  ],
  run: (call, { role, format, readOnly }) => setMember(call, role, readOnly ? 'read' : 'change', format),
});

export const storeRevoke = defineOperation({
  input: roleInput,
  positional: 'role',
  examples: ['knap store revoke alice --workspace github.com/org/name'],
  run: (call, { role, format }) => setMember(call, role, 'nothing', format),
});

const RIGHT_TEXTS: Readonly<Record<MemberRight, string>> = {
  change: 'sees and changes',
  read: 'sees',
  nothing: 'no longer sees',
};

async function setMember(call: Call, role: string, may: MemberRight, format: string | undefined) {
  const { workspace } = sharedNames(call.root, call.config.workspace);
  await onSharedStore(call.config, (store) => store.setMember(workspace, role, may));
  return answer({ workspace, role }, { text: `${role} ${RIGHT_TEXTS[may]} ${workspace}`, format });
}

export const storeMigrate = defineOperation({
  input: z.strictObject({ format: dataFormat }),
  examples: ['knap store migrate --store postgres://owner@host/name'],
  async run(call, { format }) {
    const moved = await onSharedStore(call.config, (store) => store.migrate());
    const text =
      moved.from === moved.to ? `Already at version ${moved.to}.` : `From version ${moved.from} to ${moved.to}.`;
    return answer(moved, { text, format });
  },
});

const days = z.int().min(0).max(36_500).default(DEFAULTS.postgres.viewDays);

export const storeVacuum = defineOperation({
  input: z.strictObject({
    days: field(days.describe('Forget views that did not change for this many days'), { placeholder: 'DAYS' }),
    format: dataFormat,
  }),
  examples: ['knap store vacuum', 'knap store vacuum --days 30'],
  async run(call, { days, format }) {
    const forgotten = await onSharedStore(call.config, (store) => store.vacuum(days));
    const text = forgotten.length === 0 ? 'No view is that old.' : forgotten.map((name) => `forgot ${name}`).join('\n');
    return answer({ forgotten }, { text, format });
  },
});

export const storeDropWorkspace = defineOperation({
  input: z.strictObject({
    name: field(z.string().min(1).max(200).describe('The workspace, as knap store status names it'), {
      placeholder: 'NAME',
    }),
    format: dataFormat,
  }),
  positional: 'name',
  examples: ['knap store drop-workspace github.com/org/name'],
  async run(call, { name, format }) {
    const isDropped = await onSharedStore(call.config, (store) => store.dropWorkspace(name));
    if (!isDropped)
      throw new ContextError('BAD_INPUT', `The store has no workspace "${name}"; knap store status lists them.`);
    return answer({ dropped: name }, { text: `dropped ${name}`, format });
  },
});
