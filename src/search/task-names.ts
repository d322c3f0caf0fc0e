// A task names code without marking it: `pay`, `user service`, `Cart#total`. This file finds the words that may be
// names, and the definitions that have these names.
import { memoizePerObject } from '../model/memoize.ts';
import type { Task } from '../model/task.ts';
import { nameKey, splitIdentifier } from '../model/terms.ts';
import type { Question } from '../ports/signal-finder.ts';
import type { Definition } from '../ports/store.ts';
import { blankComments, spellPlurals } from './question-text.ts';

/** A possible name in a task: a word, or neighbouring words written as one. */
interface TaskName {
  readonly key: string;
  readonly word: string;
  /** Whether it looks like code or is marked as code. */
  readonly isCode: boolean;
  readonly isTitle: boolean;
  /** The number of words it is made of. */
  readonly parts: number;
}

const FENCED = /^\s{0,6}(```|~~~)[\s\S]*?^\s{0,6}\1/gm;
const LINKS = /\b(?:https?|ftp):\/\/[^\s<>()[\]"'`]+/g;
const TOKEN = /[\p{L}\p{N}_$]+/gu;
// What may stand between two words that are one name in the code.
const JOINABLE = /^(?: {1,2}|[-/.]|::|->|#)$/;
const WORDS_MAX = 400;
const PARTS_MAX = 3;
const KEY_MIN = 3;
const JOINED_KEY_MIN = 5;
// These words never begin or end a name.
const FILLER_WORDS = new Set(
  'a an and are as at be but by can do does fix for from has have how if in into is it its not of on or should so that the then there this to use used using was we when where which with without you'.split(
    ' ',
  ),
);

/** Returns the possible names in a task, those of the title first, each once; skips fenced code, comments and links. */
export function findTaskNames(task: Pick<Task, 'text' | 'title'>): readonly TaskName[] {
  const text = blankComments(task.text.replace(FENCED, '\n')).replace(LINKS, ' ');
  const names = new Map<string, TaskName>();
  for (const name of [...findNames(spellPlurals(task.title), true), ...findNames(spellPlurals(text), false)]) {
    const { isCode, ...previous } = names.get(name.key) ?? name;
    names.set(name.key, { ...previous, isCode: isCode || name.isCode });
  }
  return [...names.values()];
}

interface Word {
  readonly text: string;
  readonly isCode: boolean;
  readonly isFiller: boolean;
  /** Whether only a space or a joining mark separates it from the word before. */
  readonly followsOn: boolean;
}

function findNames(text: string, isTitle: boolean): readonly TaskName[] {
  const words = findWords(text);
  return words.flatMap((first, index) => {
    if (first.isFiller) return [];
    const names: TaskName[] = [];
    let [word, isCode] = ['', true];
    for (let parts = 1; parts <= PARTS_MAX; parts++) {
      const next = words[index + parts - 1];
      if (!next || (parts > 1 && !next.followsOn)) break;
      word += next.text;
      isCode &&= next.isCode;
      const key = nameKey(word);
      if (!next.isFiller && key.length >= (parts === 1 ? KEY_MIN : JOINED_KEY_MIN))
        names.push({ key, word, isCode, isTitle, parts });
    }
    return names;
  });
}

function findWords(text: string): readonly Word[] {
  const words: Word[] = [];
  let end = 0;
  let ticks = 0;
  for (const { 0: word, index } of text.matchAll(TOKEN).take(WORDS_MAX)) {
    const between = text.slice(end, index);
    for (const letter of between) if (letter === '`') ticks++;
    end = index + word.length;
    const isCode = ticks % 2 === 1 || looksLikeCode(word) || text[end] === '(' || /[.$@:>]$/.test(between);
    const isFiller = FILLER_WORDS.has(word.toLowerCase());
    words.push({ text: word, isCode, isFiller, followsOn: JOINABLE.test(between) });
  }
  return words;
}

function looksLikeCode(word: string): boolean {
  // `URLs` and `IPv6` are words of a sentence.
  if (/^\p{Lu}{2,}(?:s|v\p{N}{1,3})$/u.test(word)) return false;
  return /[\p{L}\p{N}][_$]+[\p{L}\p{N}]|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(word) || splitIdentifier(word).length > 2;
}

/** Returns the names of a task whose definitions are looked up. */
export function pickDistinctiveNames(task: Pick<Task, 'text' | 'title'>): readonly TaskName[] {
  // Nearly every file names something by a plain word, so such words are left to the lexical search.
  return findTaskNames(task).filter((name) => name.isCode || name.parts > 1);
}

/** Returns the definitions with these keys, among those that were fetched for the question. */
export function pickDefinitions(keys: Iterable<string>, { words }: Pick<Question, 'words'>): readonly Definition[] {
  const wanted = new Set(keys);
  return words.definitions.filter((one) => wanted.has(nameKey(one.name)));
}

/** A name with definitions in more files than this is ignored. */
const PLACES_MAX = 40;

interface NamedDefinitions {
  readonly key: string;
  readonly definitions: readonly Definition[];
  /** The files that hold them. */
  readonly paths: ReadonlySet<string>;
}

/** Groups definitions by the keys of their names. */
export function groupDefinitions(definitions: readonly Definition[]): readonly NamedDefinitions[] {
  const groups = [...Map.groupBy(definitions, ({ name }) => nameKey(name))];
  return groups
    .map(([key, same]) => ({ key, definitions: same, paths: new Set(same.map(({ path }) => path)) }))
    .filter(({ paths }) => paths.size <= PLACES_MAX);
}

/** The values of names of the task that a file defines: names of code in the title, and neighbouring plain words. */
export interface NameMatch {
  definesTitle: number;
  definesPlain: number;
  /** The values of the symbols (by index) that the task names. */
  readonly symbols: Map<number, number>;
}

/** Finds the files that define names of the task, once for each question. */
export const matchNames = memoizePerObject((question: NamesQuestion): ReadonlyMap<string, NameMatch> => {
  const matches = new Map<string, NameMatch>();
  const names = new Map(pickDistinctiveNames(question.task).map((name) => [name.key, name]));
  for (const { key, definitions, paths } of groupDefinitions(pickDefinitions(names.keys(), question))) {
    const { isCode, isTitle } = names.get(key)!;
    // Rare names count more, and a name of several files counts less for each.
    const value = Math.log(1 + question.view.files.size / paths.size) / Math.sqrt(paths.size);
    for (const path of paths) {
      const match = matches.get(path) ?? { definesTitle: 0, definesPlain: 0, symbols: new Map() };
      matches.set(path, match);
      if (!isCode) match.definesPlain += value;
      else if (isTitle) match.definesTitle += value;
    }
    for (const { path, symbol } of definitions) {
      const { symbols } = matches.get(path)!;
      symbols.set(symbol, Math.max(value, symbols.get(symbol) ?? 0));
    }
  }
  return matches;
});

type NamesQuestion = Pick<Question, 'task' | 'words' | 'view'>;
