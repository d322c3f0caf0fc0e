import { ownText, remember } from '../model/memory.ts';
import type { TokenTable } from './token-table.ts';

// Enough for the names of a large workspace.
const KNOWN_MAX = 50_000;
const ASCII_END = 0x80;
const BYTES_PER_UNIT_MAX = 3;

/** Counts tokens by byte pair encoding: a text is cut by the pattern, and a piece that is no token is merged from its bytes. */
export function bytePairCounter(table: TokenTable, pattern: RegExp): (text: string) => number {
  const encoder = new TextEncoder();
  const known = new Map<string, number>();
  let bytes = new Uint8Array(1024);
  const encode = (piece: string): number => {
    if (piece.length * BYTES_PER_UNIT_MAX > bytes.length) bytes = new Uint8Array(2 * BYTES_PER_UNIT_MAX * piece.length);
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      if (code >= ASCII_END) return encoder.encodeInto(piece, bytes).written;
      bytes[at] = code;
    }
    return piece.length;
  };
  const costOf = (piece: string): number => {
    const length = encode(piece);
    if (table.rankOf(bytes, 0, length) >= 0) return 1;
    const before = known.get(piece);
    if (before !== undefined) return before;
    return remember(known, KNOWN_MAX, [ownText(piece), mergedCount(table, bytes, length)]);
  };
  return (text) => {
    let total = 0;
    for (const [piece] of text.matchAll(pattern)) total += costOf(piece);
    return total;
  };
}

// Joins the two neighbours whose union has the lowest number, the first of equals, until no two make a token.
function mergedCount(table: TokenTable, bytes: Uint8Array, length: number): number {
  const starts = Array.from({ length: length + 1 }, (_, at) => at);
  // What a part and the next one would be together.
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
