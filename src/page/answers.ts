// The answers of the server, as the page receives them, and the difference between two.
import type { Manifest } from '../bundle/manifest.ts';
import type { ExplainedFile } from '../model/pack.ts';
import type { ExplainedCandidate, PackExplained } from '../ports/engine.ts';

/** A candidate as the server sends it, without the fields that are null. */
export type SentCandidate = Omit<ExplainedCandidate, 'likelihood' | 'level' | 'excludedBecause'> &
  Partial<Pick<ExplainedCandidate, 'likelihood' | 'level' | 'excludedBecause'>>;

/** The data in the answer of `/v1/pack`. */
export type PackData = Manifest & {
  /** Present if the question asked for an explanation. */
  readonly explained?: PackExplanation;
};

export interface PackExplanation extends Omit<PackExplained, 'candidates'> {
  readonly candidates: readonly SentCandidate[];
}

export type SentFile = ExplainedFile<SentCandidate>;

/** Finds the ids of blocks that came in and went out between two answers, and how many more tokens the second costs. */
export function changeBetween(before: PackData, after: PackData) {
  const idsIn = ({ blocks }: PackData) => new Set(blocks.map(({ id }) => String(id)));
  const [had, has] = [idsIn(before), idsIn(after)];
  const tokens = after.usage.used - before.usage.used;
  return { added: [...has.difference(had)], removed: [...had.difference(has)], tokens };
}
