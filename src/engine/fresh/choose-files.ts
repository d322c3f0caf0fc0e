// If a workspace has many new files, an answer waits only for the files that its question most likely needs. This file
// says which questions can do so, and chooses their files.
import { ContextError } from '../../model/errors.ts';
import type { PackInput, QueryInput } from '../../ports/engine.ts';
import type { ShowInput } from '../../ports/knowledge.ts';
import type { GrepInput } from '../../ports/lookup.ts';
import type { EngineParts } from '../open/open-parts.ts';
import type { QuestionScope } from './files-for-question.ts';
import type { ChooseFiles } from './refresh-queue.ts';

/** How many files hold each term of a question, counted on the disk; a `grep` that read all files counts no terms. */
export interface WordsCounted {
  readonly files: number;
  readonly holding: ReadonlyMap<string, number>;
  readonly inPaths: ReadonlyMap<string, number>;
}

/** An index that is up to date, or complete enough to answer a question. */
export interface ReadyIndex {
  readonly parts: EngineParts;
  /** Notes from indexing. */
  readonly notes: readonly string[];
  /** Where the words of the question occur in files that are not indexed yet. */
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
