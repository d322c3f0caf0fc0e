// This list holds the tokenizers that a caller may name. A new one is a row here.
import { ContextError } from '../model/errors.ts';
import type { Tokenizer } from '../ports/tokenizer.ts';
import { characters, cl100k, estimate, o200k } from './counts.ts';

const TOKENIZER_NAMES = ['o200k', 'cl100k', 'characters', 'estimate'] as const;
export type TokenizerName = (typeof TOKENIZER_NAMES)[number];

/** Every tokenizer by name. */
export const TOKENIZERS: Readonly<Record<TokenizerName, () => Promise<Tokenizer>>> = {
  o200k,
  cl100k,
  characters,
  estimate,
};

// Each tokenizer is loaded once, because it remembers costs for the next question.
const loaded = new Map<TokenizerName, Promise<Tokenizer>>();
const ready = new Map<string, Tokenizer>();

/** Loads a tokenizer. A safety margin of 0.1 raises every count by a tenth, for models that count differently. */
export async function loadTokenizer(name: string, options: { safetyMargin?: number } = {}): Promise<Tokenizer> {
  if (!Object.hasOwn(TOKENIZERS, name)) {
    throw new ContextError('BAD_INPUT', `No tokenizer "${name}". There are: ${Object.keys(TOKENIZERS).join(', ')}.`);
  }
  const tokenizerName = name as TokenizerName;
  const loading = loaded.get(tokenizerName) ?? TOKENIZERS[tokenizerName]();
  loaded.set(tokenizerName, loading);
  const tokenizer = await loading;
  ready.set(tokenizerName, tokenizer);
  return addMargin(tokenizer, options.safetyMargin ?? 0);
}

/** Returns a tokenizer that was loaded before; null if it was not, for callers that cannot wait for it. */
export function tokenizerAtHand(name: string): Tokenizer | null {
  return ready.get(name) ?? null;
}

function addMargin(tokenizer: Tokenizer, margin: number): Tokenizer {
  if (!(margin >= 0 && Number.isFinite(margin))) {
    throw new ContextError('BAD_INPUT', `The safety margin must be 0 or more, not ${margin}.`);
  }
  if (margin === 0) return tokenizer;
  return { name: tokenizer.name, count: (text) => Math.ceil(tokenizer.count(text) * (1 + margin)) };
}
