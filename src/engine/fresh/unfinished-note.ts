// The notes that tell a reader that an answer used only a part of the workspace, because indexing was not finished.
import { ContextError } from '../../model/errors.ts';
import type { RefreshProgress } from './refresh-queue.ts';

/** The beginning of each note that says an answer used only a part of the workspace. */
export const BEING_MADE = 'the index is being made';

/** The note of an answer that did not wait for the index. */
export function unfinishedNote({ files }: RefreshProgress): string {
  if (files === null) return 'the index is not up to date yet: this answer comes from its earlier state';
  const { done, total } = files;
  if (done === total) return `${BEING_MADE}: all ${total} files are read, but not yet linked to one another`;
  return `${BEING_MADE}: ${done} of ${total} files so far, and this answer uses only those; ask again`;
}

/** The note of an answer that was made before all files were indexed. It says how many files it used. */
export function partNote({ files, left, commits }: { files: number; left: number; commits: number }): string {
  if (left === 0) return `${BEING_MADE}: it has all files and the newest ${commits} commits`;
  return `${BEING_MADE}: this answer uses the likeliest ${files} of ${files + left} files`;
}

/** Says in the error about an unknown name that the index is incomplete, because the name may lie in a file that is not indexed yet. */
export function explainMissing(error: unknown, notes: readonly string[]): unknown {
  const isMissing =
    error instanceof ContextError && (error.code === 'NO_SUCH_DOCUMENT' || error.code === 'NO_SUCH_SYMBOL');
  const note = notes.find((text) => text.startsWith(BEING_MADE));
  if (!isMissing || note === undefined) return error;
  return new ContextError(error.code, `${error.message} But ${note}.`, { hint: error.hint ?? undefined });
}

/** Whether, by its notes, an answer did not wait for the index and used less than this share of the files. */
export function usedTooFewFiles(notes: readonly string[], shareMin: number): boolean {
  return notes.some((note) => {
    const counted = COUNTED.exec(note);
    return counted !== null && Number(counted[1]) < Number(counted[2]) * shareMin;
  });
}

const COUNTED = new RegExp(`^${BEING_MADE}: (\\d+) of (\\d+) files`);
