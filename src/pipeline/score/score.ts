import type { Enriched, Scored } from '../../model/candidate.ts';
import { mergeRanges } from '../../model/line-ranges.ts';
import type { Signal } from '../../model/signal.ts';
import type { RatedFile, Rating } from '../../ports/ranker.ts';

export interface ScoreOptions {
  /** Kinds of evidence that pin what they point at, when they are at least this strong. */
  readonly pinning: ReadonlySet<string>;
  readonly pinFrom: number;
}

/** A candidate and what the ranker made of it. */
export interface Rated {
  readonly enriched: Enriched;
  readonly rating: Rating;
}

/** Joins ratings to candidates, and says what is pinned and where in it the evidence lies; best first. */
export function score(rated: readonly Rated[], options: ScoreOptions): readonly Scored[] {
  const scored = rated.map((one) =>
    one.enriched.entity.container === null ? scoreFile(one, options) : scoreUnit(one, options),
  );
  return scored.sort((a, b) => b.score - a.score || (a.entity.id < b.entity.id ? -1 : 1));
}

/** Opened files and their units with their ratings, as one list. */
export function ratedOf(files: readonly RatedFile[], units: readonly (readonly Rating[])[]): readonly Rated[] {
  return files.flatMap((opened, index) => [
    { enriched: opened.file, rating: opened.rating },
    ...opened.units.map((enriched, at) => ({ enriched, rating: units[index]![at]! })),
  ]);
}

function scoreFile({ enriched, rating }: Rated, options: ScoreOptions): Scored {
  return {
    ...enriched,
    score: rating.score,
    get reasons() {
      return rating.reasons;
    },
    // Evidence that points at lines pins those; only what means the file as such pins all of it.
    isPinned: enriched.signals.some((signal) => isPinning(signal, options) && (signal.evidence ?? []).length === 0),
    matches: [],
  };
}

/** Whether evidence names what it points at, strongly enough to keep it in. */
export function isPinning(signal: Signal, options: ScoreOptions): boolean {
  return options.pinning.has(signal.kind) && signal.value >= options.pinFrom;
}

function scoreUnit({ enriched, rating }: Rated, options: ScoreOptions): Scored {
  const { startLine, endLine } = enriched.entity.location;
  const evidence = enriched.signals.flatMap((signal) => signal.evidence ?? []).map(({ lines }) => lines);
  const inside = evidence
    .filter(([first, last]) => last - first < endLine - startLine)
    .filter(([first, last]) => first >= startLine && last <= endLine);
  return {
    ...enriched,
    score: rating.score,
    get reasons() {
      return rating.reasons;
    },
    isPinned: enriched.signals.some((signal) => isPinning(signal, options)),
    matches: mergeRanges(inside),
  };
}
