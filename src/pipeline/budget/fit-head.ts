import type { Usage } from '../../model/pack.ts';
import type { Head, Layout } from '../../ports/formatter.ts';
import type { HeadInput } from './budget-options.ts';

const BRIEF_CHARACTERS = [200, 60, 0] as const;

export interface FitOptions {
  readonly layout: Layout;
  readonly usage: Usage;
  /** What the opening may cost before the task's text is clipped. */
  readonly share: number;
  readonly price: (text: string) => number;
}

/** The head as it will be printed: with the whole text where that is cheap enough, else clipped, else brief. */
export function fitHead(input: HeadInput, options: FitOptions): Head {
  const make = (text: string, isBrief: boolean): Head => ({ ...input, text, isBrief, usage: options.usage });
  // A brief head is worth twice its share: without it nobody knows what the page is for. Why it ends is not part of it.
  const fits = (head: Head, shares = 1) =>
    options.price(options.layout.opening({ ...head, stop: null })) <= options.share * shares;
  const whole = make(input.text.trim(), false);
  if (fits(whole)) return whole;
  const lines = whole.text.split('\n');
  for (let count = lines.length; count > 0; count = Math.floor(count / 2)) {
    const clipped = make(clipLines(lines, count), false);
    if (count < lines.length && fits(clipped)) return clipped;
  }
  for (const characters of BRIEF_CHARACTERS) {
    const brief = make(clipCharacters(lines[0] ?? '', characters), true);
    if (fits(brief, 2)) return brief;
  }
  return make('', true);
}

function clipLines(lines: readonly string[], count: number): string {
  const rest = lines.length - count;
  return `${lines.slice(0, count).join('\n')}\n… (${rest} more ${rest === 1 ? 'line' : 'lines'})`;
}

function clipCharacters(line: string, count: number): string {
  if (count === 0 || line.length <= count) return count === 0 ? '' : line;
  return `${line
    .slice(0, count)
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`;
}
