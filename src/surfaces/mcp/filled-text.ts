import { visible } from '../../model/visible-text.ts';
import { redact } from '../serving/clean-lines.ts';

/** How much of a text that is too long is worth reading: its beginning, or its end. */
export type Kept = 'beginning' | 'end';

export interface Filling {
  readonly tokensMax: number;
  readonly kept: Kept;
  readonly count: (text: string) => number;
}

/** What a person filled in, as it may be sent on: secrets replaced, nothing unseen in it, at most so many tokens. */
export async function filledText(text: string, { tokensMax, kept, count }: Filling): Promise<string> {
  const { text: redacted } = await redact(text, kept === 'end' ? 'log' : 'task');
  const clean = visible(redacted.replace(/\r\n?/g, '\n')).trim();
  const fits = (length: number) => count(cut(clean, length, kept)) <= tokensMax;
  // A token is rarely longer than this: nothing of what follows walks through millions of characters.
  let [least, most] = [0, Math.min(clean.length, tokensMax * CHARACTERS_A_TOKEN)];
  // Most texts fit whole.
  let isFirst = true;
  while (least < most) {
    const middle = isFirst ? most : Math.ceil((least + most) / 2);
    isFirst = false;
    if (fits(middle)) least = middle;
    else most = middle - 1;
  }
  return cut(clean, least, kept);
}

const CHARACTERS_A_TOKEN = 16;

function cut(text: string, length: number, kept: Kept): string {
  if (length === text.length) return text;
  const gap = `… (${text.length - length} characters are left out)`;
  const rest = (kept === 'end' ? text.slice(text.length - length) : text.slice(0, length)).toWellFormed();
  return kept === 'end' ? `${gap}\n${rest}` : `${rest}\n${gap}`;
}
