import * as z from 'zod';
import { answer, defineOperation, field } from '../../operations/operation.ts';
import type { Output } from '../../operations/output/output.ts';
import type { ReadAnswer } from '../../ports/lookup.ts';

const input = z.strictObject({
  path: field(z.string().min(1).describe('A file of the workspace that could be quoted'), { isPath: true }),
});

/** A file as it is now, line by line: for a person who looks at the code behind a candidate, not for a model. */
export const readLines = defineOperation<typeof input, ReadAnswer>({
  input,
  output: {
    schema: z.object({ path: z.string(), startLine: z.int(), endLine: z.int() }),
    data: ({ path, startLine, endLine }) => ({ path, startLine, endLine }),
  } satisfies Output<ReadAnswer>,
  examples: [],
  async run(call, { path }) {
    const read = await (await call.engine()).read({ path });
    return answer(read, { text: read.text });
  },
});
