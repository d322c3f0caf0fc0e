import * as z from 'zod';
import { manifestOf } from '../../bundle/manifest.ts';
import { manifestSchema } from '../../bundle/manifest-schema.ts';
import type { ExplainedCandidate, PackAnswer } from '../../engine.ts';
import { EDGE_KINDS } from '../../model/edge.ts';
import { candidateData, candidateSchema } from './explain-output.ts';
import type { Output } from './output.ts';
import { likelihood, rounded, withoutNulls } from './output-fields.ts';

/** What packing leaves behind: the pack, why it is as it is, and the folder it was written to, if it was. */
export interface Packed extends Pick<PackAnswer, 'pack' | 'explained' | 'edges' | 'nothing' | 'milliseconds'> {
  readonly folder: string | null;
}

const tokens = z.int().min(0);

const explained = z.object({
  nothing: likelihood.optional().describe('How likely it is that nothing here matters to the task'),
  candidates: z.array(candidateSchema).describe('What is in the pack first, then the best of what is not'),
  candidatesTotal: z.int(),
  spent: z
    .object({ blocks: z.array(z.object({ id: z.string(), tokens })), references: tokens, frame: tokens })
    .describe('What each block costs with the heading of its file, the lines that only name, and everything around'),
  edges: z
    .array(z.object({ from: z.string(), to: z.string(), kind: z.enum(Object.keys(EDGE_KINDS)), because: z.string() }))
    .describe('How the files hang together'),
});

/** A pack as its manifest: everything but the texts of its blocks, which stand in the pack's own text. */
export const packOutput: Output<Packed> = {
  schema: manifestSchema.extend({ explained: explained.optional() }),
  data: (packed) => ({ ...manifestOf(packed.pack), ...explainedData(packed) }),
};

function explainedData({ explained: told, edges, nothing }: Packed) {
  if (told === null) return {};
  const { candidates, candidatesTotal, spent } = told;
  return {
    explained: {
      ...withoutNulls({ nothing: nothing === null ? null : rounded(nothing) }),
      ...{ candidates: candidates.map(shortData), candidatesTotal, spent },
      edges: edges.map(({ from, to, kind, because }) => ({ from, to, kind, because })),
    },
  };
}

// For drawing: more digits than a bar shows are only more to send.
function shortData(candidate: ExplainedCandidate) {
  const reasons = candidate.reasons.map(({ value, weight, ...words }) => ({
    ...words,
    value: rounded(value),
    weight: rounded(weight),
  }));
  return { ...candidateData(candidate), score: rounded(candidate.score), sum: rounded(candidate.sum), reasons };
}
