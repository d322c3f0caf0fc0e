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

/** What an answer is told that was made before all was indexed: from what it was made. */
export function partNote({ files, left, commits }: { files: number; left: number; commits: number }): string {
  if (left === 0) return `${BEING_MADE}: all files are known, and the newest ${commits} commits`;
  return `${BEING_MADE}: answered from the likeliest ${files} files of ${files + left}`;
}

/** 0..1: how much of the files an answer knew, by the notes that came with it. */
export function shareKnown(notes: readonly string[]): number {
  const note = notes.find((one) => one.startsWith(BEING_MADE)) ?? '';
  const [, done, total] = /(\d+) of (\d+) files/.exec(note) ?? [];
  return done === undefined ? 1 : Number(done) / Number(total);
}
