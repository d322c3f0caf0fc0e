import * as z from 'zod';
import { onSharedStore } from '../../engine/shared-store.ts';
import { ContextError } from '../../model/errors.ts';
import { dataFormat } from '../input/fields.ts';
import { answer, defineOperation, field } from '../operation.ts';

const input = z.strictObject({
  name: field(z.string().min(1).max(200).describe('The workspace, as knap store status names it'), {
    placeholder: 'NAME',
  }),
  format: dataFormat,
});

/** Forgets a workspace of a shared store, with all its views. */
export const storeDropWorkspace = defineOperation<typeof input, { readonly dropped: string }>({
  input,
  positional: 'name',
  examples: ['knap store drop-workspace github.com/org/name'],
  async run(call, { name, format }) {
    const isDropped = await onSharedStore(call.config, (store) => store.dropWorkspace(name));
    if (!isDropped)
      throw new ContextError('BAD_INPUT', `The store has no workspace "${name}"; knap store status lists them.`);
    return answer({ dropped: name }, { text: `dropped ${name}`, format });
  },
});
