import { DEFAULTS } from '../../config/defaults.ts';
import type { Scored } from '../../model/candidate.ts';
import type { ContextCandidate } from '../../pipeline/context/find-context.ts';
import type { ContextInput } from '../../ports/context.ts';
import type { QuestionRun } from '../question-run.ts';
import { findEntities } from '../questions/query.ts';

const { besideMax, scoring } = DEFAULTS.context;

/** Code, documents and conversations that answer the same question; they join at their search score. */
export async function besideGraph(
  query: string,
  { sources = [] }: ContextInput,
  run: QuestionRun,
  depth: number,
): Promise<{ readonly nodes: readonly ContextCandidate[]; readonly notes: readonly string[] }> {
  if (sources.length === 0) return { nodes: [], notes: [] };
  const { entities, confidence, notes } = await findEntities({ query, sources, limit: besideMax }, run);
  return { nodes: entities.map((one) => candidateOf(one, confidence, depth)), notes: [...run.notes, ...notes] };
}

// The best of a search scores 1 whatever it is worth; how sure the search was says the rest.
function candidateOf(one: Scored, confidence: number, depth: number): ContextCandidate {
  const score = Math.min(scoring.scoreMax, Math.round(one.score * confidence * 10_000) / 10_000);
  const { kind, qualifiedName } = one.entity;
  const node = {
    id: one.id,
    name: `${kind} ${qualifiedName}`,
    tags: [],
    score,
    components: { graphDistance: 0, recency: 0, boost: 0, seed: score },
    distance: depth + 1,
    path: [],
    because: one.reasons.map(({ because }) => because)[0] ?? 'found by its words',
    source: one.path,
  };
  return { node, scored: { ...one, reasons: one.reasons, isPinned: false } };
}
