import type { Enriched, Scored } from '../../model/candidate.ts';
import type { Role } from '../../model/entity.ts';
import { mergeRanges } from '../../model/line-ranges.ts';
import type { Reason, Signal } from '../../model/signal.ts';

export interface ScoreOptions {
  /** Weight of each kind of signal that this task could give. */
  readonly weights: ReadonlyMap<string, number>;
  /** What a role leaves of a score; 1 for roles the caller asked for. */
  readonly roleFactors: Readonly<Record<Role, number>>;
  /** Kinds of evidence that pin what they point at, when they are at least this strong. */
  readonly pinning: ReadonlySet<string>;
  readonly pinFrom: number;
  /** Share of a unit's score that its file gives it; the rest is its own. */
  readonly fileShare: number;
}

/** The seed's formula: the sum of weight × value over the greatest sum this task could give. */
export function strengthOf(signals: readonly Signal[], weights: ReadonlyMap<string, number>): number {
  const most = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  if (most === 0) return 0;
  return signals.reduce((sum, signal) => sum + signal.value * (weights.get(signal.kind) ?? 0), 0) / most;
}

/** Scores files by their evidence and units by their file's score and their own evidence; best first. */
export function score(enriched: readonly Enriched[], options: ScoreOptions): readonly Scored[] {
  const files = new Map(
    enriched.filter((one) => one.entity.container === null).map((one) => [one.path, scoreFile(one, options)]),
  );
  const units = enriched.filter((one) => one.entity.container !== null);
  const best = units.reduce((most, unit) => Math.max(most, strengthOf(unit.signals, options.weights)), 0);
  const scored = [...files.values(), ...units.map((unit) => scoreUnit(unit, files.get(unit.path), best, options))];
  return scored.sort((a, b) => b.score - a.score || (a.entity.id < b.entity.id ? -1 : 1));
}

function scoreFile(file: Enriched, options: ScoreOptions): Scored {
  const naming = file.signals.filter((signal) => isPinning(signal, options));
  const factor = naming.length > 0 ? 1 : options.roleFactors[file.entity.role];
  return {
    ...file,
    score: strengthOf(file.signals, options.weights) * factor,
    reasons: reasonsOf(file.signals, options.weights),
    // Evidence that points at lines pins those; only what means the file as such pins all of it.
    isPinned: naming.some((signal) => (signal.evidence ?? []).length === 0),
    matches: [],
  };
}

function isPinning(signal: Signal, options: ScoreOptions): boolean {
  return options.pinning.has(signal.kind) && signal.value >= options.pinFrom;
}

function scoreUnit(unit: Enriched, file: Scored | undefined, best: number, options: ScoreOptions): Scored {
  const own = best === 0 ? 0 : strengthOf(unit.signals, options.weights) / best;
  const score = (file?.score ?? 0) * (options.fileShare + (1 - options.fileShare) * own);
  const isPinned = unit.signals.some((signal) => isPinning(signal, options));
  const { startLine, endLine } = unit.entity.location;
  const evidence = unit.signals.flatMap((signal) => signal.evidence ?? []).map(({ lines }) => lines);
  const inside = evidence
    .filter(([first, last]) => last - first < endLine - startLine)
    .filter(([first, last]) => first >= startLine && last <= endLine);
  const reasons = reasonsOf(unit.signals.length > 0 ? unit.signals : [], options.weights);
  return {
    ...unit,
    score,
    reasons: reasons.length > 0 ? reasons : (file?.reasons ?? []),
    isPinned,
    matches: mergeRanges(inside),
  };
}

function reasonsOf(signals: readonly Signal[], weights: ReadonlyMap<string, number>): readonly Reason[] {
  const reasons = signals.map(({ kind, value, because }) => ({
    signal: kind,
    value,
    weight: weights.get(kind) ?? 0,
    because,
  }));
  return reasons
    .filter((reason) => reason.weight > 0)
    .sort((a, b) => b.weight * b.value - a.weight * a.value || (a.signal < b.signal ? -1 : 1));
}
