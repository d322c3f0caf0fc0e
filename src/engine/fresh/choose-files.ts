import { ContextError } from '../../model/errors.ts';
import type { PackInput, QueryInput } from '../../ports/engine.ts';
import type { ShowInput } from '../../ports/knowledge.ts';
import type { GrepInput } from '../../ports/lookup.ts';
import type { EngineParts } from '../parts/open-parts.ts';
import type { AskedIn } from './files-for-question.ts';
import type { Choose } from './index-lane.ts';

/** In how many files each term of a question stands, of so many: where not all are indexed, the index cannot tell. Of lines that are looked for it says that all files were. */
export interface WordsCounted {
  readonly files: number;
  readonly holding: ReadonlyMap<string, number>;
  readonly inPaths: ReadonlyMap<string, number>;
}

/** What is done on an index that is up to date, or far enough. */
export type IndexedWork<T> = (parts: EngineParts, notes: readonly string[], counted: WordsCounted | null) => Promise<T>;

/** What of a question tells which files it needs. */
export type FirstQuestion =
  | { readonly of: 'task'; readonly input: PackInput }
  | { readonly of: 'grep'; readonly input: GrepInput }
  | { readonly of: 'show'; readonly input: ShowInput };

/** Chooses the files of a question, and keeps what was counted on the way. */
export function chooseFiles(
  question: FirstQuestion,
  asked: () => AskedIn,
): { readonly choose: Choose; readonly counted: () => WordsCounted | null } {
  let counted: WordsCounted | null = null;
  return {
    counted: () => counted,
    choose: async (files, history) => {
      try {
        // Loaded only where there is much to index.
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
        // Whatever is wrong with the question is said by its answer.
        if (error instanceof ContextError) return new Set();
        throw error;
      }
    },
  };
}

/** What of a question tells which files it needs; null where only the whole index can answer it. */
export function questionOf(name: string, input: unknown): FirstQuestion | null {
  if (name === 'pack' || name === 'explain' || name === 'words') return { of: 'task', input: input as PackInput };
  if (name === 'grep') return { of: 'grep', input: input as GrepInput };
  if (name === 'show') return { of: 'show', input: input as ShowInput };
  if (name !== 'query') return null;
  const { query, under } = input as QueryInput;
  return { of: 'task', input: { task: query, under } };
}
