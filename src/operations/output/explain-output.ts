import * as z from 'zod';
import type { ExplainedCandidate, Explanation } from '../../engine.ts';
import { EXCLUSIONS, LEVELS } from '../../model/pack.ts';
import type { Output } from './output.ts';
import { likelihood, lines, reasons, rounded, score, texts, withoutNulls } from './output-fields.ts';

export const candidateSchema = z.object({
  ...{ id: z.string(), path: z.string(), kind: z.string(), ...lines },
  ...{ rank: z.int(), score, sum: score, from: z.string() },
  likelihood: likelihood.optional().describe('How likely one needs it'),
  outcome: z.string(),
  level: z.enum(LEVELS).optional().describe('How much of it is printed, where it is'),
  excludedBecause: z.enum(EXCLUSIONS).optional().describe('Why it is not quoted, where it is not'),
  reasons,
});

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
  candidates: z.array(candidateSchema),
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
    candidates: candidates.map(candidateData),
  }),
};

/** A candidate as data: what nobody knows is left out. */
export function candidateData({ likelihood: likely, level, excludedBecause, ...candidate }: ExplainedCandidate) {
  const told = { likelihood: likely === null ? null : rounded(likely), level, excludedBecause };
  return { ...candidate, ...withoutNulls(told) };
}
