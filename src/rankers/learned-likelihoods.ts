import type { RatedFile } from '../ports/ranker.ts';
import { LEVELS } from './answer-levels.ts';
import { type Likelihoods, likelihoodBy, logOdds, standings } from './likelihood.ts';
import type { FeatureRow } from './measure-features.ts';
import { UNIT_FEATURES } from './unit-features.ts';

const LEVEL_NAMES = LEVELS.map(({ name }) => name);

/** What the likelihood of a file is made of, if anything here matters: its own sum, how it stands among the others, and how much the task tells. */
export const FILE_ODDS = ['sum', 'gap', 'rivals', 'told'] as const;
/** What the likelihood of a unit is made of; `file` are the log-odds of its file. */
export const UNIT_ODDS = ['sum', 'gap', 'rivals', 'file', 'place', 'lines', 'covered'] as const;
/** What the chance that nothing matters is made of. */
export const NOTHING_ODDS = ['best', 'ahead', 'rivals', ...LEVEL_NAMES] as const;

const TOLD = LEVEL_NAMES.indexOf('told');
const COVERED = UNIT_FEATURES.findIndex(({ name }) => name === 'covered');

/** Values for `FILE_ODDS`, a row for each sum. */
export function fileOdds(sums: readonly number[], levels: FeatureRow): readonly FeatureRow[] {
  return standings(sums).map(({ gap, rivals }, at) => [sums[at]!, gap, rivals, levels[TOLD]!]);
}

/** Values for `UNIT_ODDS`, for each file a row for each of its units. */
export function unitOdds(
  sums: readonly (readonly number[])[],
  rows: readonly (readonly FeatureRow[])[],
  files: readonly FileOfUnits[],
): readonly (readonly FeatureRow[])[] {
  const standing = standings(sums.flat());
  let at = 0;
  return sums.map((own, file) => {
    const odds = logOdds(files[file]!.likelihood);
    const places = placesOf(own);
    return own.map((sum, unit) => {
      const { gap, rivals } = standing[at++]!;
      const lines = Math.log2(files[file]!.lengths[unit]!);
      return [sum, gap, rivals, odds, Math.log1p(places[unit]!), lines, rows[file]![unit]![COVERED]!];
    });
  });
}

interface FileOfUnits {
  readonly likelihood: number;
  /** Lines of each unit. */
  readonly lengths: readonly number[];
}

/** What `unitOdds` needs of an opened file. */
export function fileOfUnits({ rating, stored }: RatedFile): FileOfUnits {
  return {
    likelihood: rating.likelihood ?? 0,
    lengths: stored.units.map(({ startLine, endLine }) => endLine - startLine + 1),
  };
}

/** Values for `NOTHING_ODDS`. */
export function nothingOdds(sums: readonly number[], levels: FeatureRow): FeatureRow {
  const sorted = sums.toSorted((a, b) => b - a);
  const best = sorted[0] ?? 0;
  const rivals = standings(sums)[sums.indexOf(best)]?.rivals ?? 0;
  return [best, best - (sorted[1] ?? 0), rivals, ...levels];
}

/** The three models, ready to be asked. */
export function openLikelihoods({ files, units, nothing }: Likelihoods) {
  const ofFile = likelihoodBy(FILE_ODDS, files);
  return {
    /** A file is needed only if anything here matters. */
    file: (odds: FeatureRow, nothingMatters: number) => ofFile(odds) * (1 - nothingMatters),
    unit: likelihoodBy(UNIT_ODDS, units),
    nothing: likelihoodBy(NOTHING_ODDS, nothing),
  };
}

function placesOf(sums: readonly number[]): readonly number[] {
  const places: number[] = new Array(sums.length);
  const order = [...sums.keys()].sort((a, b) => sums[b]! - sums[a]! || a - b);
  for (const [place, unit] of order.entries()) places[unit] = place;
  return places;
}
