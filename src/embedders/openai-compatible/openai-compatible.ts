import type { EmbedCall, Embedder } from '../../ports/embedder.ts';
import { cleanQuestion } from '../../search/question-text.ts';
import { ask, type Endpoint } from './ask.ts';
import { readVectors } from './read-vectors.ts';

export interface ServerSettings extends Endpoint {
  readonly model: string;
  /** Asked of servers that can shorten their vectors; null leaves it to them. */
  readonly dimensions: number | null;
  readonly batchTexts: number;
  readonly questionCharactersMax: number;
  /** After a failure the server is left alone for this long, so that no answer waits for it again and again. */
  readonly restMs: number;
  readonly now: () => number;
}

/** Any server that speaks OpenAI's embeddings: Ollama, LM Studio, vLLM, OpenAI itself. */
export function createOpenaiCompatible(settings: ServerSettings): Embedder {
  const { model, dimensions } = settings;
  let rest: { readonly untilMs: number; readonly cause: unknown } | null = null;

  const embedBatch = async (texts: readonly string[], signal: AbortSignal | undefined) => {
    const body = { model, input: texts, encoding_format: 'float', ...(dimensions === null ? {} : { dimensions }) };
    return readVectors(await ask(settings, body, signal), texts.length);
  };
  const embed = async (texts: readonly string[], { as, signal }: EmbedCall) => {
    if (rest !== null && settings.now() < rest.untilMs) throw rest.cause;
    const inputs = as === 'document' ? texts : texts.map((text) => question(text, settings.questionCharactersMax));
    const vectors: Float32Array[] = [];
    try {
      for (let start = 0; start < inputs.length; start += settings.batchTexts)
        vectors.push(...(await embedBatch(inputs.slice(start, start + settings.batchTexts), signal)));
      return vectors;
    } catch (error) {
      if (isServersFault(signal, vectors.length)) rest = { untilMs: settings.now() + settings.restMs, cause: error };
      throw error;
    }
  };
  return { name: 'openai-compatible', model: `openai-compatible:${model}`, dimensions, isLocal: false, embed };
}

// A caller that was stopped says nothing about the server; one whose patience ended before the first batch does.
function isServersFault(signal: AbortSignal | undefined, done: number): boolean {
  if (!signal?.aborted) return true;
  return done === 0 && signal.reason instanceof Error && signal.reason.name === 'TimeoutError';
}

function question(text: string, charactersMax: number): string {
  return cleanQuestion(text).trim().slice(0, charactersMax);
}
