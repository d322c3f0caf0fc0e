import * as z from 'zod';
import type { ContextAnswer } from '../../engine.ts';
import type { Output } from './output.ts';
import { rounded, score, texts, withoutNulls } from './output-fields.ts';

const named = { id: z.string(), name: z.string(), score };

const schema = z.object({
  meta: z.object({
    workspace: z.string(),
    lens: z.string(),
    tokens: z.object({
      budget: z.int(),
      used: z.int(),
      utilization: z.number(),
      nodesIncluded: z.int(),
      nodesSummarized: z.int(),
    }),
    backend: z.string(),
    backendReason: z.string(),
    dataFrom: z.string().optional(),
    seeds: z.array(z.object({ text: z.string(), as: z.string(), node: z.string().optional() })),
    depth: z.object({ asked: z.int(), used: z.int() }),
    embeddingsAvailable: z.boolean(),
    excluded: z.record(z.string(), z.int()),
    notes: texts,
  }),
  nodes: z.array(
    z.object({
      ...named,
      tags: texts,
      distance: z.int(),
      because: z.string(),
      source: z.string(),
      hash: z.string().optional(),
      isStale: z.boolean().optional(),
    }),
  ),
  overflow: z.array(z.object(named)),
});

/** The document of a knowledge graph without what its nodes say; that stands in the answer's own text. */
export const contextOutput: Output<ContextAnswer> = {
  schema,
  data: ({ document }) => {
    const { query: _query, assembledAt: _at, ...meta } = document.meta;
    return withoutNulls({
      meta,
      nodes: document.nodes.map(
        ({ id, name, tags, score: points, distance, because, source, hash = null, isStale = null }) => ({
          ...{ id, name, tags, distance, because, source, hash, isStale },
          score: rounded(points),
        }),
      ),
      overflow: document.overflow.map(({ id, name, score: points }) => ({ id, name, score: rounded(points) })),
    });
  },
};
