// The operations that only the page has: a file with its colours, and files by a part of their path.
import * as z from 'zod';
import { answer, defineOperation, field } from '../../operations/operation.ts';
import type { Output } from '../../operations/output/output.ts';
import type { PathsAnswer, ReadAnswer } from '../../ports/lookup.ts';

export const readWithColors = defineOperation({
  input: z.strictObject({
    path: field(z.string().min(1).describe('A file of the workspace'), { isPath: true }),
  }),
  output: {
    schema: z.object({
      path: z.string(),
      hash: z.string(),
      isDocument: z.boolean(),
      colors: z.array(z.array(z.tuple([z.int(), z.int(), z.string()]))).nullable(),
    }),
    data: ({ path, hash, isDocument, colors }) => ({ path, hash, isDocument, colors }),
  } satisfies Output<ReadAnswer>,
  examples: [],
  async run(call, { path }) {
    const read = await (await call.engine()).read({ path, wantsColors: true });
    return answer(read, { text: read.text });
  },
});

const PATHS_SHOWN = 50;

/** Finds any indexed files, also those that are no candidates, because a user can pin any file. */
export const findPaths = defineOperation({
  input: z.strictObject({ text: z.string().min(1).max(500).describe('A part of the path') }),
  output: {
    schema: z.object({ paths: z.array(z.string()), total: z.int() }),
    data: ({ paths, total }) => ({ paths, total }),
  } satisfies Output<PathsAnswer>,
  examples: [],
  async run(call, { text }) {
    const { paths } = await (await call.engine()).paths({ prefix: '', limit: Number.MAX_SAFE_INTEGER });
    const matches = paths.filter((path) => path.toLowerCase().includes(text.toLowerCase()));
    return answer({ paths: matches.slice(0, PATHS_SHOWN), total: matches.length }, { text: '' });
  },
});
