import * as z from 'zod';
import type { Explanation } from '../../engine.ts';
import type { Output } from './output.ts';
import { likelihood, lines, reasons, rounded, score, texts, withoutNulls } from './output-fields.ts';

const schema = z.object({
  task: z.object({
    title: z.string(),
    changeType: z.string(),
    confidence: score,
    keywords: texts,
    domains: texts,
    notes: texts,
  }),
  nothing: likelihood.optional().describe('How likely it is that nothing here matters to the task'),
  candidates: z.array(
    z.object({
      ...{ id: z.string(), path: z.string(), kind: z.string(), ...lines },
      ...{ rank: z.int(), score, sum: score, from: z.string() },
      likelihood: likelihood.optional().describe('How likely one needs it'),
      ...{ outcome: z.string(), reasons },
    }),
  ),
});

/** The parts of every score. */
export const explainOutput: Output<Explanation> = {
  schema,
  data: ({ task, nothing, candidates }) => ({
    task: {
      ...{ title: task.title, changeType: task.changeType, confidence: task.confidence, notes: task.notes },
      keywords: task.keywords.map(({ word }) => word),
      domains: task.domains.map(({ name }) => name),
    },
    ...withoutNulls({ nothing: nothing === null ? null : rounded(nothing) }),
    candidates: candidates.map(({ likelihood: likely, ...candidate }) => ({
      ...candidate,
      ...withoutNulls({ likelihood: likely === null ? null : rounded(likely) }),
    })),
  }),
};
