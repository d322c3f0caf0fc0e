import { DEFAULTS } from '../../config/defaults.ts';
import { ContextError } from '../../model/errors.ts';
import { visible } from '../../model/visible-text.ts';
import type { Answer } from '../../operations/operation.ts';

/** What one answer may cost, everything that is sent included. */
export interface Room {
  readonly budget: number;
  readonly count: (text: string) => number;
}

const { noteCharactersMax, notesShare } = DEFAULTS.mcp;

/** Asks for a page that leaves room for the notes it does not print itself. */
export async function answerWithin(room: Room, ask: (budget: number) => Promise<Answer>): Promise<Answer> {
  const answer = await ask(room.budget);
  const needed = room.count(notesText(unsaidNotes(answer))) + 1;
  const isRoomy = room.count(pageOf(answer)) + needed <= room.budget;
  if (isRoomy || needed > room.budget * notesShare) return answer;
  return ask(room.budget - needed).catch((error: unknown) => {
    if (isTooSmall(error)) return answer;
    throw error;
  });
}

/** The page, then the notes that fit beside it as one text, where there are any. */
export function textsOf(answer: Answer, { budget, count }: Room): readonly [page: string, ...notes: string[]] {
  const page = pageOf(answer);
  const left = budget - count(page);
  if (left < 0 && answer.nothingFound !== null)
    throw new ContextError('BUDGET_TOO_SMALL', `Even a line that nothing was found costs more than ${budget} tokens.`);
  const notes = unsaidNotes(answer);
  // A line break stands between the page and them.
  while (notes.length > 0 && count(notesText(notes)) + 1 > left) notes.pop();
  return notes.length === 0 ? [page] : [page, notesText(notes)];
}

/** What an answer says first: why there is nothing, or what there is. */
export const pageOf = ({ nothingFound, text }: Answer): string => visible(nothingFound ?? text);

/** What the caller should know and the page does not say itself, one line each. */
export function unsaidNotes(answer: Answer): string[] {
  const page = wordsOf(pageOf(answer));
  const isSaid = (note: string) => page.includes(wordsOf(note).slice(0, WORDS_COMPARED));
  const notes = new Set([...answer.warnings, ...answer.notes]);
  return [...notes].filter((note) => !isSaid(note)).map((note) => clip(note, noteCharactersMax));
}

export const notesText = (notes: readonly string[]): string => notes.map((note) => `Note: ${note}`).join('\n');

function clip(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  return `${text
    .slice(0, charactersMax - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`;
}

export const isTooSmall = (error: unknown): boolean =>
  error instanceof ContextError && error.code === 'BUDGET_TOO_SMALL';

// Formats escape and clip what they print: the words of a note's beginning tell whether it is there.
const WORDS_COMPARED = 120;
const wordsOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');
