// Scores a node by its distance, its age, its tags and, with an embedder, its meaning.
import { hasTag } from '../../model/graph.ts';
import type { ScoreComponents } from '../../ports/context.ts';
import { type Clock, recencyOf, touchedAt } from './context-options.ts';
import type { GatheredNode } from './gather.ts';

/** The shares of nearness, meaning and recency; one set for a whole answer. */
interface ScoreWeights {
  readonly graphDistance: number;
  /** Null without embeddings. */
  readonly semanticSim: number | null;
  readonly recency: number;
}

export interface NodeScoreOptions {
  readonly weights: ScoreWeights;
  readonly clock: Clock;
  readonly boostTags: readonly string[];
  readonly boost: number;
  /** The most that a node scores unless it is a source. */
  readonly scoreMax: number;
  /** The most steps that were walked. */
  readonly depth: number;
  /** 0..1 by node id; a node without one counts as 0. */
  readonly similarities: ReadonlyMap<string, number>;
}

export interface NodeScore {
  readonly score: number;
  readonly components: ScoreComponents;
}

const DIGITS = 10_000;

/** Scores a node, with the parts that add up to the score. */
export function scoreNode(gathered: Omit<GatheredNode, 'path'>, options: NodeScoreOptions): NodeScore {
  const { weights, clock, depth, scoreMax } = options;
  const { node, isSource } = gathered;
  const graphDistance = roundScore(weights.graphDistance * nearness(gathered, depth));
  const similarity = clamp(options.similarities.get(node.id) ?? 0);
  const semanticSim = weights.semanticSim === null ? null : roundScore(weights.semanticSim * similarity);
  const recency = roundScore(weights.recency * recencyOf(touchedAt(node), clock));
  const base = graphDistance + (semanticSim ?? 0) + recency;
  const max = isSource ? 1 : scoreMax;
  const wanted = !isSource && hasTag(node.tags, options.boostTags) ? options.boost : 0;
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
function nearness({ distance, distances }: Pick<GatheredNode, 'distance' | 'distances'>, depth: number): number {
  const beyond = 2 * (depth + 1) + 1;
  const counted = distances.length > 1 ? distances.map((distance) => distance ?? beyond) : [distance];
  const mean = counted.reduce((sum, value) => sum + value, 0) / counted.length;
  return 1 / (mean + 1);
}

function roundScore(value: number): number {
  return Math.round(value * DIGITS) / DIGITS;
}

function clamp(value: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0;
}
