import * as z from 'zod';
import type { Manifest } from '../../bundle/manifest-schema.ts';
import { findPack, readManifest, readPackPage } from '../../bundle/pack-folders.ts';
import { stateFolder } from '../../config/state-folder.ts';
import { ContextError } from '../../model/errors.ts';
import { copy, dataFormat } from '../input/fields.ts';
import { answer, defineOperation, field } from '../operation.ts';

const input = z.strictObject({
  pack: field(z.string().default('latest').describe('A name or its beginning, a number of the list, or "latest"'), {
    placeholder: 'PACK',
  }),
  format: dataFormat,
  copy,
});

/** A kept pack again, as it was: PACK.md, or its manifest as JSON. */
export const packsOpen = defineOperation<typeof input, Manifest>({
  input,
  positional: 'pack',
  examples: ['knap packs open', 'knap packs open 2', 'knap packs open 20261115-094300 --json'],
  async run(call, { pack, format, copy: isCopied }) {
    const folder = stateFolder(call.root, 'packs');
    const name = await findPack(folder, pack);
    const manifest = await readManifest(folder, name);
    const text = readPackPage(folder, name, 'PACK.md');
    if (!manifest || text === null)
      throw new ContextError('NO_SUCH_PACK', `The pack ${name} is damaged: PACK.md or ctx.json cannot be read.`);
    if (isCopied) call.copy?.(text);
    return answer(manifest, { text, format });
  },
});
