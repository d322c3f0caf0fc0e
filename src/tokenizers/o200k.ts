import type { Tokenizer } from '../ports/tokenizer.ts';
import { bytePairCounter } from './byte-pairs.ts';
import { countByLine } from './line-count.ts';
import { slicedCount } from './sliced-count.ts';
import { openTokens } from './token-table.ts';

/** The tokenizer of OpenAI's newer models; loaded only when something is counted, because it takes a while. */
export async function o200k(): Promise<Tokenizer> {
  const { default: tokens } = await import('gpt-tokenizer/bpeRanks/o200k_base');
  const { O200K_TOKEN_SPLIT_REGEX } = await import('gpt-tokenizer/encodingParams/constants');
  // Quoted text is data: `<|endoftext|>` in a file costs what its characters cost.
  const count = bytePairCounter(openTokens(tokens), O200K_TOKEN_SPLIT_REGEX);
  return { name: 'o200k', count: countByLine((text) => slicedCount(text, count)) };
}
