// An agent's budget covers the page and its notes. This file asks for a shorter page if both do not fit.
import { DEFAULTS } from '../../config/defaults.ts';
import { isTooSmall, requirePage, type TooSmall, tooSmall } from '../../model/budget.ts';
import { ContextError } from '../../model/errors.ts';
import { clipText, visible } from '../../model/visible-text.ts';
import type { Answer } from '../../operations/operation.ts';
import { fitMost, type TokenRoom } from '../../pipeline/fit.ts';

export type { TokenRoom as Room };

const { noteCharactersMax, notesShare } = DEFAULTS.mcp;

/**
 * Asks for a page within the budget, and again for a shorter one if notes that the page lacks do not fit beside it and
 * need only a small share of the budget.
 */
export async function answerWithin(
  room: TokenRoom,
  ask: (budget: number) => Promise<Answer | TooSmall>,
): Promise<Answer | TooSmall> {
  const answer = await ask(room.budget);
  if (isTooSmall(answer)) return answer;
  const needed = room.count(notesText(missingNotes(answer))) + 1;
  const isRoomy = room.count(pageOf(answer)) + needed <= room.budget;
  if (isRoomy || needed > room.budget * notesShare) return answer;
  const shorter = await ask(room.budget - needed);
  return isTooSmall(shorter) ? answer : shorter;
}

export function answerOrTooSmall(asked: Promise<Answer>): Promise<Answer | TooSmall> {
  return asked.catch((error: unknown) => {
    if (error instanceof ContextError && error.code === 'BUDGET_TOO_SMALL') return tooSmall(error.message);
    throw error;
  });
}

/** The page, and perhaps a second text with the notes that fit into the rest of the budget. */
export function textsOf(answer: Answer, { budget, count }: TokenRoom): readonly [page: string, ...notes: string[]] {
  const page = pageOf(answer);
  const left = budget - count(page);
  if (left < 0 && answer.nothingFound !== null)
    requirePage(tooSmall(`Even the line that says that nothing was found costs more than ${budget} tokens.`));
  const notes = missingNotes(answer);
  const fitted = fitMost([0, notes.length], (length) => {
    const text = notesText(notes.slice(0, length));
    // Counts one token for the line break between page and notes.
    return length === 0 || count(text) + 1 <= left ? { text } : tooSmall(text);
  });
  const { text } = requirePage(fitted);
  return text === '' ? [page] : [page, text];
}

/** Finds by bisection the longest cut of a text that costs at most the budget; the shortest if it finds none. */
export function longestText(max: number, cut: (length: number) => string, { budget, count }: TokenRoom): string {
  const fitted = fitMost([0, max], (length) => {
    const text = cut(length);
    return count(text) <= budget ? { text } : tooSmall(text);
  });
  return isTooSmall(fitted) ? cut(0) : fitted.text;
}

/** The page of an answer, or the reason why there is none. */
export const pageOf = ({ nothingFound, text }: Answer): string => visible(nothingFound ?? text);

/** The warnings and notes of an answer that its page does not contain, each clipped to `noteCharactersMax`. */
export function missingNotes(answer: Answer): string[] {
  const page = lettersOf(pageOf(answer));
  const isOnPage = (note: string) => page.includes(lettersOf(note).slice(0, CHARACTERS_COMPARED));
  const notes = new Set([...answer.warnings, ...answer.notes]);
  return [...notes].filter((note) => !isOnPage(note)).map((note) => clipText(note, noteCharactersMax));
}

export const notesText = (notes: readonly string[]): string => notes.map((note) => `Note: ${note}`).join('\n');

// Compares only letters and digits at the beginning of a note, because formats escape and clip what they print.
const CHARACTERS_COMPARED = 120;
const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');
