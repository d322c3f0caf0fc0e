import * as z from 'zod';
import { ROLES } from '../../model/entity.ts';
import { type GrepAnswer, USE_KINDS, type UsesAnswer } from '../../ports/lookup.ts';
import type { Output } from './output.ts';
import { lines, withoutNulls } from './output-fields.ts';

const hit = {
  path: z.string(),
  line: z.int(),
  text: z.string(),
  symbol: z.string().optional(),
  ...lines,
  hash: z.string(),
  role: z.enum(ROLES),
};

/** All of what a search by text found. */
export const grepOutput: Output<Omit<GrepAnswer, 'notes'>> = {
  schema: z.object({ hits: z.array(z.object(hit)), total: z.int(), files: z.int() }),
  data: (found) => withoutNulls({ ...found }),
};

/** All of where a name is used. */
export const usesOutput: Output<Omit<UsesAnswer, 'notes'>> = {
  schema: z.object({ uses: z.array(z.object({ ...hit, kind: z.enum(USE_KINDS) })), total: z.int() }),
  data: (found) => withoutNulls({ ...found }),
};
