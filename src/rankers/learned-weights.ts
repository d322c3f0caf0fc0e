import { FILE_FEATURES } from './file-features.ts';
import { FILE_ODDS, type LikelihoodModel, type Likelihoods, NOTHING_ODDS, UNIT_ODDS } from './likelihood.ts';
import { UNIT_FEATURES } from './unit-features.ts';

/** What training wrote: a weight for each feature by its name. */
export interface LearnedWeights {
  /** Of what the features mean; weights of another version are of no use. */
  readonly version: number;
  readonly trainedOn: string;
  readonly files: Readonly<Record<string, number>>;
  readonly units: Readonly<Record<string, number>>;
  /** How sums become probabilities. */
  readonly likelihoods: Likelihoods;
}

const WEIGHTS_VERSION = 2;

/** Weights out of a file's text, or a clause that says why they cannot be used. */
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
  return isModel(all?.files, FILE_ODDS) && isModel(all?.units, UNIT_ODDS) && isModel(all?.nothing, NOTHING_ODDS);
}

// A table that falls somewhere would call the better the less likely.
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
