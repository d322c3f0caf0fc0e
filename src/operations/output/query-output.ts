import * as z from 'zod';
import { VERSION } from '../../config/version.ts';
import type { QueryAnswer, Status } from '../../engine.ts';
import { ROLES } from '../../model/entity.ts';
import { type GrepAnswer, USE_KINDS, type UsesAnswer } from '../../ports/lookup.ts';
import { coverage, likelihood, lines, outputOf, rounded, score, texts, withoutNulls } from './output.ts';

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
  nothing: likelihood.optional().describe('How likely it is that nothing here answers'),
  notes: texts,
});

/** What was found, without the code; it stands in the answer's own text. */
export const queryOutput = outputOf(
  query,
  ({ results, summary, tokenCount, confidence, nothing, notes }: QueryAnswer) => ({
    results: results.map(({ codePreview: _, ...result }) => ({ ...result, score: rounded(result.score) })),
    ...{ summary, tokenCount, confidence: rounded(confidence), notes },
    ...withoutNulls({ nothing: nothing === null ? null : rounded(nothing) }),
  }),
);

const hit = {
  ...{ path: z.string(), line: z.int(), text: z.string(), symbol: z.string().optional(), ...lines },
  ...{ hash: z.string(), role: z.enum(ROLES) },
};

/** All of what a search by text found. */
export const grepOutput = outputOf(
  z.object({ hits: z.array(z.object(hit)), total: z.int(), files: z.int() }),
  (found: Omit<GrepAnswer, 'notes'>) => withoutNulls(found),
);

/** All of where a name is used. */
export const usesOutput = outputOf(
  z.object({ uses: z.array(z.object({ ...hit, kind: z.enum(USE_KINDS) })), total: z.int() }),
  (found: Omit<UsesAnswer, 'notes'>) => withoutNulls(found),
);

const part = z.object({ name: z.string(), structure: z.int(), words: z.int(), leftOut: z.int() });

const status = z.object({
  ...{ version: z.string(), root: z.string() },
  store: z.object({ name: z.string(), path: z.string(), bytes: z.int() }),
  coverage,
  reading: z.object({ languages: z.array(part), folders: z.array(part) }),
  ...{ symbols: z.int(), edges: z.int(), lastIndexedMs: z.number().optional() },
  graphs: z.array(z.object({ workspace: z.string(), source: z.string(), path: z.string(), nodes: z.int().optional() })),
  pending: z.object({ added: z.int(), changed: z.int(), removed: z.int() }),
  notes: texts,
});

/** All of a status: its text holds no more. */
export const statusOutput = outputOf(status, ({ graphs, ...held }: Status) =>
  withoutNulls({
    version: VERSION,
    ...held,
    graphs: graphs.map(({ workspace, source, path, imported }) => ({
      ...{ workspace, source, path },
      nodes: imported?.nodes ?? null,
    })),
  }),
);
