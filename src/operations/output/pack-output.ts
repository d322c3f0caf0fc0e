import { manifestOf } from '../../bundle/manifest.ts';
import { manifestSchema } from '../../bundle/manifest-schema.ts';
import type { Pack } from '../../model/pack.ts';
import { tellingReason } from '../../model/signal.ts';
import type { Output } from './output.ts';
import { isInFile } from './output-fields.ts';

/** What packing leaves behind: the pack, and the folder it was written to, if it was. */
export interface Packed {
  readonly pack: Pack;
  readonly folder: string | null;
  readonly milliseconds: number;
}

/** A pack as its manifest: everything but the texts of its blocks, which stand in the pack's own text. */
export const packOutput: Output<Packed> = {
  schema: manifestSchema,
  data: ({ pack }) => ({ ...manifestOf(pack) }),
  quotes: ({ pack }) =>
    pack.blocks.filter(isInFile).map((block) => {
      const { path, startLine, endLine, hash, qualifiedName } = block;
      return { path, startLine, endLine, hash, name: qualifiedName, because: tellingReason(block.reasons) };
    }),
};
