import type { Tokenizer } from '../ports/tokenizer.ts';
import { countByLine } from './line-count.ts';
import { slicedCount } from './sliced-count.ts';

/** The tokenizer of OpenAI's newer models; loaded only when something is counted, because it takes a while. */
export async function o200k(): Promise<Tokenizer> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  // Quoted text is data: `<|endoftext|>` in a file costs what its characters cost.
  const asText = { disallowedSpecial: new Set<string>() };
  return { name: 'o200k', count: countByLine((text) => slicedCount(text, (slice) => countTokens(slice, asText))) };
}
