// Before a task is searched, one question to the store fetches what the index has for its words and names. This file
// lists what to fetch, and the terms by which the task is searched.
import type { Task } from '../model/task.ts';
import { termsOf, termsOfWord } from '../model/terms.ts';
import type { WordsAsked } from '../ports/store.ts';
import { parseGuesses, partsOfGuesses, termsOfGuesses } from './expected-names.ts';
import type { LexicalTerm } from './lexical.ts';
import { pairTitleWords } from './path-matches.ts';
import { findPrintedMessages } from './printed-messages.ts';
import { wordsOfRoute } from './route-matching.ts';
import { findTaskNames, pickDistinctiveNames } from './task-names.ts';

/** The most pairs of words, because each costs a lookup in the index. */
const JOINED_MAX = 60;
/** The most terms of printed messages, and of routes. */
const FURTHER_MAX = 60;

type TaskText = Pick<Task, 'text' | 'title' | 'keywords' | 'expect'>;

/** Lists what to fetch: postings of words, paths, messages of commits, and definitions of names. */
export function planWordLookup(
  task: TaskText & { readonly names: readonly string[]; readonly routes: readonly string[] },
  hasHistory: boolean,
): WordsAsked {
  const terms = termsOfTask(task);
  const words = terms.filter((term) => !term.isJoined).map((term) => term.term);
  const guesses = parseGuesses(task.expect ?? []);
  const guessed = [...termsOfGuesses(guesses), ...partsOfGuesses(guesses)].map(({ term }) => term);
  return {
    postings: [...terms.map((term) => term.term), ...termsOfPrinted(task), ...termsOfRoutes(task.routes), ...guessed],
    paths: [...words, ...pairTitleWords(task.title).flat(), ...guessed],
    messages: hasHistory ? words : [],
    definitions: [
      ...task.names,
      ...pickDistinctiveNames(task).map((name) => name.key),
      ...guesses.flatMap(({ names }) => names),
    ],
  };
}

// A long report may contain a message without any keyword, so its words are fetched too.
function termsOfPrinted(task: TaskText): readonly string[] {
  const printed = findPrintedMessages(task, []).flatMap(({ words }) => words.flatMap(termsOfWord));
  return [...new Set(printed)].slice(0, FURTHER_MAX);
}

function termsOfRoutes(routes: readonly string[]): readonly string[] {
  return [...new Set(routes.flatMap(wordsOfRoute).flatMap(termsOf))].slice(0, FURTHER_MAX);
}

/** Returns the terms by which a task is searched: its keywords, and pairs of neighbouring words as one identifier. */
export function termsOfTask(task: TaskText): readonly LexicalTerm[] {
  const title = new Set(termsOf(task.title));
  const keywords = task.keywords.map(({ stem: term, ...keyword }) => ({ ...keyword, term, isTitle: title.has(term) }));
  const pairs = findTaskNames(task)
    .filter((name) => name.parts === 2)
    .slice(0, JOINED_MAX)
    .map(({ key, word, isTitle }) => ({ term: key, word, weight: isTitle ? 1 : 0.5, isTitle, isJoined: true }));
  return [...keywords, ...pairs];
}
