import { stem } from '../model/terms.ts';
import type { Meaning, View } from '../ports/signal-finder.ts';
import type { Store } from '../ports/store.ts';
import { createMeaning } from '../search/meaning.ts';
import { questionWords } from '../search/question-text.ts';
import type { EngineParts } from './open-parts.ts';

/** How a question is compared by meaning, or why it is not. */
export interface OpenedMeaning {
  readonly meaning: Meaning | null;
  readonly whyNoMeaning: string;
}

/** Makes the vector of a question, weighed by how rare its words are here. A failure is told, never thrown. */
export async function openMeaning(text: string, parts: EngineParts, view: View): Promise<OpenedMeaning> {
  const { embedder, store } = parts;
  if (embedder === null) return { meaning: null, whyNoMeaning: 'no embedder is configured' };
  const stored = await store.vectorModel();
  if (stored?.name !== embedder.model)
    return { meaning: null, whyNoMeaning: `the index holds nothing of ${embedder.model}` };
  try {
    const wordWeight = await wordWeights(questionWords(text), store);
    const [vector] = await embedder.embed([text], { as: 'query', wordWeight });
    if (vector?.length !== stored.dimensions) {
      const reason = `${embedder.name} changed its vectors from ${stored.dimensions} to ${vector?.length} numbers`;
      return { meaning: null, whyNoMeaning: reason };
    }
    return { meaning: createMeaning(vector, { store, view }), whyNoMeaning: '' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { meaning: null, whyNoMeaning: `${embedder.name} failed: ${reason}` };
  }
}

// The square root of the inverse frequency over units: what every unit holds says little, what few hold says more.
async function wordWeights(words: readonly string[], store: Store): Promise<(word: string) => number> {
  const terms = new Map([...new Set(words)].map((word) => [word, stem(word)]));
  const [holding, { units }] = await Promise.all([store.unitCounts([...terms.values()]), store.statistics()]);
  return (word) => Math.sqrt(Math.log(1 + units / ((holding.get(terms.get(word) ?? '') ?? 0) + 1)));
}
