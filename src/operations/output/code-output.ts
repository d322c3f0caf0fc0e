// The data of answers about code (`pack`, `explain`, `query`, `grep`, `uses`), as programs get it beside the text.
import * as z from 'zod';
import { manifestOf, manifestSchema } from '../../bundle/manifest.ts';
import { EDGE_KINDS, type EdgeKind } from '../../model/edge.ts';
import { ROLES } from '../../model/entity.ts';
import { EXCLUSIONS, LEVELS } from '../../model/pack.ts';
import type { ExplainedCandidate, Explanation, PackAnswer, QueryAnswer } from '../../ports/engine.ts';
import { type GrepAnswer, USE_KINDS, type UsesAnswer } from '../../ports/lookup.ts';
import { lines, outputOf, roundScore, score, texts, withoutNulls } from './output.ts';

/** The result of `pack`: the pack, its explanation, and its folder if it was written. */
export interface PackResult extends Pick<PackAnswer, 'pack' | 'explained' | 'edges' | 'nothing' | 'milliseconds'> {
  readonly folder: string | null;
}

const likelihood = z.number().min(0).max(1);
const nothingHere = likelihood.optional().describe('Likelihood that nothing in the workspace matters to the task');

const candidate = z.object({
  ...{ id: z.string(), path: z.string(), kind: z.string(), ...lines },
  ...{ rank: z.int(), score, sum: score, from: z.string() },
  likelihood: likelihood.optional().describe('Likelihood that the task needs it'),
  outcome: z.string(),
  level: z.enum(LEVELS).optional().describe('How much of it is printed'),
  excludedBecause: z.enum(EXCLUSIONS).optional().describe('The reason if it is not quoted'),
  reasons: z.array(z.object({ signal: z.string(), value: z.number(), weight: z.number(), because: z.string() })),
});

const tokens = z.int().min(0);
const edgeKinds = Object.keys(EDGE_KINDS) as EdgeKind[];

const explained = z.object({
  nothing: nothingHere,
  candidates: z.array(candidate).describe('Candidates in the pack, then the best of the others'),
  candidatesTotal: z.int(),
  spent: z
    .object({ blocks: z.array(z.object({ id: z.string(), tokens })), references: tokens, frame: tokens })
    .describe('Tokens of each block with the heading of its file, of lines that only name places, and of the frame'),
  edges: z
    .array(z.object({ from: z.string(), to: z.string(), kind: z.enum(edgeKinds), because: z.string() }))
    .describe('Edges between the files'),
});

/** A pack as its manifest; the texts of its blocks stand in the text of the answer. */
export const packOutput = outputOf(
  manifestSchema.extend({ explained: explained.optional() }),
  ({ pack, explained: evidence, edges, nothing }: PackResult) => ({
    ...manifestOf(pack),
    ...(evidence !== null && {
      explained: {
        ...nothingData(nothing),
        ...evidence,
        candidates: evidence.candidates.map(shortData),
        edges: edges.map(({ from, to, kind, because }) => ({ from, to, kind, because })),
      },
    }),
  }),
);

const explanation = z.object({
  task: z.object({
    title: z.string(),
    changeType: z.string(),
    confidence: score,
    keywords: texts,
    domains: texts,
    notes: texts,
  }),
  nothing: nothingHere,
  candidates: z.array(candidate),
});

export const explainOutput = outputOf(explanation, ({ task, nothing, candidates }: Explanation) => ({
  task: {
    ...{ title: task.title, changeType: task.changeType, confidence: task.confidence, notes: task.notes },
    keywords: task.keywords.map(({ word }) => word),
    domains: task.domains.map(({ name }) => name),
  },
  ...nothingData(nothing),
  candidates: candidates.map(candidateData),
}));

const nothingData = (nothing: number | null) =>
  withoutNulls({ nothing: nothing === null ? null : roundScore(nothing) });

// Leaves out the fields that are null.
function candidateData({ likelihood: likely, level, excludedBecause, ...rest }: ExplainedCandidate) {
  return {
    ...rest,
    ...withoutNulls({ likelihood: likely === null ? null : roundScore(likely), level, excludedBecause }),
  };
}

// Also rounds scores, sums, values and weights.
function shortData(one: ExplainedCandidate) {
  const short = one.reasons.map(({ value, weight, ...words }) => ({
    ...words,
    value: roundScore(value),
    weight: roundScore(weight),
  }));
  return { ...candidateData(one), score: roundScore(one.score), sum: roundScore(one.sum), reasons: short };
}

const query = z.object({
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
    ...{ entitiesIncluded: z.int(), entitiesExcluded: z.int(), filesRead: z.int() },
    truncated: z.boolean(),
  }),
  tokenCount: z.int(),
  confidence: score,
  nothing: likelihood.optional().describe('Likelihood that nothing here answers the question'),
  notes: texts,
});

/** The results without their code, which stands in the text of the answer. */
export const queryOutput = outputOf(
  query,
  ({ results, summary, tokenCount, confidence, nothing, notes }: QueryAnswer) => ({
    results: results.map(({ codePreview: _, ...result }) => ({ ...result, score: roundScore(result.score) })),
    ...{ summary, tokenCount, confidence: roundScore(confidence), notes },
    ...nothingData(nothing),
  }),
);

const hit = {
  ...{ path: z.string(), line: z.int(), text: z.string(), symbol: z.string().optional(), ...lines },
  ...{ hash: z.string(), role: z.enum(ROLES) },
};

export const grepOutput = outputOf(
  z.object({ hits: z.array(z.object(hit)), total: z.int(), files: z.int() }),
  (found: Omit<GrepAnswer, 'notes'>) => withoutNulls(found),
);

export const usesOutput = outputOf(
  z.object({ uses: z.array(z.object({ ...hit, kind: z.enum(USE_KINDS) })), total: z.int() }),
  (found: Omit<UsesAnswer, 'notes'>) => withoutNulls(found),
);
