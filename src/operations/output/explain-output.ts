import * as z from 'zod';
import type { Explanation } from '../../engine.ts';
import type { Output } from './output.ts';
import { reasons, score, texts } from './output-fields.ts';

const schema = z.object({
  task: z.object({
    title: z.string(),
    changeType: z.string(),
    confidence: score,
    keywords: texts,
    domains: texts,
    notes: texts,
  }),
  candidates: z.array(
    z.object({
      ...{ id: z.string(), path: z.string(), rank: z.int(), score, sum: score, from: z.string() },
      ...{ outcome: z.string(), reasons },
    }),
  ),
});

/** The parts of every score. */
export const explainOutput: Output<Explanation> = {
  schema,
  data: ({ task, candidates }) => ({
    task: {
      ...{ title: task.title, changeType: task.changeType, confidence: task.confidence, notes: task.notes },
      keywords: task.keywords.map(({ word }) => word),
      domains: task.domains.map(({ name }) => name),
    },
    candidates,
  }),
};
