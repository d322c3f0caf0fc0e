import { DEFAULTS } from '../../config/defaults.ts';
import { pickByName } from '../../config/did-you-mean.ts';
import { packageFile } from '../../config/this-package.ts';
import type { Signal } from '../../model/signal.ts';
import type { NamingSignals } from '../../pipeline/score/outrank.ts';
import type { Ranker } from '../../ports/ranker.ts';
import {
  type LearnedWeights,
  learnedRanker,
  RANKERS,
  readWeights,
  SIGNALS_ALONE,
  signalsRanker,
} from '../../rankers/index.ts';
import { readPlainText } from '../../reading/plain-file.ts';
import { SIGNALS } from '../../signals/index.ts';

/** How it is said that the learned ranker has no weights. */
export const NO_WEIGHTS = 'the learned ranker cannot be used';

/** What the text sets apart in back-ticks, and is the only thing called so, counts a little less than in the title. */
const MARKED_FILE = 0.92;
const MARKED_SYMBOL = 0.85;

/** Evidence that pins what it points at: it was named, or it is where things broke or changed. */
export const PINNING: ReadonlySet<string> = new Set([
  'fileHintExact',
  'exactSymbolMention',
  'stacktraceHit',
  'diffHit',
]);

/**
 * Of these, what comes before all that words suggest, and in which order: what a person names in the title or by a flag,
 * then what is broken, then what is changed. Beside these two, a name in back-ticks is enough.
 */
export const NAMING: NamingSignals = {
  fileHintExact: { place: 4, from: 1, beside: MARKED_FILE },
  exactSymbolMention: { place: 3, from: 1, beside: MARKED_SYMBOL },
  stacktraceHit: { place: 2, from: DEFAULTS.ranking.pinFrom },
  diffHit: { place: 1, from: DEFAULTS.ranking.pinFrom },
};

export interface OpenedRanker {
  readonly ranker: Ranker;
  /** Said when the wanted ranker could not be had. */
  readonly notes: readonly string[];
}

/** The ranker of a name; without usable weights, the one that needs none. */
export function openRanker(name: string | undefined, dropped: readonly string[] = []): OpenedRanker {
  const wanted = pickByName(
    RANKERS.map((ranker) => ({ name: ranker })),
    name ?? DEFAULTS.ranking.ranker,
    'ranker',
  ).name;
  const { fileShare, floorShare, mass, likelihoods } = DEFAULTS.ranking;
  const signals = () =>
    signalsRanker({
      finders: SIGNALS.filter(({ kind }) => !dropped.includes(kind)),
      ...{ fileShare, floorShare, isNaming, likelihoods },
    });
  if (wanted === SIGNALS_ALONE) return { ranker: signals(), notes: [] };
  const weights = loadWeights(packageFile('src/rankers/weights.json', 'dist/models/ranker.json'));
  if (typeof weights !== 'string')
    return {
      ranker: learnedRanker(weights, { dropped, mass, floorShare, fileShare: DEFAULTS.learned.fileShare }),
      notes: [],
    };
  return { ranker: signals(), notes: [`${NO_WEIGHTS} (${weights}): signals are weighed by hand`] };
}

const isNaming = (signal: Signal) => PINNING.has(signal.kind) && signal.value >= DEFAULTS.ranking.pinFrom;

const loadedWeights = new Map<string, LearnedWeights>();

/** Weights of a file, read once; or why there are none. */
export function loadWeights(path: string): LearnedWeights | string {
  let weights: LearnedWeights | string | undefined = loadedWeights.get(path);
  if (weights === undefined) {
    weights = readFrom(path);
    // What could not be read is tried again: a server outlives a moment of trouble.
    if (typeof weights !== 'string') loadedWeights.set(path, weights);
  }
  return weights;
}

function readFrom(path: string): LearnedWeights | string {
  const text = readPlainText(path, { ...DEFAULTS.kept, followsLinks: true });
  return text === null ? 'its weights are missing' : readWeights(text);
}
