// A task names code without marking it: `pay`, `user service`, `Cart#total`. This file finds the words that may be
// names, and the definitions and files that have these names.
import type { Task } from '../model/task.ts';
import { nameKey, splitIdentifier, stem } from '../model/terms.ts';
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

/** Returns the possible names in a task in order, each once. It skips fenced code. */
export function findTaskNames(task: Pick<Task, 'text' | 'title'>): readonly TaskName[] {
  const names = new Map<string, TaskName>();
  for (const [text, isTitle] of [
    [spellPlurals(task.title), true],
    [spellPlurals(blankComments(task.text.replace(FENCED, '\n')).replace(LINKS, ' ')), false],
  ] as const)
    for (const name of findNames(text, isTitle)) {
      const previous = names.get(name.key);
      if (!previous) names.set(name.key, name);
      else if (name.isCode && !previous.isCode) names.set(name.key, { ...previous, isCode: true });
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
  return words.flatMap((word, index) => {
    const wordKey = nameKey(word.text);
    const names: TaskName[] =
      wordKey.length >= KEY_MIN && !word.isFiller
        ? [{ key: wordKey, word: word.text, isCode: word.isCode, isTitle, parts: 1 }]
        : [];
    let phrase = word;
    for (let parts = 2; parts <= PARTS_MAX && !word.isFiller; parts++) {
      const next = words[index + parts - 1];
      if (!next?.followsOn) break;
      phrase = { ...phrase, text: phrase.text + next.text, isCode: phrase.isCode && next.isCode };
      const key = nameKey(phrase.text);
      if (!next.isFiller && key.length >= JOINED_KEY_MIN)
        names.push({ key, word: phrase.text, isCode: phrase.isCode, isTitle, parts });
    }
    return names;
  });
}

function findWords(text: string): readonly Word[] {
  const words: Word[] = [];
  let end = 0;
  let ticks = 0;
  for (const match of text.matchAll(TOKEN)) {
    const between = text.slice(end, match.index);
    for (const letter of between) if (letter === '`') ticks++;
    const after = text[match.index + match[0].length];
    end = match.index + match[0].length;
    const isCode = ticks % 2 === 1 || looksLikeCode(match[0]) || after === '(' || /[.$@:>]$/.test(between);
    words.push({
      text: match[0],
      isCode,
      isFiller: FILLER_WORDS.has(match[0].toLowerCase()),
      followsOn: JOINABLE.test(between),
    });
    if (words.length >= WORDS_MAX) break;
  }
  return words;
}

function looksLikeCode(word: string): boolean {
  // `URLs` and `IPv6` are words of a sentence.
  if (/^\p{Lu}{2,}(?:s|v\p{N}{1,3})$/u.test(word)) return false;
  return /[\p{L}\p{N}][_$]+[\p{L}\p{N}]|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(word) || splitIdentifier(word).length > 2;
}

/** Returns the stem of a key, because words that differ only in their ending mean the same file. */
export function stemKey(key: string): string {
  return stem(key);
}

/** A name with definitions in more files than this is ignored. */
const PLACES_MAX = 40;
/** Files with these names are known by the name of their folder. */
const FOLDER_FILES = new Set(['index', 'mod', 'init', 'main', 'lib', 'package', 'readme']);

/** The values of the names of the task that a file defines: names of code in the title, and plain words. */
export interface NameMatch {
  definesTitle: number;
  definesPlain: number;
  /** The values of the symbols (by index) that the task names. */
  readonly symbols: Map<number, number>;
}

/** Finds the files that define names of the task. */
export function matchNames(question: Pick<Question, 'task' | 'words' | 'view'>): ReadonlyMap<string, NameMatch> {
  const matches = new Map<string, NameMatch>();
  const matchOf = (path: string): NameMatch => {
    let match = matches.get(path);
    if (!match) {
      match = { definesTitle: 0, definesPlain: 0, symbols: new Map() };
      matches.set(path, match);
    }
    return match;
  };
  matchDefinitions(question, matchOf);
  return matches;
}

/** Returns the names of a task whose definitions are looked up. */
export function pickDistinctiveNames(task: Pick<Task, 'text' | 'title'>): readonly TaskName[] {
  // A plain word names something in nearly every file; the field of names in the index rates those.
  return findTaskNames(task).filter((name) => name.isCode || name.parts > 1);
}

/** Returns the definitions with these keys, among those that were fetched for the question. */
export function pickDefinitions(keys: Iterable<string>, { words }: Pick<Question, 'words'>): readonly Definition[] {
  const wanted = new Set(keys);
  return words.definitions.filter((one) => wanted.has(nameKey(one.name)));
}

function matchDefinitions(
  question: Pick<Question, 'task' | 'words' | 'view'>,
  matchOf: (path: string) => NameMatch,
): void {
  const { view } = question;
  const namesByKey = new Map(pickDistinctiveNames(question.task).map((name) => [name.key, name]));
  const byKey = Map.groupBy(pickDefinitions(namesByKey.keys(), question), (one) => nameKey(one.name));
  for (const [key, definitions] of byKey) {
    const name = namesByKey.get(key)!;
    const paths = new Set(definitions.map((one) => one.path));
    if (paths.size > PLACES_MAX) continue;
    const value = rateRarity(paths.size, view.files.size);
    for (const { path, symbol } of definitions) {
      const match = matchOf(path);
      match.symbols.set(symbol, Math.max(value, match.symbols.get(symbol) ?? 0));
    }
    for (const path of paths) {
      const match = matchOf(path);
      if (!name.isCode) match.definesPlain += value;
      if (name.isTitle && name.isCode) match.definesTitle += value;
    }
  }
}

// Returns the value of a match: rare names count more, and a name of several files counts less for each.
function rateRarity(places: number, files: number): number {
  return Math.log(1 + files / places) / Math.sqrt(places);
}

/** Returns the key of a file by its name without extension. */
export function fileKey(path: string): string {
  const parts = path.split('/');
  const base = parts.at(-1)!;
  const dot = base.indexOf('.', 1);
  const key = nameKey(dot > 0 ? base.slice(0, dot) : base);
  return FOLDER_FILES.has(key) && parts.length > 1 ? nameKey(parts.at(-2)!) : key;
}
