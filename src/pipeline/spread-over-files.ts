import type { Scored } from '../model/candidate.ts';
import { byText } from '../model/terms.ts';

export interface SpreadOptions {
  /** How much the place of its file counts for a unit. */
  readonly filePower: number;
  /** How much its own likelihood counts. */
  readonly unitPower: number;
  /** What every further unit of a file keeps of its score. */
  readonly repeatShare: number;
}

/**
 * Units as answers to a question, best first: it is about a place rather than about a change, so the file comes first, and
 * the second best of another file says more than the fifth of the same. Scores are of the best.
 */
export function spreadOverFiles(scored: readonly Scored[], options: SpreadOptions): readonly Scored[] {
  const units = scored.filter(({ entity }) => entity.container !== null);
  const files = new Map(scored.filter(({ entity }) => entity.container === null).map((one) => [one.path, one.score]));
  const [bestFile, bestUnit] = [greatest(files.values()), greatest(units.map(({ score }) => score))];
  const weighed = units
    .map((one) => {
      const file = (files.get(one.path) ?? 0) / bestFile;
      const score = file ** options.filePower * (one.score / bestUnit) ** options.unitPower;
      return { ...one, reasons: one.reasons, score };
    })
    .sort(byScore);
  const times = new Map<string, number>();
  return weighed
    .map((one) => {
      const time = times.get(one.path) ?? 0;
      times.set(one.path, time + 1);
      return { ...one, score: one.score * options.repeatShare ** time };
    })
    .sort(byScore);
}

const greatest = (scores: Iterable<number>): number => [...scores].reduce((most, one) => Math.max(most, one), 0) || 1;

const byScore = (a: Scored, b: Scored): number => b.score - a.score || byText(a.id, b.id);
