import { BEING_MADE } from '../engine/fresh/unfinished-note.ts';

/** Why nothing is found while only a part of the workspace is known; null once all of it is. */
export function nothingYet(notes: readonly string[]): string | null {
  const note = notes.find((one) => one.startsWith(BEING_MADE));
  return note === undefined ? null : `Nothing yet: ${note}`;
}
