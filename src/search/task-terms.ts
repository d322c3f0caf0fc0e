import type { Task } from '../model/task.ts';
import { termsOf, termsOfWord } from '../model/terms.ts';
import type { WordsAsked } from '../ports/store.ts';
import { guessedWords, guessesOf, guessTerms } from './expected-names.ts';
import type { LexicalTerm } from './lexical.ts';
import { phrasePairs } from './path-matches.ts';
import { printedTexts } from './printed-messages.ts';
import { routeWords } from './route-matching.ts';
import { taskNames, telling } from './task-names.ts';

/** Each pair costs a look into the index. */
const JOINED_MAX = 60;
const PRINTED_MAX = 60;

/** What the names and words of a task are taken from. */
type SaidTask = Pick<Task, 'text' | 'title' | 'keywords' | 'expect'>;

/** Everything that one question to the store fetches before a task is searched: postings of its words, definitions of its names. */
export function wordsAsked(
  said: SaidTask & { readonly names: readonly string[]; readonly routes: readonly string[] },
  hasHistory: boolean,
): WordsAsked {
  const terms = lexicalTerms(said);
  const words = terms.filter((term) => !term.isJoined).map((term) => term.term);
  const guesses = guessesOf(said.expect ?? []);
  const guessed = [...guessTerms(guesses), ...guessedWords(guesses)].map(({ term }) => term);
  return {
    postings: [...terms.map((term) => term.term), ...printedTerms(said), ...routeTerms(said.routes), ...guessed],
    paths: [...words, ...phrasePairs(said.title).flat(), ...guessed],
    messages: hasHistory ? words : [],
    definitions: [...said.names, ...telling(said).map((name) => name.key), ...guesses.flatMap(({ names }) => names)],
  };
}

// A long report may hold a message none of whose words is a keyword.
function printedTerms(said: SaidTask): readonly string[] {
  const printed = printedTexts(said, []).flatMap(({ words }) => words.flatMap((word) => termsOfWord(word)));
  return [...new Set(printed)].slice(0, PRINTED_MAX);
}

function routeTerms(routes: readonly string[]): readonly string[] {
  return [...new Set(routes.flatMap((route) => routeWords(route)).flatMap((word) => termsOf(word)))].slice(
    0,
    PRINTED_MAX,
  );
}

/** The words a task is searched by: its keywords, those of the title marked, and pairs of neighbours as one identifier. */
export function lexicalTerms(task: SaidTask): readonly LexicalTerm[] {
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
