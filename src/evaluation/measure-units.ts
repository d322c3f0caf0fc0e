import type { ExplainedCandidate, Explanation } from '../ports/engine.ts';
import { type Bin, binned, type Judged, WORTH } from './statistics.ts';
import { type EvalTask, looksLikeTest } from './task.ts';

/** Whether every function a fix changed is among the first 1, 5, 10 functions; a long one in pieces is one. */
export interface FunctionScores {
  readonly allAt1: number;
  readonly allAt5: number;
  readonly allAt10: number;
}

export const FUNCTION_KEYS = ['allAt1', 'allAt5', 'allAt10'] as const satisfies readonly (keyof FunctionScores)[];

/** How units were ranked, and what likelihoods were worth. */
export interface UnitScores {
  /** Null where the fix changed no function. */
  readonly functions: FunctionScores | null;
  readonly calibration: { readonly files: readonly Bin[]; readonly units: readonly Bin[] };
}

/** Compares ranked units and the likelihoods of all candidates with what the fix changed; tests count nowhere. */
export function measureUnits(
  task: EvalTask,
  { candidates, nothing }: Pick<Explanation, 'candidates' | 'nothing'>,
): UnitScores {
  const seen = candidates.filter(({ path }) => !looksLikeTest(path));
  const files = seen.filter(isFile);
  const units = seen.filter((one) => !isFile(one));
  const gold = new Map(task.gold.map(({ path, ranges }) => [path, ranges]));
  const isChanged = ({ path, startLine, endLine }: ExplainedCandidate) =>
    (gold.get(path) ?? []).some(([first, last]) => first <= endLine && last >= startLine);
  return {
    functions: functionScores(task, units, isChanged),
    calibration: {
      files: judgedBins(
        files.map((file) => ({ ...file, likelihood: withoutDoubt(file.likelihood, nothing) })),
        ({ path }) => gold.has(path),
      ),
      units: judgedBins(units, isChanged),
    },
  };
}

// Who asks may be in the wrong place, and files are less likely for it; a fix was made here, so that doubt is no part of it.
function withoutDoubt(likelihood: number | null, nothing: number | null): number | null {
  return likelihood === null ? null : Math.min(1, likelihood / (1 - (nothing ?? 0) || 1));
}

// A file is called by its path, a unit by more.
const isFile = ({ id, path }: ExplainedCandidate): boolean => id === path;

const FUNCTIONS: ReadonlySet<string> = new Set(['function', 'method']);
const nameOf = ({ id }: ExplainedCandidate): string => id.replace(/~\d+$/, '');

// The functions of a file that was never opened are not known: to miss the file is to miss them.
function functionScores(
  { gold, functions }: EvalTask,
  units: readonly ExplainedCandidate[],
  isChanged: (unit: ExplainedCandidate) => boolean,
): FunctionScores | null {
  const opened = new Set(units.map(({ path }) => path));
  const ranked = units.filter(({ kind }) => FUNCTIONS.has(kind)).toSorted((a, b) => b.score - a.score);
  // Where the task lists them, its list counts, also what was not found of it.
  const changed = new Set(functions?.map((name) => name.replace(':', '#')) ?? ranked.filter(isChanged).map(nameOf));
  const names = [...new Set(ranked.map(nameOf))];
  const places = names.flatMap((name, place) => (changed.has(name) ? [place] : []));
  const isWhole = functions ? places.length === changed.size : gold.every(({ path }) => opened.has(path));
  if (places.length === 0 && isWhole) return null;
  const within = (k: number) => Number(isWhole && Math.max(...places) < k);
  return { allAt1: within(1), allAt5: within(5), allAt10: within(10) };
}

function judgedBins(
  all: readonly ExplainedCandidate[],
  isNeeded: (one: ExplainedCandidate) => boolean,
): readonly Bin[] {
  return binned(
    all.flatMap((one): readonly Judged[] =>
      (one.likelihood ?? 0) < WORTH ? [] : [{ said: one.likelihood!, came: Number(isNeeded(one)) }],
    ),
  );
}
