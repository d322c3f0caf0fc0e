import * as z from 'zod';
import { onSharedStore, sharedNames } from '../../engine/shared-store.ts';
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

/** Lets a role of the database see and change a workspace. */
export const storeGrant = defineOperation<typeof input, Membership>({
  input,
  positional: 'role',
  examples: ['knap store grant alice --workspace github.com/org/name'],
  run: (call, { role, format }) => setMember(call, { role, format, isMember: true }),
});

/** Takes it back. */
export const storeRevoke = defineOperation<typeof input, Membership>({
  input,
  positional: 'role',
  examples: ['knap store revoke alice --workspace github.com/org/name'],
  run: (call, { role, format }) => setMember(call, { role, format, isMember: false }),
});

async function setMember(
  call: Call,
  { role, format, isMember }: { role: string; format: string | undefined; isMember: boolean },
): Promise<Answer<Membership>> {
  const { workspace } = sharedNames(call.root, call.config.workspace);
  await onSharedStore(call.config, (store) => store.setMember(workspace, role, isMember));
  const text = isMember ? `${role} sees and changes ${workspace}` : `${role} no longer sees ${workspace}`;
  return answer({ workspace, role }, { text, format });
}
