import * as z from 'zod';
import { onSharedStore } from '../../engine/shared-store.ts';
import { dataFormat } from '../input/fields.ts';
import { answer, defineOperation } from '../operation.ts';

const input = z.strictObject({ format: dataFormat });

/** Makes the tables of a shared store, or brings them up to date. */
export const storeMigrate = defineOperation<typeof input, { readonly from: number; readonly to: number }>({
  input,
  examples: ['knap store migrate --store postgres://owner@host/name'],
  async run(call, { format }) {
    const moved = await onSharedStore(call.config, (store) => store.migrate());
    const text =
      moved.from === moved.to ? `Already at version ${moved.to}.` : `From version ${moved.from} to ${moved.to}.`;
    return answer(moved, { text, format });
  },
});
