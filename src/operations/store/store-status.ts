import * as z from 'zod';
import { onSharedStore, type SharedStoreStatus } from '../../engine/shared-store.ts';
import { dataFormat } from '../input/fields.ts';
import { answer, defineOperation } from '../operation.ts';
import { table } from '../text-table.ts';

const input = z.strictObject({ format: dataFormat });

/** What a shared store holds. */
export const storeStatus = defineOperation<typeof input, SharedStoreStatus>({
  input,
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
  const size = `version ${version}, ${(bytes / 1_048_576).toFixed(1)} MB`;
  return table([['database', database], ['tables', size], ...rows, ...due]).join('\n');
}
