// This file turns the sums and scores of rankers into probabilities: that a file or unit is needed, and that nothing in
// the workspace matters.
import { type Candidate, logOddsOf } from '../model/candidate.ts';
import type { RatedFile } from '../ports/ranker.ts';
import type { Question } from '../ports/signal-finder.ts';
import { inverseFrequency } from '../search/bm25.ts';
import { termsOfTask } from '../search/task-terms.ts';
import { historyMatch } from '../signals/commit-history.ts';
import { exactSymbolMention } from '../signals/exact-symbol-mention.ts';
import { fileHintExact } from '../signals/file-hint-exact.ts';
import { diffHit, stacktraceHit } from '../signals/trace-and-diff.ts';
import { type FeatureRow, share } from './file-features.ts';
import { similaritySpan } from './meaning-features.ts';
import { placesBy, UNIT_FEATURES } from './unit-features.ts';

/** A logistic model: a weighted sum gives log-odds, and a table maps them to measured frequencies. */
export interface LikelihoodModel {
  readonly bias: number;
  readonly weights: Readonly<Record<string, number>>;
  readonly table: LikelihoodTable;
}

/** Points of a curve that never falls: a value, and the likelihood that was measured for it. */
export type LikelihoodTable = readonly (readonly [value: number, likelihood: number])[];

/** The models of how likely a file or unit is needed, and of how likely nothing in the workspace matters. */
export interface Likelihoods {
  readonly files: LikelihoodModel;
  readonly units: LikelihoodModel;
  readonly nothing: LikelihoodModel;
}

/** Creates a function that turns values, in the order of their names, into a probability. */
export function likelihoodBy(names: readonly string[], { bias, weights, table }: LikelihoodModel) {
  const ordered = names.map((name) => weights[name] ?? 0);
  return (values: readonly number[]): number => {
    let logOdds = bias;
    for (let at = 0; at < ordered.length; at++) logOdds += ordered[at]! * values[at]!;
    return fromTable(table, logOdds);
  };
}

/** Reads the value of a curve: it is linear between its points and constant beyond them. */
export function fromTable(table: LikelihoodTable, value: number): number {
  const above = table.findIndex(([point]) => point >= value);
  if (above < 0) return table.at(-1)?.[1] ?? 0;
  const [right, high] = table[above]!;
  if (above === 0) return high;
  const [left, low] = table[above - 1]!;
  return low + ((high - low) * (value - left)) / (right - left);
}

/** The position of a rating among the others. */
interface RatingStanding {
  /** How far its sum lies below the best, at most `GAP_MAX`. */
  readonly gap: number;
  /** Logarithm of 1 plus the number of rivals: those above count one each, those below less and less. */
  readonly rivals: number;
}

const GAP_MAX = 8;
/** Factor for differences of sums: a rating 1.5 behind is hardly a rival. */
const SHARPNESS = 2;

/** Measures the standing of each sum; sums far behind hardly affect the others. */
export function standings(sums: readonly number[]): readonly RatingStanding[] {
  const order = [...sums.keys()].sort((a, b) => sums[b]! - sums[a]!);
  const standing: RatingStanding[] = new Array(sums.length);
  const best = sums[order[0] ?? 0] ?? 0;
  let behind = 0;
  for (let rank = order.length - 1; rank >= 0; rank--) {
    const sum = sums[order[rank]!]!;
    const next = rank + 1 < order.length ? sums[order[rank + 1]!]! : Number.NEGATIVE_INFINITY;
    behind = Math.exp(SHARPNESS * (next - sum)) * (1 + behind);
    standing[order[rank]!] = { gap: Math.min(GAP_MAX, best - sum), rivals: Math.log1p(rank + behind) };
  }
  return standing;
}

type TaskQuestion = Pick<Question, 'task' | 'words' | 'statistics' | 'lexical' | 'view' | 'meaning'>;

/** Names of the measures of how well the workspace as a whole answers a task, and of how large both are. */
export const TASK_FEATURES = [
  ...(['known', 'covered', 'unit', 'body', 'names', 'pathWords', 'pairs', 'nearest', 'nearer', 'history'] as const),
  ...(['defined', 'pointed', 'told', 'size'] as const),
] as const;

/** Measures `TASK_FEATURES` in their order, each 0..1 on a scale that means the same for every task. */
export async function measureTask(
  question: TaskQuestion,
  candidates: readonly Candidate[],
): Promise<readonly number[]> {
  const { possible, possibleInUnits, found, pairs, pairsFound } = measureWordsKnown(question);
  const { best } = question.lexical();
  const paths = candidates.map(({ path }) => path);
  const span = await similaritySpan(question, paths);
  const strongest = (...kinds: readonly string[]) => {
    let most = 0;
    for (const { signals } of candidates)
      for (const { kind, value } of signals) if (value > most && kinds.includes(kind)) most = value;
    return most;
  };
  const known = share(found, possible);
  const taskRow: Readonly<Record<(typeof TASK_FEATURES)[number], number>> = {
    known,
    covered: best.covered * known,
    unit: share(best.unit, 2 * possibleInUnits),
    body: share(best.body, 2 * possible),
    names: share(best.names, 2 * possible),
    pathWords: share(best.pathWords, 2 * possible),
    pairs: share(pairsFound, pairs),
    nearest: Math.max(0, span.most),
    nearer: Math.max(0, span.most - span.median),
    history: strongest(historyMatch.kind),
    defined: strongest(exactSymbolMention.kind),
    pointed: strongest(fileHintExact.kind, stacktraceHit.kind, diffHit.kind),
    told: Math.min(1, Math.log2(1 + question.task.keywords.length) / 7),
    size: Math.min(1, Math.log2(1 + question.view.files.size) / 17),
  };
  return TASK_FEATURES.map((name) => taskRow[name]);
}

// Sums up, by weight and rarity, the task's words (by files and by units) and those that occur, and counts its pairs of
// words. A word without any occurrence counts as the rarest.
function measureWordsKnown({ task, words, statistics }: TaskQuestion) {
  const places = new Map(words.postings.map((list) => [list.term, list.contents.length + (list.beyond?.units ?? 0)]));
  let [possible, possibleInUnits, found, pairs, pairsFound] = [0, 0, 0, 0, 0];
  for (const { term, weight, isJoined } of termsOfTask(task)) {
    const count = places.get(term) ?? 0;
    if (isJoined) {
      pairs++;
      if (count > 0) pairsFound++;
      continue;
    }
    const tells = weight * inverseFrequency(statistics.files, Math.min(count, statistics.files));
    possible += tells;
    possibleInUnits += weight * inverseFrequency(statistics.units, Math.min(count, statistics.units));
    if (count > 0) found += tells;
  }
  return { possible, possibleInUnits, found, pairs, pairsFound };
}

/** Inputs of a file's likelihood. Long reports mean several files, so in them the gap counts again (`behindTold`). */
export const FILE_INPUTS = ['sum', 'gap', 'rivals', 'told', 'behindTold'] as const;
/** Tasks with a `told` above this, some seventeen keywords, are long. */
const TOLD_MUCH = 0.6;
/** Inputs of a unit's likelihood; `file` is the log-odds of its file. */
export const UNIT_INPUTS = ['sum', 'gap', 'rivals', 'file', 'place', 'lines', 'covered'] as const;
/** Inputs of the chance that nothing here matters. */
export const NOTHING_INPUTS = ['best', 'ahead', 'rivals', ...TASK_FEATURES] as const;

const TOLD = TASK_FEATURES.indexOf('told');
const COVERED = UNIT_FEATURES.findIndex(({ name }) => name === 'covered');

/** Values for `FILE_INPUTS`, a row for each sum. */
export function fileInputs(sums: readonly number[], taskRow: FeatureRow): readonly FeatureRow[] {
  const told = taskRow[TOLD]!;
  const much = Math.max(0, told - TOLD_MUCH);
  return standings(sums).map(({ gap, rivals }, at) => [sums[at]!, gap, rivals, told, much * gap]);
}

/** Values for `UNIT_INPUTS`, for each file a row for each of its units. */
export function unitInputs(
  sums: readonly (readonly number[])[],
  rows: readonly (readonly FeatureRow[])[],
  files: readonly FileOfUnits[],
): readonly (readonly FeatureRow[])[] {
  const standing = standings(sums.flat());
  let at = 0;
  return sums.map((own, file) => {
    const logOdds = logOddsOf(files[file]!.likelihood);
    const places = placesBy(own);
    return own.map((sum, unit) => {
      const { gap, rivals } = standing[at++]!;
      const lines = Math.log2(files[file]!.lengths[unit]!);
      return [sum, gap, rivals, logOdds, Math.log1p(places[unit]!), lines, rows[file]![unit]![COVERED]!];
    });
  });
}

type FileOfUnits = ReturnType<typeof fileOfUnits>;

/** The input of `unitInputs` from an opened file: its likelihood, and the number of lines of each unit. */
export function fileOfUnits({ rating, stored }: RatedFile) {
  const lengths = stored.units.map(({ startLine, endLine }) => endLine - startLine + 1);
  return { likelihood: rating.likelihood ?? 0, lengths };
}

export function nothingInputs(sums: readonly number[], taskRow: FeatureRow): FeatureRow {
  const sorted = sums.toSorted((a, b) => b - a);
  const best = sorted[0] ?? 0;
  const rivals = standings(sums)[sums.indexOf(best)]?.rivals ?? 0;
  return [best, best - (sorted[1] ?? 0), rivals, ...taskRow];
}

export function openLikelihoods({ files, units, nothing }: Likelihoods) {
  const ofFile = likelihoodBy(FILE_INPUTS, files);
  return {
    /** A file is needed only if anything here matters. */
    file: (inputs: FeatureRow, nothingMatters: number) => ofFile(inputs) * (1 - nothingMatters),
    unit: likelihoodBy(UNIT_INPUTS, units),
    nothing: likelihoodBy(NOTHING_INPUTS, nothing),
  };
}
