import type { Task } from '../model/task.ts';
import { byText } from '../model/terms.ts';
import type { StrategyHit } from '../ports/strategy.ts';

const RANK_OFFSET = 60;

export interface RankedList {
  readonly strategy: string;
  readonly weight: number;
  /** Best first. */
  readonly hits: readonly StrategyHit[];
}

export interface FusedHit {
  readonly path: string;
  readonly unit: number;
  /** 0..1, the best being 1. */
  readonly score: number;
  readonly found: readonly { readonly strategy: string; readonly rank: number; readonly because: string }[];
}

/**
 * Reciprocal-rank fusion, damped by how strong the hit was in its own list: rank alone falls so slowly that the
 * hundredth hit would still look good.
 */
export function fuse(lists: readonly RankedList[]): readonly FusedHit[] {
  const fused = new Map<
    string,
    { path: string; unit: number; sum: number; strength: number; found: FusedHit['found'][number][] }
  >();
  for (const { strategy, weight, hits } of lists) {
    const best = hits[0]?.score ?? 1;
    for (const [index, hit] of hits.entries()) {
      const key = `${hit.path}\n${hit.unit}`;
      const entry = fused.get(key) ?? { path: hit.path, unit: hit.unit, sum: 0, strength: 0, found: [] };
      entry.sum += weight / (RANK_OFFSET + index + 1);
      entry.strength = Math.max(entry.strength, hit.score / best);
      entry.found.push({ strategy, rank: index + 1, because: hit.because });
      fused.set(key, entry);
    }
  }
  const raw = [...fused.values()].map((entry) => ({ ...entry, score: entry.sum * entry.strength }));
  const best = raw.reduce((most, entry) => Math.max(most, entry.score), 0) || 1;
  return raw
    .map(({ path, unit, score, found }) => ({ path, unit, score: score / best, found }))
    .sort((a, b) => b.score - a.score || byText(a.path, b.path) || a.unit - b.unit);
}

const QUESTION = /^\s*(how|why|what|when|where|which|who|explain|does|is|are|can|should)\b/i;

/** What kind of query it is changes what a strategy is worth. */
export function adaptWeight(strategy: string, weight: number, task: Task): number {
  const names = task.mentions.some((mention) => mention.isKnown && mention.kind !== 'file' && mention.kind !== 'path');
  const isPath = task.mentions.some((mention) => mention.kind === 'file' || mention.kind === 'path');
  const rules: Readonly<Record<string, number>> = isPath
    ? { keyword: 3.0 / 0.6, semantic: 0.2 }
    : names && task.keywords.length <= 2
      ? { keyword: 2, semantic: 0.5, graph: 1.3 }
      : names
        ? { keyword: 1.5, graph: 1.3 }
        : QUESTION.test(task.text)
          ? { semantic: 1.5, keyword: 0.7 }
          : {};
  return weight * (rules[strategy] ?? 1);
}
