import { DEFAULTS } from '../../config/defaults.ts';
import type { Block } from '../../model/pack.ts';
import { fencedLines } from '../../pipeline/context/content.ts';
import type { ContextInput, ContextNode } from '../../ports/context.ts';
import { FILE_SOURCES, type RunContext } from '../run-pack.ts';
import { queryBlocks } from '../run-query.ts';
import { named } from '../task-input.ts';

const { besideMax, scoring } = DEFAULTS.context;

/** Code, documents and conversations that answer the same question; they join at their search score. */
export async function besideGraph(
  query: string,
  { sources = [], maxTokens, tokenizer }: ContextInput,
  run: RunContext,
  depth: number,
): Promise<{ readonly nodes: readonly ContextNode[]; readonly notes: readonly string[] }> {
  if (sources.length === 0) return { nodes: [], notes: [] };
  const from = sources.map((name) => named(FILE_SOURCES, name, 'source').name);
  const { blocks, confidence, notes } = await queryBlocks(
    { query, from, limit: besideMax, maxTokens: Math.max(maxTokens ?? 0, DEFAULTS.query.budgetTokens), tokenizer },
    run,
  );
  return { nodes: blocks.map((block) => nodeOf(block, confidence, depth)), notes };
}

// The best of a search scores 1 whatever it is worth; how sure the search was says the rest.
function nodeOf(block: Block, confidence: number, depth: number): ContextNode {
  const score = Math.min(scoring.scoreMax, Math.round(block.score * confidence * 10_000) / 10_000);
  return {
    id: block.id,
    name: `${block.kind} ${block.qualifiedName}`,
    content: fencedLines(block.text, '', block.language ?? '').join('\n'),
    tags: [],
    score,
    components: { graphDistance: 0, recency: 0, boost: 0, seed: score },
    distance: depth + 1,
    path: [],
    because: block.reasons.map(({ because }) => because)[0] ?? 'found by its words',
    source: `${block.path}:${block.startLine}-${block.endLine}`,
  };
}
