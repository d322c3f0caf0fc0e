import type { Unfinished } from './index-lane.ts';

/** How the note begins that an answer knows only a part of the workspace. */
export const BEING_MADE = 'the index is being made';

/** What an answer is told about an index that it did not wait for. */
export function unfinishedNote({ files }: Unfinished): string {
  if (files === null) return 'the index is not up to date yet: this is answered from what was there before';
  const { done, total } = files;
  if (done === total) return `${BEING_MADE}: all ${total} files are read, what connects them is not`;
  return `${BEING_MADE}: ${done} of ${total} files so far, and only those are answered from; ask again`;
}

/** 0..1: how much of the files an answer knew, by the notes that came with it. */
export function shareKnown(notes: readonly string[]): number {
  const note = notes.find((one) => one.startsWith(BEING_MADE)) ?? '';
  const [, done, total] = /(\d+) of (\d+) files/.exec(note) ?? [];
  return done === undefined ? 1 : Number(done) / Number(total);
}
