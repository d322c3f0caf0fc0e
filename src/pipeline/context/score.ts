// Scores a node by its distance, its age, its tags and, with an embedder, its meaning.
import { hasTag } from '../../model/graph.ts';
import type { ScoreComponents } from '../../ports/context.ts';
import { type ContextRun, recencyOf, touchedAt } from './context-options.ts';
import type { GatheredNode } from './gather.ts';

export interface NodeScore {
  readonly score: number;
  readonly components: ScoreComponents;
}

/**
 * Scores a node, with the parts that add up to the score. `similarities` holds the meaning of each node, 0..1; null
 * without an embedder.
 */
export function scoreNode(
  gathered: GatheredNode,
  similarities: ReadonlyMap<string, number> | null,
  run: ContextRun,
): NodeScore {
  const { weights: sets, scoreMax, boost: boostOfLens } = run.settings.scoring;
  const weights = similarities === null ? sets.without : sets.withMeaning;
  const { node, isSource } = gathered;
  const graphDistance = roundScore(weights.graphDistance * nearness(gathered, run.view.depth));
  const similarity = clamp(similarities?.get(node.id) ?? 0);
  const semanticSim = weights.semanticSim === null ? null : roundScore(weights.semanticSim * similarity);
  const recency = roundScore(weights.recency * recencyOf(touchedAt(node), run));
  const base = graphDistance + (semanticSim ?? 0) + recency;
  const max = isSource ? 1 : scoreMax;
  const wanted = !isSource && hasTag(node.tags, run.view.boostTags) ? boostOfLens : 0;
  const boost = roundScore(Math.max(0, Math.min(wanted, max - base)));
  const asked = isSource ? 1 : Math.min(scoreMax, gathered.searchScore ?? 0);
  const seed = roundScore(Math.max(0, asked - base - boost));
  const sum = base + boost + seed;
  return {
    score: roundScore(Math.min(sum, max)),
    components: { graphDistance, ...(semanticSim === null ? {} : { semanticSim }), recency, boost, seed },
  };
}

/**
 * Returns 1 / (distance + 1). With several sources the distance is the mean, and a source that does not reach the node
 * counts as far beyond the walk, so that a node near all sources scores more than one very near to a single source.
 */
function nearness({ distance, distances }: GatheredNode, depth: number): number {
  const beyond = 2 * (depth + 1) + 1;
  const counted = distances.length > 1 ? distances.map((distance) => distance ?? beyond) : [distance];
  const mean = counted.reduce((sum, value) => sum + value, 0) / counted.length;
  return 1 / (mean + 1);
}

const roundScore = (value: number): number => Math.round(value * 10_000) / 10_000;
const clamp = (value: number): number => (Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0);
