import * as z from 'zod';
import type { QueryAnswer } from '../../engine.ts';
import type { Output } from './output.ts';
import { likelihood, lines, rounded, score, texts, withoutNulls } from './output-fields.ts';

const schema = z.object({
  results: z.array(
    z.object({
      entity: z.object({ id: z.string(), name: z.string(), type: z.string(), qualifiedName: z.string() }),
      score,
      location: z.object({ path: z.string(), ...lines }),
      hash: z.string(),
      because: z.string(),
    }),
  ),
  summary: z.object({
    entitiesIncluded: z.int(),
    entitiesExcluded: z.int(),
    filesRead: z.int(),
    truncated: z.boolean(),
  }),
  tokenCount: z.int(),
  confidence: score,
  nothing: likelihood.optional().describe('How likely it is that nothing here answers'),
  notes: texts,
});

/** What was found, without the code; it stands in the answer's own text. */
export const queryOutput: Output<QueryAnswer> = {
  schema,
  data: ({ results, summary, tokenCount, confidence, nothing, notes }) => ({
    results: results.map(({ codePreview: _, ...result }) => ({ ...result, score: rounded(result.score) })),
    ...{ summary, tokenCount, confidence: rounded(confidence), notes },
    ...withoutNulls({ nothing: nothing === null ? null : rounded(nothing) }),
  }),
};
