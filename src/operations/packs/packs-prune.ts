import * as z from 'zod';
import { outdatedPacks, prunePacks } from '../../bundle/pack-folders.ts';
import { stateFolder } from '../../config/state-folder.ts';
import { dataFormat } from '../input/fields.ts';
import { answer, defineOperation, field } from '../operation.ts';

const input = z.strictObject({
  keep: field(z.int().min(0).optional().describe('Packs kept, newest first; without it the setting packsKept'), {
    placeholder: 'N',
  }),
  outdated: z.boolean().optional().describe('Remove those made with older rules on secrets, and no others'),
  format: dataFormat,
});

/** Removes old packs. */
export const packsPrune = defineOperation<typeof input, { readonly removed: readonly string[] }>({
  input,
  examples: ['knap packs prune', 'knap packs prune --keep 5', 'knap packs prune --outdated'],
  async run(call, { keep, outdated, format }) {
    const folder = stateFolder(call.root, 'packs');
    const removed = await prunePacks(folder, outdated ? await outdatedPacks(folder) : (keep ?? call.config.packsKept));
    const text = removed.length === 0 ? 'Nothing to remove.' : removed.map((name) => `removed ${name}`).join('\n');
    return answer({ removed }, { text, format });
  },
});
