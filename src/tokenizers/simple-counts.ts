import { ownText, remember } from '../model/memory.ts';
import type { Tokenizer } from '../ports/tokenizer.ts';

// Enough for the lines of some hundred packs.
const LINES_MAX = 50_000;
const LINE_CHARACTERS_MAX = 400;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SLASH = 0x2f;
const BLANK = /[^\S\r\n]/;

/**
 * Counts a text line by line and remembers what lines cost: the same lines are counted as blocks, as parts of larger
 * ones and as the whole text, and again for the next question. The sum is exact, because it cuts only where these
 * tokenizers end a token whatever follows.
 */
export function countByLine(count: (text: string) => number): (text: string) => number {
  const costs = new Map<string, number>();
  const costOf = (line: string): number => {
    if (line.length > LINE_CHARACTERS_MAX) return count(line);
    const known = costs.get(line);
    if (known !== undefined) return known;
    return remember(costs, LINES_MAX, [ownText(line), count(line)]);
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

// A line feed joins further line ends, also behind blanks, and behind a sign a slash too; nothing else.
function endsToken(text: string, at: number): boolean {
  let next = at;
  while (next < text.length && BLANK.test(text.charAt(next))) next += 1;
  // Blanks at the very end may belong to the line ends before them.
  if (next === text.length) return false;
  const code = text.charCodeAt(next);
  return code !== LINE_FEED && code !== CARRIAGE_RETURN && !(code === SLASH && next === at);
}

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
