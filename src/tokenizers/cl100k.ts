import type { Tokenizer } from '../ports/tokenizer.ts';
import { countByLine } from './line-count.ts';
import { slicedCount } from './sliced-count.ts';

/** The tokenizer of OpenAI's older models. */
export async function cl100k(): Promise<Tokenizer> {
  const { countTokens } = await import('gpt-tokenizer/encoding/cl100k_base');
  // Quoted text is data: `<|endoftext|>` in a file costs what its characters cost.
  const asText = { disallowedSpecial: new Set<string>() };
  return { name: 'cl100k', count: countByLine((text) => slicedCount(text, (slice) => countTokens(slice, asText))) };
}
