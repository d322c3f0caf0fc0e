// Embeds a question so that ranking can compare it with the vectors of the index. If that is impossible, the answer
// says why and uses words alone.
import { DEFAULTS } from '../../config/defaults.ts';
import { changedDimensions, embedUnits } from '../../indexing/embed-units.ts';
import { INDEX_META } from '../../indexing/index-parts.ts';
import { messageOf } from '../../model/errors.ts';
import { stem } from '../../model/terms.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { Meaning, View } from '../../ports/signal-finder.ts';
import type { Opening, Words } from '../../ports/store.ts';
import { pickQuestionWords } from '../../search/question-text.ts';
import { createMeaning } from '../../search/unit-vectors.ts';
import type { EngineParts } from './open-parts.ts';

/** How a question is compared by meaning, or why it cannot be. */
export interface OpenedMeaning {
  readonly meaning: Meaning | null;
  readonly whyNoMeaning: string;
  readonly notes: readonly string[];
}

/** The index that a question is compared with. */
interface ComparedIndex {
  readonly view: View;
  readonly opening: Opening;
  /** How many units hold each of the question's weighed terms. */
  readonly unitCounts: Words['unitCounts'];
}

/** The terms of a question whose frequencies in the index give the weights of its words. */
export function weighedTerms(text: string): readonly string[] {
  return pickQuestionWords(text).map(stem);
}

/** Embeds a question, whose secrets were redacted before. If the embedder fails, a note says so. */
export async function openMeaning(text: string, parts: EngineParts, compared: ComparedIndex): Promise<OpenedMeaning> {
  const { embedder, embedding, store } = parts;
  const { view, unitCounts } = compared;
  if (embedder === null || embedding === null) return NO_EMBEDDER;
  const embedded = embedder.isLocal ? { left: 0, failure: null } : await embedUnits(store, embedding, EMBED_OPTIONS);
  // A remote embedder may have stored new vectors since the question's opening, so reads it again.
  const { vectorModel: stored, statistics } = embedder.isLocal ? compared.opening : await store.opening();
  if (embedded.failure !== null) return noMeaning(`${embedder.name} failed: ${embedded.failure}`);
  if (stored?.name !== embedder.model) return noMeaning(`the index holds no vectors of ${embedder.model} yet`);
  const vector = await questionVector(text, embedder, wordWeights(unitCounts, statistics.units));
  if ('failure' in vector) return noMeaning(`${embedder.name} failed: ${vector.failure}`);
  if (vector.length !== stored.dimensions) {
    // The embedder changed the length of its vectors: the next question makes all of them again.
    await store.apply({ meta: { [INDEX_META.embedded]: '' } });
    return noMeaning(changedDimensions(embedder.name, stored.dimensions, vector.length));
  }
  const { left } = embedded;
  const notes = left === 0 ? [] : [`${left} files have no vectors yet; \`knap index\` makes them all`];
  return { meaning: createMeaning(vector, { store, view }), whyNoMeaning: '', notes };
}

// How long a question waits for missing vectors of a remote embedder, and then for its own vector. Later questions make
// the vectors that are still missing.
const EMBED_OPTIONS = { waitMs: DEFAULTS.embedding.waitMs };
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
    const signal = AbortSignal.timeout(EMBED_OPTIONS.waitMs);
    const [vector] = await embedder.embed([text], { as: 'query', wordWeight, signal });
    return vector ?? { failure: 'it returned no vector' };
  } catch (error) {
    return { failure: messageOf(error) };
  }
}

// Weighs a word by the square root of the logarithm of how rare it is among units: a rare word says more.
function wordWeights(unitCounts: Words['unitCounts'], units: number): (word: string) => number {
  return (word) => Math.sqrt(Math.log(1 + units / ((unitCounts.get(stem(word)) ?? 0) + 1)));
}
