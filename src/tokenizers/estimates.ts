import type { Tokenizer } from '../ports/tokenizer.ts';

/** Unicode code points, for budgets given in characters. */
export async function characters(): Promise<Tokenizer> {
  return { name: 'characters', count: codePoints };
}

function codePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++, count++) {
    const code = text.charCodeAt(at);
    if (code < 0xd800 || code > 0xdbff || at + 1 === text.length) continue;
    const next = text.charCodeAt(at + 1);
    if (next >= 0xdc00 && next <= 0xdfff) at++;
  }
  return count;
}

const CHARACTERS_PER_TOKEN = 4;

/** Four characters a token: quick, and wrong by a fifth either way. For comparison with tools that count so. */
export async function estimate(): Promise<Tokenizer> {
  return { name: 'estimate', count: (text) => Math.ceil(text.length / CHARACTERS_PER_TOKEN) };
}
