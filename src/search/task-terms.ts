import type { Task } from '../model/task.ts';
import { termsOf } from '../model/terms.ts';
import type { LexicalTerm } from './lexical.ts';
import { taskNames } from './task-names.ts';

/** Each pair costs a look into the index. */
const JOINED_MAX = 60;

/** The words a task is searched by: its keywords, those of the title marked, and pairs of neighbours as one identifier. */
export function lexicalTerms(task: Task): readonly LexicalTerm[] {
  const title = new Set(termsOf(task.title));
  const keywords = task.keywords.map(({ stem, word, weight }) => ({
    term: stem,
    word,
    weight,
    isTitle: title.has(stem),
  }));
  const joined = taskNames(task)
    .filter((name) => name.parts === 2)
    .slice(0, JOINED_MAX)
    .map(({ key, word, isTitle }) => ({ term: key, word, weight: isTitle ? 1 : 0.5, isTitle, isJoined: true }));
  return [...keywords, ...joined];
}
