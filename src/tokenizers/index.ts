// Budgets count tokens. This file holds the tokenizers that a caller may name: two for OpenAI's models, in linear time
// for any text, and two simple ones, for characters and for an estimate from the length. A build packs tokens with it.
import { ContextError } from '../model/errors.ts';
import { copyText, putBounded } from '../model/memoize.ts';
import { codePoints } from '../model/visible-text.ts';
import type { Tokenizer } from '../ports/tokenizer.ts';

const TOKENIZER_NAMES = ['o200k', 'cl100k', 'characters', 'estimate'] as const;
export type TokenizerName = (typeof TOKENIZER_NAMES)[number];
const CHARACTERS_PER_TOKEN = 4;

export const TOKENIZERS: Readonly<Record<TokenizerName, () => Promise<Tokenizer>>> = {
  o200k,
  cl100k,
  // Counts Unicode code points, for budgets given in characters.
  characters: async () => ({ name: 'characters', count: codePoints }),
  // Counts a token for every four UTF-16 units, for comparison with tools that do so.
  estimate: async () => ({ name: 'estimate', count: (text) => Math.ceil(text.length / CHARACTERS_PER_TOKEN) }),
};

// Each tokenizer is loaded once, because some remember costs for the next question.
const loads = new Map<TokenizerName, Promise<Tokenizer>>();
const ready = new Map<string, Tokenizer>();

/** Loads a tokenizer. A safety margin of 0.1 raises its counts by a tenth, for models that count differently. */
export async function loadTokenizer(name: string, options: { safetyMargin?: number } = {}): Promise<Tokenizer> {
  if (!Object.hasOwn(TOKENIZERS, name))
    throw new ContextError('BAD_INPUT', `No tokenizer "${name}". There are: ${Object.keys(TOKENIZERS).join(', ')}.`);
  const tokenizerName = name as TokenizerName;
  const loading = loads.get(tokenizerName) ?? TOKENIZERS[tokenizerName]();
  loads.set(tokenizerName, loading);
  const tokenizer = await loading;
  ready.set(tokenizerName, tokenizer);
  return addMargin(tokenizer, options.safetyMargin ?? 0);
}

/** Returns a tokenizer that was loaded before, without a margin; null if it was not. For callers that cannot wait. */
export function tokenizerAtHand(name: string): Tokenizer | null {
  return ready.get(name) ?? null;
}

function addMargin(tokenizer: Tokenizer, margin: number): Tokenizer {
  if (!(margin >= 0 && Number.isFinite(margin)))
    throw new ContextError('BAD_INPUT', `The safety margin must be 0 or more, not ${margin}.`);
  if (margin === 0) return tokenizer;
  return { name: tokenizer.name, count: (text) => Math.ceil(tokenizer.count(text) * (1 + margin)) };
}

// The tokens of a tokenizer are imported when it is asked for, because that takes a while.

/** The tokenizer of OpenAI's older models. */
async function cl100k(): Promise<Tokenizer> {
  const { default: tokens } = await import('gpt-tokenizer/bpeRanks/cl100k_base');
  const { CL100K_TOKEN_SPLIT_REGEX } = await import('gpt-tokenizer/encodingParams/constants');
  return createTokenizer('cl100k', tokens, CL100K_TOKEN_SPLIT_REGEX);
}

/** The tokenizer of OpenAI's newer models. */
async function o200k(): Promise<Tokenizer> {
  const { default: tokens } = await import('gpt-tokenizer/bpeRanks/o200k_base');
  const { O200K_TOKEN_SPLIT_REGEX } = await import('gpt-tokenizer/encodingParams/constants');
  return createTokenizer('o200k', tokens, O200K_TOKEN_SPLIT_REGEX);
}

function createTokenizer(name: string, tokens: TokenList, pattern: RegExp): Tokenizer {
  // Quoted text is data: `<|endoftext|>` in a file costs what its characters cost.
  const count = createBytePairCounter(openTokens(tokens), pattern);
  return { name, count: countByLine((text) => countSlices(text, count)) };
}

// Byte pair merging takes quadratic time in the length of an unbroken run, so a run of more code units is cut.
const RUN_MAX = 1000;
// A slice cut inside a run may be merged in another way than the whole run; each such cut is charged this much more.
const CUT_COST = 2;
const LONG_RUN = /(?<!\S)\S{1000}|(?<!\s)\s{1000}/;

/** Counts any text in linear time: one with a long unbroken run is cut into slices; a cut inside a run costs extra. */
function countSlices(text: string, count: (slice: string) => number): number {
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

// Returns the end of a slice: the last offset in its second half where these tokenizers end a token, else its limit.
function sliceEnd(text: string, start: number): number {
  const limit = start + RUN_MAX;
  if (limit >= text.length) return text.length;
  for (let end = limit; end > start + RUN_MAX / 2; end--) if (isTokenBoundary(text, end)) return end;
  // The two halves of a surrogate pair stay together.
  const code = text.charCodeAt(limit);
  return code >= 0xdc00 && code <= 0xdfff ? limit - 1 : limit;
}

// A blank or tab never belongs to the token before it, unless that ends in white space.
function isTokenBoundary(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code === 0x20 || code === 0x09) && text.charCodeAt(at - 1) > 0x20 && /\S/.test(text.charAt(at - 1));
}

// A token table is packed as bytes, which a build does ahead. It begins with numbers of four bytes, low byte first: the
// number of slots and of tokens; the slots of a hash table (a token's rank + 1, 0 if free); the end of each token's
// bytes. Then follow the bytes of all tokens.
const NUMBER_BYTES = 4;
// At least half of the slots stay empty, so that a search for bytes that are no token ends soon.
const SLOTS_PER_TOKEN = 2;
const HASH_START = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;
const HASH_FOLD = 15;

/** Tokens by their rank (a number): a text, or bytes that are not UTF-8; undefined for a rank without a token. */
export type TokenList = readonly (string | readonly number[] | undefined)[];

/** Packs a list of tokens into the bytes of a table. */
export function packTokens(tokens: TokenList): Uint8Array {
  const encoder = new TextEncoder();
  const all = Array.from(tokens, (token) =>
    typeof token === 'string' ? encoder.encode(token) : Uint8Array.from(token ?? []),
  );
  const slotCount = 2 ** Math.ceil(Math.log2(SLOTS_PER_TOKEN * all.length));
  const slots = new Uint32Array(slotCount);
  const ends = new Uint32Array(all.length);
  let end = 0;
  for (const [rank, bytes] of all.entries()) {
    end += bytes.length;
    ends[rank] = end;
    if (bytes.length === 0) continue;
    let slot = slotOf(bytes, 0, bytes.length, slotCount);
    while (slots[slot] !== 0) slot = (slot + 1) % slotCount;
    slots[slot] = rank + 1;
  }
  const numbers = [Uint32Array.of(slotCount, all.length), slots, ends].map((part) => new Uint8Array(part.buffer));
  return Buffer.concat([...numbers, ...all]);
}

type TokenTable = ReturnType<typeof openTokens>;

/** Opens a packed table, as a build leaves it; a list of tokens is packed first. */
export function openTokens(source: TokenList | Uint8Array) {
  const packed = source instanceof Uint8Array ? source : packTokens(source);
  // A Uint32Array must begin at a multiple of four bytes.
  const table = packed.byteOffset % NUMBER_BYTES === 0 ? packed : packed.slice();
  const numbers = new Uint32Array(table.buffer, table.byteOffset, Math.floor(table.byteLength / NUMBER_BYTES));
  const [slotCount, count] = [numbers[0]!, numbers[1]!];
  const slots = numbers.subarray(2, 2 + slotCount);
  const ends = numbers.subarray(2 + slotCount, 2 + slotCount + count);
  const tokens = table.subarray((2 + slotCount + count) * NUMBER_BYTES);
  return {
    /** Returns the rank of the token with these bytes; -1 if there is none. */
    rankOf: (bytes: Uint8Array, start: number, end: number): number => {
      for (let slot = slotOf(bytes, start, end, slotCount); ; slot = (slot + 1) & (slotCount - 1)) {
        const rank = slots[slot]! - 1;
        if (rank < 0) return -1;
        const from = rank === 0 ? 0 : ends[rank - 1]!;
        if (ends[rank]! - from === end - start && isSame(tokens, from, bytes, start, end)) return rank;
      }
    },
  };
}

function slotOf(bytes: Uint8Array, start: number, end: number, slotCount: number): number {
  let hash = HASH_START;
  for (let index = start; index < end; index++) hash = Math.imul(hash ^ bytes[index]!, HASH_FACTOR);
  return (hash ^ (hash >>> HASH_FOLD)) & (slotCount - 1);
}

function isSame(tokens: Uint8Array, from: number, bytes: Uint8Array, start: number, end: number): boolean {
  for (let index = start; index < end; index++) if (tokens[from + index - start] !== bytes[index]) return false;
  return true;
}

// How many pieces of several tokens are remembered.
const KNOWN_MAX = 50_000;
const ASCII_END = 0x80;
const BYTES_PER_UNIT_MAX = 3;

/** Makes a counter by byte pair encoding: a pattern cuts a text into pieces, whose bytes are merged into tokens. */
export function createBytePairCounter(table: TokenTable, pattern: RegExp): (text: string) => number {
  const encoder = new TextEncoder();
  const counts = new Map<string, number>();
  let bytes = new Uint8Array(1024);
  const encode = (piece: string): number => {
    if (piece.length * BYTES_PER_UNIT_MAX > bytes.length) bytes = new Uint8Array(2 * BYTES_PER_UNIT_MAX * piece.length);
    for (let index = 0; index < piece.length; index++) {
      const code = piece.charCodeAt(index);
      if (code >= ASCII_END) return encoder.encodeInto(piece, bytes).written;
      bytes[index] = code;
    }
    return piece.length;
  };
  const costOf = (piece: string): number => {
    const length = encode(piece);
    if (table.rankOf(bytes, 0, length) >= 0) return 1;
    const previous = counts.get(piece);
    if (previous !== undefined) return previous;
    return putBounded(counts, KNOWN_MAX, [copyText(piece), countMerged(table, bytes, length)]);
  };
  return (text) => {
    let total = 0;
    for (const [piece] of text.matchAll(pattern)) total += costOf(piece);
    return total;
  };
}

// Joins the two neighbours whose union is the token of the lowest rank (the first of equals) until no two make a token.
function countMerged(table: TokenTable, bytes: Uint8Array, length: number): number {
  const starts = Array.from({ length: length + 1 }, (_, index) => index);
  // The rank of the token that a part and the next one would make.
  const rankAt = (part: number): number => {
    const end = starts[part + 2];
    const rank = end === undefined ? -1 : table.rankOf(bytes, starts[part]!, end);
    return rank < 0 ? Number.POSITIVE_INFINITY : rank;
  };
  const ranks = starts.map((_, part) => rankAt(part));
  for (;;) {
    let best = 0;
    for (let part = 1; part < ranks.length; part++) if (ranks[part]! < ranks[best]!) best = part;
    if (ranks[best] === Number.POSITIVE_INFINITY) return starts.length - 1;
    starts.splice(best + 1, 1);
    ranks.splice(best + 1, 1);
    ranks[best] = rankAt(best);
    if (best > 0) ranks[best - 1] = rankAt(best - 1);
  }
}

// How many lines are remembered, and how long these may be.
const LINES_MAX = 50_000;
const LINE_CHARACTERS_MAX = 400;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SLASH = 0x2f;
const BLANK = /[^\S\r\n]/;

/**
 * Counts a text line by line and remembers what lines cost, because the same lines are counted as a block, in larger
 * blocks, in the whole text, and again for the next question. The cuts add nothing to the sum: they stand only where
 * these tokenizers end a token.
 */
function countByLine(count: (text: string) => number): (text: string) => number {
  const costs = new Map<string, number>();
  const costOf = (line: string): number => {
    if (line.length > LINE_CHARACTERS_MAX) return count(line);
    const cost = costs.get(line);
    if (cost !== undefined) return cost;
    return putBounded(costs, LINES_MAX, [copyText(line), count(line)]);
  };
  return (text) => {
    let total = 0;
    let start = 0;
    for (let end = text.indexOf('\n') + 1; end > 0; end = text.indexOf('\n', end) + 1) {
      if (!endsToken(text, end)) continue;
      total += costOf(text.slice(start, end));
      start = end;
    }
    return start < text.length ? total + costOf(text.slice(start)) : total;
  };
}

// Whether a token ends after a line feed: further line ends (also after blanks) and a slash may belong to its token.
function endsToken(text: string, at: number): boolean {
  let next = at;
  while (next < text.length && BLANK.test(text.charAt(next))) next += 1;
  // Blanks at the very end may belong to the line ends before them.
  if (next === text.length) return false;
  const code = text.charCodeAt(next);
  return code !== LINE_FEED && code !== CARRIAGE_RETURN && !(code === SLASH && next === at);
}
