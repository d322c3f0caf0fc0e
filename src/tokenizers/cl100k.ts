import type { Tokenizer } from '../ports/tokenizer.ts';
import { bytePairCounter } from './byte-pairs.ts';
import { countByLine } from './line-count.ts';
import { slicedCount } from './sliced-count.ts';
import { openTokens } from './token-table.ts';

/** The tokenizer of OpenAI's older models. */
export async function cl100k(): Promise<Tokenizer> {
  const { default: tokens } = await import('gpt-tokenizer/bpeRanks/cl100k_base');
  const { CL100K_TOKEN_SPLIT_REGEX } = await import('gpt-tokenizer/encodingParams/constants');
  // Quoted text is data: `<|endoftext|>` in a file costs what its characters cost.
  const count = bytePairCounter(openTokens(tokens), CL100K_TOKEN_SPLIT_REGEX);
  return { name: 'cl100k', count: countByLine((text) => slicedCount(text, count)) };
}
