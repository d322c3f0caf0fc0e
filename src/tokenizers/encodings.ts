import type { Tokenizer } from '../ports/tokenizer.ts';
import { countByLine } from './simple-counts.ts';
import { bytePairCounter, openTokens } from './token-table.ts';

/** The tokenizer of OpenAI's older models. */
export async function cl100k(): Promise<Tokenizer> {
  const { default: tokens } = await import('gpt-tokenizer/bpeRanks/cl100k_base');
  const { CL100K_TOKEN_SPLIT_REGEX } = await import('gpt-tokenizer/encodingParams/constants');
  // Quoted text is data: `<|endoftext|>` in a file costs what its characters cost.
  const count = bytePairCounter(openTokens(tokens), CL100K_TOKEN_SPLIT_REGEX);
  return { name: 'cl100k', count: countByLine((text) => slicedCount(text, count)) };
}

/** The tokenizer of OpenAI's newer models; loaded only when something is counted, because it takes a while. */
export async function o200k(): Promise<Tokenizer> {
  const { default: tokens } = await import('gpt-tokenizer/bpeRanks/o200k_base');
  const { O200K_TOKEN_SPLIT_REGEX } = await import('gpt-tokenizer/encodingParams/constants');
  // Quoted text is data: `<|endoftext|>` in a file costs what its characters cost.
  const count = bytePairCounter(openTokens(tokens), O200K_TOKEN_SPLIT_REGEX);
  return { name: 'o200k', count: countByLine((text) => slicedCount(text, count)) };
}

// Byte pair merging is quadratic in the length of an unbroken run, so no longer run reaches it.
const RUN_MAX = 1000;
// A cut inside a run may split a merge that the whole run would have refused; each such cut is charged this much more.
const CUT_COST = 2;
const LONG_RUN = /(?<!\S)\S{1000}|(?<!\s)\s{1000}/;

/** Counts any text in linear time: texts with long unbroken runs are cut into slices and summed, never too low. */
function slicedCount(text: string, count: (slice: string) => number): number {
  if (text.length <= RUN_MAX || !LONG_RUN.test(text)) return count(text);
  let total = 0;
  let start = 0;
  while (start < text.length) {
    const end = sliceEnd(text, start);
    total += count(text.slice(start, end));
    if (end < text.length && !isTokenBoundary(text, end)) total += CUT_COST;
    start = end;
  }
  return total;
}

// The last place in the window where every tokenizer of this family ends a token anyway; else the window's end.
function sliceEnd(text: string, start: number): number {
  const limit = start + RUN_MAX;
  if (limit >= text.length) return text.length;
  for (let end = limit; end > start + RUN_MAX / 2; end--) if (isTokenBoundary(text, end)) return end;
  return isLowSurrogate(text.charCodeAt(limit)) ? limit - 1 : limit;
}

// A blank never joins what stands before it, unless that is white space too.
function isTokenBoundary(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code === 0x20 || code === 0x09) && text.charCodeAt(at - 1) > 0x20 && /\S/.test(text.charAt(at - 1));
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
