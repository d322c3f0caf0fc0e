// This ranker needs no training: it sums the evidence with the weights that the signals carry.
import type { Candidate, Reason, Signal } from '../model/candidate.ts';
import type { Ranker, RatedFile, Rating } from '../ports/ranker.ts';
import type { Question, SignalFinder } from '../ports/signal-finder.ts';
import { fromTable, type LikelihoodTable } from './likelihood.ts';

export const SIGNALS_ALONE = 'signals';

interface SignalsOptions {
  readonly finders: readonly SignalFinder[];
  /** Share of a unit's score that its file gives it; the rest is its own. */
  readonly fileShare: number;
  /** An entity is worth quoting from this share of the best score on. */
  readonly floorShare: number;
  /** Whether a signal is so strong that the role of the file does not lower the score. */
  readonly isNaming: (signal: Signal) => boolean;
  /** Measured curves from scores to likelihoods: of files, of units, and that anything here matters. */
  readonly likelihoods: Readonly<Record<'files' | 'units' | 'anything', LikelihoodTable>>;
}

/** Creates the ranker with weights set by hand. A file's sum is divided by the greatest that the task could give. */
export function signalsRanker(options: SignalsOptions): Ranker {
  const weightsFor = (question: Question) => listWeights(question, options.finders);
  return {
    name: SIGNALS_ALONE,
    rateFiles: async (question, candidates) => {
      const weights = weightsFor(question);
      const files = candidates.map((candidate) => rateFile(candidate, question, weights, options));
      const best = files.reduce((most, { score }) => Math.max(most, score), 0);
      return { files, nothing: 1 - fromTable(options.likelihoods.anything, best) };
    },
    rateUnits: async (question, files) => {
      const weights = weightsFor(question);
      const strengths = files.map(({ units }) => units.map((unit) => measureStrength(unit.signals, weights)));
      const best = strengths.flat().reduce((most, strength) => Math.max(most, strength), 0);
      return files.map((opened, index) => rateUnitsOf(opened, strengths[index]!, { best, weights, ...options }));
    },
    floors: (_, best) => {
      const floor = best * options.floorShare;
      return { units: floor, files: floor, alone: floor };
    },
  };
}

function listWeights(question: Question, finders: readonly SignalFinder[]): ReadonlyMap<string, number> {
  return new Map(finders.filter((finder) => finder.applies(question)).map((finder) => [finder.kind, finder.weight]));
}

function measureStrength(signals: readonly Signal[], weights: ReadonlyMap<string, number>): number {
  // Every candidate was found by a finder with a weight, so the sum is never 0.
  const most = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  return signals.reduce((sum, signal) => sum + signal.value * (weights.get(signal.kind) ?? 0), 0) / most;
}

function rateFile(
  { path, signals }: Candidate,
  { view, roleFactors }: Question,
  weights: ReadonlyMap<string, number>,
  { isNaming, likelihoods }: SignalsOptions,
): Rating {
  const factor = signals.some(isNaming) ? 1 : roleFactors[view.files.get(path)?.role ?? 'source'];
  const score = measureStrength(signals, weights) * factor;
  const likelihood = fromTable(likelihoods.files, score);
  return { score, sum: score, likelihood, listReasons: () => reasonsOf(signals, weights) };
}

function rateUnitsOf(
  { units, rating }: RatedFile,
  strengths: readonly number[],
  { best, weights, fileShare, likelihoods }: SignalsOptions & { best: number; weights: ReadonlyMap<string, number> },
): readonly Rating[] {
  return units.map((unit, index) => {
    const share = best === 0 ? 0 : strengths[index]! / best;
    const listReasons = () => {
      const reasons = reasonsOf(unit.signals, weights);
      return reasons.length > 0 ? reasons : rating.listReasons();
    };
    const score = rating.score * (fileShare + (1 - fileShare) * share);
    return { score, sum: score, likelihood: fromTable(likelihoods.units, score), listReasons };
  });
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
