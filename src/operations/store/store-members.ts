import * as z from 'zod';
import { type MemberRight, onSharedStore, sharedNames } from '../../engine/shared-store.ts';
import { dataFormat } from '../input/fields.ts';
import { type Answer, answer, type Call, defineOperation, field } from '../operation.ts';

const input = z.strictObject({
  role: field(z.string().min(1).max(63).describe('A role of the database'), { placeholder: 'ROLE' }),
  format: dataFormat,
});

interface Membership {
  readonly workspace: string;
  readonly role: string;
}

const grantInput = input.extend({
  readOnly: z.boolean().optional().describe('It sees the workspace, and changes nothing of any'),
});

/** Lets a role of the database see and change a workspace. */
export const storeGrant = defineOperation<typeof grantInput, Membership>({
  input: grantInput,
  positional: 'role',
  examples: [
    'knap store grant alice --workspace github.com/org/name',
    'knap store grant laptops --read-only --workspace github.com/org/name',
  ],
  run: (call, { role, format, readOnly }) => setMember(call, { role, format, may: readOnly ? 'read' : 'change' }),
});

/** Takes it back. */
export const storeRevoke = defineOperation<typeof input, Membership>({
  input,
  positional: 'role',
  examples: ['knap store revoke alice --workspace github.com/org/name'],
  run: (call, { role, format }) => setMember(call, { role, format, may: 'nothing' }),
});

const SAID: Readonly<Record<MemberRight, string>> = {
  change: 'sees and changes',
  read: 'sees',
  nothing: 'no longer sees',
};

async function setMember(
  call: Call,
  { role, format, may }: { role: string; format: string | undefined; may: MemberRight },
): Promise<Answer<Membership>> {
  const { workspace } = sharedNames(call.root, call.config.workspace);
  await onSharedStore(call.config, (store) => store.setMember(workspace, role, may));
  return answer({ workspace, role }, { text: `${role} ${SAID[may]} ${workspace}`, format });
}
