import type { Tokenizer } from '../../ports/tokenizer.ts';

/** What pieces cost. Each is counted once, and what was counted teaches how far a token reaches. */
export interface Pricer {
  price(piece: string): number;
  /** Fewer tokens than this many characters can hardly cost. */
  atLeast(characters: number): number;
  /** About what this many characters cost. */
  about(characters: number): number;
}

// Until something was counted: code in English words.
const FIRST_RATIO = 3.5;
const RATIO_WEIGHT = 2000;

export function createPricer(tokenizer: Tokenizer): Pricer {
  const known = new Map<string, number>();
  let characters = RATIO_WEIGHT;
  let tokens = RATIO_WEIGHT / FIRST_RATIO;
  return {
    price(piece) {
      const price = known.get(piece);
      if (price !== undefined) return price;
      const counted = tokenizer.count(piece);
      known.set(piece, counted);
      characters += piece.length;
      tokens += counted;
      return counted;
    },
    about: (count) => (count * tokens) / characters,
    atLeast: (count) => (count * tokens) / characters / 2,
  };
}
