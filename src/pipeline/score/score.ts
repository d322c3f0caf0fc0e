// The score stage: joins ratings with candidates and pins what the task, its traces or its diff name. Files that these
// name come before all others.
import type { Candidate, Enriched, Scored, Signal } from '../../model/candidate.ts';
import type { LineRange } from '../../model/facts.ts';
import { contains, linesOf, mergeRanges } from '../../model/line-ranges.ts';
import { byText } from '../../model/terms.ts';
import type { RatedFile, Rating } from '../../ports/ranker.ts';

export interface ScoreOptions {
  /** Kinds of evidence that pin what they point at, when they are at least `pinFrom` strong. */
  readonly pinning: ReadonlySet<string>;
  readonly pinFrom: number;
}

/** A candidate with its rating. */
interface RatedCandidate {
  readonly enriched: Enriched;
  readonly rating: Rating;
}

/** Joins ratings to candidates, best first, with pins and the lines of evidence. */
export function score(rated: readonly RatedCandidate[], options: ScoreOptions): readonly Scored[] {
  const scored = rated.map((candidate) =>
    candidate.enriched.entity.container === null ? scoreFile(candidate, options) : scoreUnit(candidate, options),
  );
  return scored.sort((a, b) => b.score - a.score || byText(a.entity.id, b.entity.id));
}

/** Lists opened files and their units with their ratings. */
export function withRatings(
  files: readonly RatedFile[],
  units: readonly (readonly Rating[])[],
): readonly RatedCandidate[] {
  return files.flatMap((opened, index) => [
    { enriched: opened.file, rating: opened.rating },
    ...opened.units.map((enriched, position) => ({ enriched, rating: units[index]![position]! })),
  ]);
}

function scoreFile({ enriched, rating }: RatedCandidate, options: ScoreOptions): Scored {
  // Evidence that points at lines pins only the units there; evidence about the file as such pins the file.
  const isPinned = enriched.signals.some(
    (signal) => isPinning(signal, options) && (signal.evidence ?? []).length === 0,
  );
  return makeScored(enriched, rating, isPinned, NO_LINES);
}

/** Whether a signal is of a kind that pins its target, and strong enough. */
function isPinning(signal: Signal, options: ScoreOptions): boolean {
  return options.pinning.has(signal.kind) && signal.value >= options.pinFrom;
}

function scoreUnit({ enriched, rating }: RatedCandidate, options: ScoreOptions): Scored {
  const { signals, entity } = enriched;
  if (signals.length === 0) return makeScored(enriched, rating, false, NO_LINES);
  const own = linesOf(entity.location);
  const evidence = signals.flatMap((signal) => signal.evidence ?? []).map(({ lines }) => lines);
  const inside = evidence.filter((lines) => contains(own, lines) && !contains(lines, own));
  const isPinned = signals.some((signal) => isPinning(signal, options) || isNaming(signal));
  return makeScored(enriched, rating, isPinned, mergeRanges(inside));
}

// Writes out the fields, because spreading them would be slow for thousands of units.
function makeScored(
  { id, path, signals, distance, via, entity, text }: Enriched,
  { score, likelihood, listReasons }: Rating,
  isPinned: boolean,
  matches: Scored['matches'],
): Scored {
  return { id, path, signals, distance, via, entity, text, score, likelihood, isPinned, matches, listReasons };
}

/** Whether the task names what the evidence points at. */
export function isNaming({ evidence = [] }: Signal): boolean {
  return evidence.some((evidence) => evidence.isNamed);
}

const NO_LINES: readonly LineRange[] = [];

/** A kind of evidence that names a file: its order (the greater first) and the least value that counts. */
interface NamingSignal {
  readonly place: number;
  readonly from: number;
  /** The lower value that is enough if a signal without this field names a file too. */
  readonly beside?: number;
}

export type NamingSignals = Readonly<Record<string, NamingSignal>>;

// The least difference between two named files, which keeps them in order; scores and likelihoods end at 1.
const STEP = 0.001;

/** Raises files that the task names above all others, in the order of `place` and then of the value. */
export function raiseNamedFiles(
  candidates: readonly Candidate[],
  ratings: readonly Rating[],
  naming: NamingSignals,
): readonly Rating[] {
  const isStrong = ({ kind, value }: Signal) =>
    naming[kind]?.beside === undefined && value >= (naming[kind]?.from ?? Infinity);
  const hasStrongNaming = candidates.some(({ signals }) => signals.some(isStrong));
  const least = (row: NamingSignal) => (hasStrongNaming ? (row.beside ?? row.from) : row.from);
  const named = candidates.flatMap(({ path, signals }, at) => {
    const strongest = strongestNaming(signals, naming, least);
    return strongest ? [{ ...strongest, at, path, rating: ratings[at]! }] : [];
  });
  if (named.length === 0) return ratings;
  named.sort((a, b) => a.place - b.place || a.value - b.value || a.rating.sum - b.rating.sum || byText(b.path, a.path));
  const raisedAt = new Set(named.map(({ at }) => at));
  const others = ratings.filter((_, at) => !raisedAt.has(at));
  let below = { score: most(others, 'score'), sum: most(others, 'sum'), likelihood: most(others, 'likelihood') };
  const raised = [...ratings];
  for (const { at, rating } of named) {
    const { score, sum, likelihood } = rating;
    below = {
      score: Math.max(score, Math.min(1, below.score + STEP)),
      sum: Math.max(sum, below.sum + STEP),
      likelihood: Math.max(likelihood ?? 0, Math.min(1, below.likelihood + STEP)),
    };
    raised[at] = { ...rating, ...below, likelihood: rating.likelihood === null ? null : below.likelihood };
  }
  return raised;
}

function strongestNaming(
  signals: readonly Signal[],
  naming: NamingSignals,
  least: (row: NamingSignal) => number,
): { readonly place: number; readonly value: number } | undefined {
  const found = signals.flatMap(({ kind, value }) => {
    const row = naming[kind];
    return row && value >= least(row) ? [{ place: row.place, value }] : [];
  });
  return found.sort((a, b) => b.place - a.place)[0];
}

function most(ratings: readonly Rating[], key: 'score' | 'sum' | 'likelihood'): number {
  return ratings.reduce((greatest, rating) => Math.max(greatest, rating[key] ?? 0), 0);
}
