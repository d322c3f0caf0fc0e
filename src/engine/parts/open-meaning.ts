import { DEFAULTS } from '../../config/defaults.ts';
import { changedDimensions, embedUnits } from '../../indexing/embed-units.ts';
import { INDEX_META } from '../../indexing/index-meta.ts';
import { stem } from '../../model/terms.ts';
import type { Embedder, VectorModel } from '../../ports/embedder.ts';
import type { Meaning, View } from '../../ports/signal-finder.ts';
import type { Opening, Store, Words } from '../../ports/store.ts';
import { questionWords } from '../../search/question-text.ts';
import { createMeaning } from '../../search/unit-vectors.ts';
import type { EngineParts } from './open-parts.ts';

/** How a question is compared by meaning, or why it is not. */
export interface OpenedMeaning {
  readonly meaning: Meaning | null;
  readonly whyNoMeaning: string;
  readonly notes: readonly string[];
}

/** What a question is compared with. */
interface Compared {
  readonly view: View;
  readonly opening: Opening;
  /** How many units hold each of the terms it is weighed by. */
  readonly unitCounts: Words['unitCounts'];
}

/** The terms whose frequency tells how much a word of the question says. */
export function weighedTerms(text: string): readonly string[] {
  return questionWords(text).map(stem);
}

/** Makes the vector of a question, which holds no secrets any more. An embedder that fails is told of, never thrown. */
export async function openMeaning(text: string, parts: EngineParts, compared: Compared): Promise<OpenedMeaning> {
  const { embedder, embedding, store } = parts;
  const { view, unitCounts } = compared;
  if (embedder === null || embedding === null) return NO_EMBEDDER;
  const caughtUp = embedder.isLocal ? { left: 0, failure: null } : await embedUnits(store, embedding, WAITING);
  // What had to be caught up with made other vectors.
  const { vectorModel: stored, statistics } = embedder.isLocal ? compared.opening : await store.opening();
  if (caughtUp.failure !== null) return noMeaning(`${embedder.name} failed: ${caughtUp.failure}`);
  if (stored?.name !== embedder.model) return noMeaning(`the index holds no vectors of ${embedder.model} yet`);
  const vector = await questionVector(text, embedder, wordWeights(unitCounts, statistics.units));
  if ('failure' in vector) return noMeaning(`${embedder.name} failed: ${vector.failure}`);
  if (vector.length !== stored.dimensions) return startAnew(store, embedder, stored, vector.length);
  const { left } = caughtUp;
  const notes = left === 0 ? [] : [`meaning is not known yet of ${left} files; \`knap index\` waits for it`];
  return { meaning: createMeaning(vector, { store, view }), whyNoMeaning: '', notes };
}

// A server is waited for a while; what it has not done by then is done by the next questions.
const WAITING = { waitMs: DEFAULTS.embedding.waitMs };
/** Where nothing is compared by meaning, because nobody wants it. */
const NO_EMBEDDER: OpenedMeaning = { meaning: null, whyNoMeaning: 'no embedder is configured', notes: [] };

function noMeaning(reason: string): OpenedMeaning {
  return { meaning: null, whyNoMeaning: reason, notes: [`no meaning: ${reason}`] };
}

async function questionVector(
  text: string,
  embedder: Embedder,
  wordWeight: (word: string) => number,
): Promise<Float32Array | { readonly failure: string }> {
  try {
    const signal = AbortSignal.timeout(WAITING.waitMs);
    const [vector] = await embedder.embed([text], { as: 'query', wordWeight, signal });
    return vector ?? { failure: 'it gave no vector' };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

// The next question finds the vectors missing, and makes them all again.
async function startAnew(
  store: Store,
  embedder: Embedder,
  { dimensions }: VectorModel,
  now: number,
): Promise<OpenedMeaning> {
  await store.apply({ meta: { [INDEX_META.embedded]: '' } });
  return noMeaning(changedDimensions(embedder.name, dimensions, now));
}

// The square root of the inverse frequency over units: what every unit holds says little, what few hold says more.
function wordWeights(unitCounts: Words['unitCounts'], units: number): (word: string) => number {
  return (word) => Math.sqrt(Math.log(1 + units / ((unitCounts.get(stem(word)) ?? 0) + 1)));
}
