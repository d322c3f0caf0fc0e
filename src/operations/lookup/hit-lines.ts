import { demanded } from '../../model/budget.ts';
import { oneLine } from '../../model/visible-text.ts';
import { fitRows, type Room } from '../../pipeline/fit.ts';
import type { GrepHit } from '../../ports/lookup.ts';

const HASH_SHOWN = 6;

/** As many of the first hits as a budget allows, printed. */
export function fitHits<Hit extends GrepHit>(
  hits: readonly Hit[],
  room: Room,
  print: (shown: readonly Hit[]) => string,
) {
  return demanded(fitRows(hits, room, print));
}

/** Hits to read: under each file and each symbol in it, the lines. What a file says never stands at the edge of a line. */
export function hitLines(hits: readonly GrepHit[]): readonly string[] {
  const lines: string[] = [];
  let [path, symbol]: [string, string | null] = ['', ''];
  for (const hit of hits) {
    if (hit.path !== path) {
      lines.push(`${oneLine(hit.path)}@${hit.hash.slice(0, HASH_SHOWN)}`);
      [path, symbol] = [hit.path, null];
    }
    if (hit.symbol !== symbol) {
      if (hit.symbol !== null) lines.push(`  in ${oneLine(hit.symbol)} (${hit.startLine}-${hit.endLine})`);
      symbol = hit.symbol;
    }
    lines.push(`${hit.symbol === null ? '  ' : '    '}${hit.line}: ${oneLine(hit.text)}`);
  }
  return lines;
}

/** `12 more lines` and the like; nothing where all are there. */
export const moreLine = (shown: number, total: number, what: string): readonly string[] =>
  total > shown ? [`… ${total - shown} more ${what}; narrow it with under, or give a larger budget or limit`] : [];
