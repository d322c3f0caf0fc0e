import { DEFAULTS } from '../../config/defaults.ts';
import type { Scored } from '../../model/candidate.ts';
import { fencedLines } from '../../pipeline/context/content.ts';
import type { ContextInput, ContextNode } from '../../ports/context.ts';
import { FILE_SOURCES } from '../find.ts';
import { named } from '../named.ts';
import type { RunContext } from '../run.ts';
import { findEntities } from '../run-query.ts';

const { besideMax, scoring } = DEFAULTS.context;

/** Code, documents and conversations that answer the same question; they join at their search score. */
export async function besideGraph(
  query: string,
  { sources = [] }: ContextInput,
  run: RunContext,
  depth: number,
): Promise<{ readonly nodes: readonly ContextNode[]; readonly notes: readonly string[] }> {
  if (sources.length === 0) return { nodes: [], notes: [] };
  const from = sources.map((name) => named(FILE_SOURCES, name, 'source').name);
  const { entities, confidence, notes } = await findEntities({ query, from, limit: besideMax }, run);
  return { nodes: entities.map((one) => nodeOf(one, confidence, depth)), notes: [...run.notes, ...notes] };
}

// The best of a search scores 1 whatever it is worth; how sure the search was says the rest.
function nodeOf(one: Scored, confidence: number, depth: number): ContextNode {
  const score = Math.min(scoring.scoreMax, Math.round(one.score * confidence * 10_000) / 10_000);
  const { kind, qualifiedName, language, location } = one.entity;
  const { path, startLine, endLine } = location;
  const text = (one.text?.lines ?? []).slice(startLine - 1, endLine).join('\n');
  return {
    id: one.id,
    name: `${kind} ${qualifiedName}`,
    content: fencedLines(text, '', language ?? '').join('\n'),
    tags: [],
    score,
    components: { graphDistance: 0, recency: 0, boost: 0, seed: score },
    distance: depth + 1,
    path: [],
    because: one.reasons.map(({ because }) => because)[0] ?? 'found by its words',
    source: `${path}:${startLine}-${endLine}`,
  };
}
