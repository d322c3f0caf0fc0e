// If a workspace has many new files, an answer waits only for the files that its question most likely needs. This file
// says which questions can do so, chooses their files, and writes the notes about such answers.
import type { IndexOutcome } from '../../indexing/index-workspace.ts';
import { ContextError } from '../../model/errors.ts';
import type { PackInput, QueryInput } from '../../ports/engine.ts';
import type { ShowInput } from '../../ports/knowledge.ts';
import type { GrepInput } from '../../ports/lookup.ts';
import type { EngineParts } from '../open/open-parts.ts';
import type { QuestionScope } from './files-for-question.ts';
import type { ChooseFiles, RefreshProgress } from './refresh-queue.ts';

/** How many files, and how many paths, hold each term of a question, counted on the disk. `grep` counts no terms. */
export interface WordsCounted {
  readonly files: number;
  readonly holding: ReadonlyMap<string, number>;
  readonly inPaths: ReadonlyMap<string, number>;
}

/** The index that a question is answered from; `notes` say if it is not up to date or not complete. */
export interface ReadyIndex {
  readonly parts: EngineParts;
  readonly notes: readonly string[];
  /** Counts on the disk, if the index holds only a part of the files. */
  readonly counted?: WordsCounted | null | undefined;
}

/** A question that a part of the index can answer, with the input that decides which files it needs. */
export type PartialQuestion =
  | { readonly of: 'task'; readonly input: PackInput }
  | { readonly of: 'grep'; readonly input: GrepInput }
  | { readonly of: 'show'; readonly input: ShowInput };

/** Chooses the files to index first for a question, and remembers the words it counted while choosing. */
export function chooseFiles(
  question: PartialQuestion,
  asked: () => QuestionScope,
): { readonly choose: ChooseFiles; readonly counted: () => WordsCounted | null } {
  let counted: WordsCounted | null = null;
  return {
    counted: () => counted,
    choose: async (files, history) => {
      try {
        // Loads the module only when there is much to index.
        const { filesForQuestion, filesToGrep, filesToShow } = await import('./files-for-question.ts');
        if (question.of === 'show') return filesToShow(question.input, files);
        if (question.of === 'grep') {
          const { paths, isAll } = await filesToGrep(question.input, files, asked().parts);
          if (isAll) counted = { files: files.length, holding: new Map(), inPaths: new Map() };
          return paths;
        }
        const { paths, holding, inPaths } = await filesForQuestion(question.input, { files, history }, asked());
        counted = { files: files.length, holding, inPaths };
        return paths;
      } catch (error) {
        // The answer will report what is wrong with the question.
        if (error instanceof ContextError) return new Set();
        throw error;
      }
    },
  };
}

/** The question in a form from which its files can be chosen; null when only the whole index can answer it. */
export function partialQuestionOf(name: string, input: unknown): PartialQuestion | null {
  if (name === 'pack' || name === 'explain' || name === 'words') return { of: 'task', input: input as PackInput };
  if (name === 'grep') return { of: 'grep', input: input as GrepInput };
  if (name === 'show') return { of: 'show', input: input as ShowInput };
  if (name !== 'query') return null;
  const { query, under } = input as QueryInput;
  return { of: 'task', input: { task: query, under } };
}

/** The beginning of each note that says an answer used only a part of the workspace. */
export const BEING_MADE = 'the index is being made';

/** The notes of an answer about the index that it used. */
export function notesAbout(indexed: IndexOutcome | RefreshProgress): readonly string[] {
  if (!('notes' in indexed)) return [unfinishedNote(indexed)];
  return indexed.isWhole ? indexed.notes : [...indexed.notes, partNote(indexed)];
}

/** The note of an answer that did not wait for the index. */
export function unfinishedNote({ files }: RefreshProgress): string {
  if (files === null) return 'the index is not up to date yet: this answer comes from its earlier state';
  const { done, total } = files;
  if (done === total) return `${BEING_MADE}: all ${total} files are read, but not yet linked to one another`;
  return `${BEING_MADE}: ${done} of ${total} files so far, and this answer uses only those; ask again`;
}

/** The note of an answer that was made before all files and commits were indexed. */
export function partNote({ files, left, commits }: Pick<IndexOutcome, 'files' | 'left' | 'commits'>): string {
  if (left === 0) return `${BEING_MADE}: it has all files and the newest ${commits} commits`;
  return `${BEING_MADE}: this answer uses the likeliest ${files} of ${files + left} files`;
}

/** Adds to the error about an unknown name that the name may lie in a file that is not indexed yet. */
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
