import type { ContentBlock, ResourceLink } from '@modelcontextprotocol/server';
import { DEFAULTS } from '../../config/defaults.ts';
import { ContextError } from '../../model/errors.ts';
import { visible } from '../../model/visible-text.ts';
import type { Answer } from '../../operations/operation.ts';

/** What one answer may cost, everything that is sent included. */
export interface Room {
  readonly budget: number;
  readonly count: (text: string) => number;
}

const { links: LINKS, noteCharactersMax, notesShare } = DEFAULTS.mcp;

/** Asks for a page that leaves room for its links, and for the notes it does not print itself. */
export async function answerWithin(
  room: Room,
  hasLinks: boolean,
  ask: (budget: number) => Promise<Answer>,
): Promise<Answer> {
  const spare = Math.floor(room.budget * LINKS.share);
  const kept = hasLinks && spare >= LINKS.leastTokens ? Math.min(spare, LINKS.max * LINKS.leastTokens) : 0;
  const answer = await ask(room.budget - kept).catch((error: unknown) => {
    // Where there is little room the page has all of it.
    if (kept > 0 && isTooSmall(error)) return ask(room.budget);
    throw error;
  });
  const needed = room.count(notesText(unsaidNotes(answer))) + 1;
  const isRoomy = room.count(pageOf(answer)) + needed <= room.budget;
  if (isRoomy || needed > room.budget * notesShare) return answer;
  return ask(room.budget - needed).catch((error: unknown) => {
    if (isTooSmall(error)) return answer;
    throw error;
  });
}

/** The page; then the notes that fit beside it, then the links that do. */
export function contentOf(answer: Answer, links: readonly ResourceLink[], { budget, count }: Room): ContentBlock[] {
  const page = pageOf(answer);
  let left = budget - count(page);
  if (left < 0 && answer.nothingFound !== null)
    throw new ContextError('BUDGET_TOO_SMALL', `Even a line that nothing was found costs more than ${budget} tokens.`);
  const notes = unsaidNotes(answer);
  // A line break stands between the page and them.
  while (notes.length > 0 && count(notesText(notes)) + 1 > left) notes.pop();
  const said = notesText(notes);
  left -= said === '' ? 0 : count(said) + 1;
  const sent: ResourceLink[] = [];
  for (const link of links.slice(0, LINKS.max)) {
    if (linksCost([...sent, link], count) > left) break;
    sent.push(link);
  }
  const texts = [page, said].filter((text) => text !== '');
  return [...texts.map((text) => ({ type: 'text' as const, text })), ...sent];
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

// A client may hand them on one by one or together, and either may cost more.
function linksCost(links: readonly ResourceLink[], count: Room['count']): number {
  const apart = links.reduce((sum, link) => sum + count(JSON.stringify(link)), 0);
  return Math.max(apart, count(JSON.stringify(links)));
}

export function clip(text: string, charactersMax: number): string {
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
