import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Manifest } from '../bundle/manifest.ts';
import { findPack, readManifest } from '../bundle/pack-folders.ts';
import { ContextError } from '../model/errors.ts';
import { dataFormat } from './fields.ts';
import { answer, defineOperation, field } from './operation.ts';
import { PACKS_FOLDER } from './packs-folder.ts';

const input = z.strictObject({
  pack: field(z.string().default('latest').describe('A name or its beginning, a number of the list, or "latest"'), {
    placeholder: 'PACK',
  }),
  format: dataFormat,
});

/** A kept pack again, as it was: PACK.md, or its manifest as JSON. */
export const packsOpen = defineOperation<typeof input, Manifest>({
  input,
  positional: 'pack',
  examples: ['knap packs open', 'knap packs open 2', 'knap packs open 20261115-094300 --json'],
  async run(call, { pack, format }) {
    const folder = join(call.root, PACKS_FOLDER);
    const name = await findPack(folder, pack);
    const manifest = await readManifest(folder, name);
    const text = await readFile(join(folder, name, 'PACK.md'), 'utf8').catch(() => null);
    if (!manifest || text === null)
      throw new ContextError('NO_SUCH_PACK', `The pack ${name} is damaged: PACK.md or ctx.json cannot be read.`);
    return answer(manifest, { text, format });
  },
});
