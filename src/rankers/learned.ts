// The usual ranker sums features with learned weights, and makes scores, likelihoods and reasons of the sums.
import type { Candidate, Enriched, Reason } from '../model/candidate.ts';
import { lazy } from '../model/memoize.ts';
import type { Ranker, RatedFile, Rating } from '../ports/ranker.ts';
import type { Question } from '../ports/signal-finder.ts';
import { exactSymbolMention } from '../signals/exact-symbol-mention.ts';
import { expectedName } from '../signals/expected.ts';
import { fileHintExact } from '../signals/file-hint-exact.ts';
import { diffHit, stacktraceHit } from '../signals/trace-and-diff.ts';
import { keywordMatch, symbolMatch } from '../signals/word-matches.ts';
import { type FeatureRow, FILE_FEATURES, type TellingOrder } from './file-features.ts';
import {
  FILE_INPUTS,
  fileInputs,
  fileOfUnits,
  type LikelihoodModel,
  type Likelihoods,
  measureTask,
  NOTHING_INPUTS,
  nothingInputs,
  openLikelihoods,
  UNIT_INPUTS,
  unitInputs,
} from './likelihood.ts';
import { measureFiles, measureUnits, prepareFiles } from './measure-features.ts';
import { UNIT_FEATURES } from './unit-features.ts';

export const LEARNED = 'learned';

interface LearnedOptions {
  /** Features to ignore, so that their effect can be measured. */
  readonly dropped?: readonly string[];
  /** The best units that together have this share of the scores of all units are worth quoting. */
  readonly mass: number;
  /** An entity without units is worth quoting from this share of the best score on. */
  readonly floorShare: number;
  /** A file whose units are all below their floor is worth quoting from this share of the best score on. */
  readonly fileFloor: number;
}

/** Creates the ranker of learned weights. The score of a file is its share of the greatest sum this task could give. */
export function learnedRanker(
  weights: LearnedWeights,
  { dropped = [], mass, floorShare, fileFloor }: LearnedOptions,
): Ranker {
  const weigh = (features: readonly { readonly name: string }[], named: Readonly<Record<string, number>>) =>
    Float64Array.from(features, ({ name }) => (dropped.includes(name) ? 0 : (named[name] ?? 0)));
  const ofFiles = weigh(FILE_FEATURES, weights.files);
  const ofUnits = weigh(UNIT_FEATURES, weights.units);
  const likely = openLikelihoods(weights.likelihoods);
  return {
    name: LEARNED,
    prepare: prepareFiles,
    rateFiles: async (question, candidates) => {
      const [rows, taskRow] = await Promise.all([
        measureFiles(question, candidates),
        measureTask(question, candidates),
      ]);
      const possible = findGreatestSum(rows, ofFiles);
      const weighed = candidates.map((candidate, index) => {
        return { values: rows[index]!, weights: liftRole(candidate, question, ofFiles), possible };
      });
      const sums = weighed.map((row) => multiply(row.values, row.weights));
      const inputs = fileInputs(sums, taskRow);
      // Changed, traced and explicitly named files certainly lie here.
      const isHere = question.task.changes.length > 0 || candidates.some(({ signals }) => signals.some(isPlace));
      const nothing = isHere ? 0 : likely.nothing(nothingInputs(sums, taskRow));
      const files = candidates.map((candidate, index) => {
        const likelihood = likely.file(inputs[index]!, nothing);
        return makeFileRating(weighed[index]!, candidate, { sum: sums[index]!, likelihood });
      });
      return { files, nothing };
    },
    rateUnits: async (question, files) => {
      const rows = await measureUnits(question, files);
      const sums = rows.map((units) => units.map((values) => multiply(values, ofUnits)));
      const best = sums.flat().reduce((most, sum) => Math.max(most, sum), Number.NEGATIVE_INFINITY);
      const top = files.reduce((most, { rating }) => Math.max(most, rating.score), 0);
      const inputs = unitInputs(sums, rows, files.map(fileOfUnits));
      return files.map((file, index) =>
        file.units.map((unit, at) => {
          const row = { values: rows[index]![at]!, weights: ofUnits, possible: 1 };
          const sum = sums[index]![at]!;
          // Relative to the unit with the best sum, which gets the score of the best file.
          const score = top * Math.exp(sum - best);
          return makeUnitRating(row, unit, file, { score, sum, likelihood: likely.unit(inputs[index]![at]!) });
        }),
      );
    },
    floors: (units, best) => ({ units: findMassFloor(units, mass), files: best * fileFloor, alone: best * floorShare }),
  };
}

const isPlace = ({ kind, value }: Candidate['signals'][number]) =>
  kind === stacktraceHit.kind || (kind === fileHintExact.kind && value === 1);

function makeFileRating(row: WeightedRow, candidate: Candidate, found: Pick<Rating, 'sum' | 'likelihood'>): Rating {
  const becauseOf = (name: string) =>
    candidate.signals.find(({ kind }) => kind === (FILE_SIGNALS[name] ?? name))?.because;
  const listReasons = lazy(() => listRowReasons(row, FILE_FEATURES, becauseOf));
  return { score: Math.max(0, found.sum / row.possible), ...found, listReasons };
}

function makeUnitRating(row: WeightedRow, unit: Enriched, file: RatedFile, found: Omit<Rating, 'listReasons'>): Rating {
  const becauseOf = (name: string) => unit.signals.find(({ kind }) => UNIT_SIGNALS[name]?.includes(kind))?.because;
  const listReasons = lazy(() => {
    const reasons = listRowReasons(row, UNIT_FEATURES, becauseOf);
    return reasons.length > 0 ? reasons : file.rating.listReasons();
  });
  return { ...found, listReasons };
}

// The signals whose reason replaces that of a file feature, because it lists the words or names.
const FILE_SIGNALS: Readonly<Record<string, string>> = {
  unit: keywordMatch.kind,
  body: keywordMatch.kind,
  names: symbolMatch.kind,
};

// The signals whose reason replaces that of a unit feature.
const UNIT_SIGNALS: Readonly<Record<string, readonly string[]>> = {
  words: [keywordMatch.kind],
  pointed: [stacktraceHit.kind, diffHit.kind, exactSymbolMention.kind],
  expectedName: [expectedName.kind],
};

// Features that no candidate has cannot count against anyone.
function findGreatestSum(rows: readonly FeatureRow[], weights: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < weights.length; at++) {
    if (weights[at]! <= 0) continue;
    const most = rows.reduce((greatest, row) => Math.max(greatest, row[at]!), 0);
    sum += weights[at]! * (FILE_FEATURES[at]!.isGuessed ? most : Number(most > 0));
  }
  return sum || 1;
}

// Drops the drawback of a file's role if the caller asked for the role or the task names the file.
function liftRole({ path, signals }: Candidate, question: Question, weights: Float64Array): Float64Array {
  const role = question.view.files.get(path)?.role ?? 'source';
  const isNamed = signals.some((signal) => signal.kind === fileHintExact.kind && signal.value === 1);
  if (role === 'source' || (question.roleFactors[role] < 1 && !isNamed)) return weights;
  return weights.map((weight, at) => (FILE_FEATURES[at]!.name.startsWith('role:') ? 0 : weight));
}

// Finds the least score among the best units that together have this share of all scores.
function findMassFloor(units: readonly number[], share: number): number {
  const sorted = Float64Array.from(units).sort().reverse();
  const wanted = share * sorted.reduce((sum, score) => sum + score, 0);
  let sum = 0;
  for (const score of sorted) {
    sum += score;
    if (sum >= wanted) return score;
  }
  return 0;
}

function multiply(row: FeatureRow, weights: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < weights.length; at++) sum += row[at]! * weights[at]!;
  return sum;
}

/** A row of features, their weights, and the greatest sum that this task could give a file; 1 for a unit. */
interface WeightedRow {
  readonly values: FeatureRow;
  readonly weights: Float64Array;
  readonly possible: number;
}

const LAST = 3;

/** Lists the reasons behind a sum, the most telling first. */
function listRowReasons(
  { values, weights, possible }: WeightedRow,
  features: readonly { readonly name: string; readonly says: string; readonly tells?: TellingOrder }[],
  becauseOf: (name: string) => string | undefined,
): readonly Reason[] {
  const reasons = features.flatMap(({ name, says, tells = LAST }, at) => {
    const weight = weights[at]! / possible;
    if (values[at] === 0 || weight === 0) return [];
    const because = becauseOf(name) ?? says;
    const isWeak = tells === LAST || weight < 0;
    const reason: Reason = { signal: name, value: values[at]!, weight, because, ...(isWeak && { isWeak }) };
    return [{ tells: isWeak ? LAST : tells, reason }];
  });
  // Names of the task come before its words, and these before relations.
  return reasons
    .sort((a, b) => a.tells - b.tells || strength(b.reason) - strength(a.reason) || byName(a, b))
    .map(({ reason }) => reason);
}

const strength = ({ weight, value }: Reason): number => weight * value;
const byName = (a: { reason: Reason }, b: { reason: Reason }): number => (a.reason.signal < b.reason.signal ? -1 : 1);

/** The result of training; weights are by the names of features. */
export interface LearnedWeights {
  /** Version of the features; weights of another version cannot be used. */
  readonly version: number;
  readonly trainedOn: string;
  readonly files: Readonly<Record<string, number>>;
  readonly units: Readonly<Record<string, number>>;
  /** The models that turn sums into probabilities. */
  readonly likelihoods: Likelihoods;
}

const WEIGHTS_VERSION = 2;

/** Parses weights from the text of a file; returns a clause that says why if they cannot be used. */
export function readWeights(text: string): LearnedWeights | string {
  let data: Partial<LearnedWeights> | null;
  try {
    data = JSON.parse(text) as Partial<LearnedWeights> | null;
  } catch {
    return 'it is no JSON';
  }
  if (data?.version !== WEIGHTS_VERSION) return `its version is ${data?.version ?? 'missing'}, not ${WEIGHTS_VERSION}`;
  const { files, units, likelihoods } = data;
  if (!isWeights(files, FILE_FEATURES.map(nameOf)) || !isWeights(units, UNIT_FEATURES.map(nameOf)))
    return 'it lacks weights';
  if (!isLikelihoods(likelihoods)) return 'it lacks likelihoods';
  return { version: WEIGHTS_VERSION, trainedOn: data.trainedOn ?? '', files, units, likelihoods };
}

const nameOf = ({ name }: { readonly name: string }): string => name;

function isWeights(
  weights: Readonly<Record<string, number>> | undefined,
  names: readonly string[],
): weights is Readonly<Record<string, number>> {
  return names.every((name) => Number.isFinite(weights?.[name]));
}

function isLikelihoods(all: Partial<Likelihoods> | undefined): all is Likelihoods {
  return isModel(all?.files, FILE_INPUTS) && isModel(all?.units, UNIT_INPUTS) && isModel(all?.nothing, NOTHING_INPUTS);
}

// The table must never fall: otherwise a better value would be less likely.
function isModel(model: Partial<LikelihoodModel> | undefined, names: readonly string[]): model is LikelihoodModel {
  const { bias, weights, table } = model ?? {};
  return (
    Number.isFinite(bias) &&
    isWeights(weights, names) &&
    Array.isArray(table) &&
    table.length > 0 &&
    table.every(
      ([value, likelihood], at) =>
        Number.isFinite(value) &&
        likelihood >= (table[at - 1]?.[1] ?? 0) &&
        likelihood <= 1 &&
        value > (table[at - 1]?.[0] ?? Number.NEGATIVE_INFINITY),
    )
  );
}
