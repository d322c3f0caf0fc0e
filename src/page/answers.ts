import type { Manifest } from '../bundle/manifest.ts';
import type { ExplainedFile } from '../model/explained-files.ts';
import type { Spent } from '../model/pack.ts';
import type { ExplainedCandidate } from '../ports/engine.ts';
import type { Reply } from './parts/api.ts';

/** A candidate as the server tells it: what nobody knows is left out. */
export type ToldCandidate = Omit<ExplainedCandidate, 'likelihood' | 'level' | 'excludedBecause'> &
  Partial<Pick<ExplainedCandidate, 'likelihood' | 'level' | 'excludedBecause'>>;

/** What `/v1/pack` answers to the page. */
export type PackData = Manifest & {
  /** Asked for by the views that show it alone: telling of every candidate takes longer than the pack. */
  readonly explained?: PackExplanation;
};

export interface PackExplanation {
  readonly candidates: readonly ToldCandidate[];
  readonly candidatesTotal: number;
  readonly spent: Spent;
}
export type PackReply = Reply<PackData>;

export type ToldFile = ExplainedFile<ToldCandidate>;

/** What one answer has that another has not. */
export interface PackChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly tokens: number;
}

export function changeBetween(before: PackData, after: PackData): PackChange {
  const [had, has] = [before, after].map(({ blocks }) => new Set(blocks.map(({ id }) => String(id))));
  return {
    added: [...has!].filter((id) => !had!.has(id)),
    removed: [...had!].filter((id) => !has!.has(id)),
    tokens: after.usage.used - before.usage.used,
  };
}
