// Opens the ranker with a given name, and says which signals place an entity before all others. The learned ranker
// reads its weights from a file.
import { DEFAULTS } from '../../config/defaults.ts';
import { pickByName } from '../../config/did-you-mean.ts';
import { packageFile } from '../../config/this-package.ts';
import type { Signal } from '../../model/candidate.ts';
import type { NamingSignals } from '../../pipeline/score/score.ts';
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

/** The beginning of the note that says why the learned ranker cannot be used. */
export const NO_WEIGHTS = 'the learned ranker cannot be used';

// The least signal value with which a name in back-ticks names an entity outright, if only one entity has this name.
const MARKED_FILE = 0.92;
const MARKED_SYMBOL = 0.85;

/**
 * The order of pinned entities: what the title or a flag names, where something broke, what changed. Beside a trace or
 * a diff, a name in back-ticks is enough (`beside`).
 */
export const NAMING: NamingSignals = {
  fileHintExact: { place: 4, from: 1, beside: MARKED_FILE },
  exactSymbolMention: { place: 3, from: 1, beside: MARKED_SYMBOL },
  stacktraceHit: { place: 2, from: DEFAULTS.ranking.pinFrom },
  diffHit: { place: 1, from: DEFAULTS.ranking.pinFrom },
};

export const PINNING: ReadonlySet<string> = new Set(Object.keys(NAMING));

export interface OpenedRanker {
  readonly ranker: Ranker;
  /** A note when the wanted ranker could not be opened. */
  readonly notes: readonly string[];
}

/** Opens a ranker by its name. If the learned weights are unusable, opens the ranker of signals alone, with a note. */
export function openRanker(name: string | undefined, dropped: readonly string[] = []): OpenedRanker {
  const rows = RANKERS.map((ranker) => ({ name: ranker }));
  const { name: wanted } = pickByName(rows, name ?? DEFAULTS.ranking.ranker, 'ranker');
  const { fileShare, floorShare, mass, likelihoods } = DEFAULTS.ranking;
  const signals = () =>
    signalsRanker({
      finders: SIGNALS.filter(({ kind }) => !dropped.includes(kind)),
      fileShare,
      floorShare,
      isNaming,
      likelihoods,
    });
  if (wanted === SIGNALS_ALONE) return { ranker: signals(), notes: [] };
  const weights = loadWeights(packageFile('src/rankers/weights.json', 'dist/models/ranker.json'));
  if (typeof weights === 'string')
    return { ranker: signals(), notes: [`${NO_WEIGHTS} (${weights}): signals are weighed by hand`] };
  const options = { dropped, mass, floorShare, fileFloor: DEFAULTS.learned.fileFloor };
  return { ranker: learnedRanker(weights, options), notes: [] };
}

const isNaming = (signal: Signal) => PINNING.has(signal.kind) && signal.value >= DEFAULTS.ranking.pinFrom;

const loadedWeights = new Map<string, LearnedWeights>();

/** Returns a text that says why if the weights are unusable. */
export function loadWeights(path: string): LearnedWeights | string {
  const loaded = loadedWeights.get(path);
  if (loaded !== undefined) return loaded;
  const text = readPlainText(path, { ...DEFAULTS.kept, followsLinks: true });
  const weights = text === null ? 'its weights are missing' : readWeights(text);
  // Only remembers success, so that a server recovers from a temporary fault.
  if (typeof weights !== 'string') loadedWeights.set(path, weights);
  return weights;
}
