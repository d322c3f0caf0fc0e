import { FILE_FEATURES } from './file-features.ts';
import { UNIT_FEATURES } from './unit-features.ts';

/** What training wrote: a weight for each feature by its name. */
export interface LearnedWeights {
  /** Of what the features mean; weights of another version are of no use. */
  readonly version: number;
  readonly trainedOn: string;
  readonly files: Readonly<Record<string, number>>;
  readonly units: Readonly<Record<string, number>>;
}

const WEIGHTS_VERSION = 1;

/** Weights out of a file's text, or a clause that says why they cannot be used. */
export function readWeights(text: string): LearnedWeights | string {
  let data: Partial<LearnedWeights> | null;
  try {
    data = JSON.parse(text) as Partial<LearnedWeights> | null;
  } catch {
    return 'it is no JSON';
  }
  if (data?.version !== WEIGHTS_VERSION) return `its version is ${data?.version ?? 'missing'}, not ${WEIGHTS_VERSION}`;
  const { files, units } = data;
  if (!isWeights(files, FILE_FEATURES) || !isWeights(units, UNIT_FEATURES)) return 'it lacks weights';
  return { version: WEIGHTS_VERSION, trainedOn: data.trainedOn ?? '', files, units };
}

function isWeights(
  weights: Readonly<Record<string, number>> | undefined,
  features: readonly { readonly name: string }[],
): weights is Readonly<Record<string, number>> {
  return features.every(({ name }) => Number.isFinite(weights?.[name]));
}
