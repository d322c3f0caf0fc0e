// The answers of the server, as the page receives them.
import type { Manifest } from '../bundle/manifest.ts';
import type { ExplainedFile, TokensByPiece } from '../model/pack.ts';
import type { ExplainedCandidate } from '../ports/engine.ts';
import type { Reply } from './parts/api.ts';

/** A candidate as the server sends it, without unknown values. */
export type SentCandidate = Omit<ExplainedCandidate, 'likelihood' | 'level' | 'excludedBecause'> &
  Partial<Pick<ExplainedCandidate, 'likelihood' | 'level' | 'excludedBecause'>>;

/** The answer of `/v1/pack`. */
export type PackData = Manifest & {
  /** Only views that show it ask for it, because explaining every candidate takes longer than the pack. */
  readonly explained?: PackExplanation;
};

export interface PackExplanation {
  readonly candidates: readonly SentCandidate[];
  readonly candidatesTotal: number;
  readonly spent: TokensByPiece;
}
export type PackReply = Reply<PackData>;

export type SentFile = ExplainedFile<SentCandidate>;

/** The difference between two answers. */
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
