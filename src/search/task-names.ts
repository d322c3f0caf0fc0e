import type { Task } from '../model/task.ts';
import { nameKey, splitIdentifier, stem } from '../model/terms.ts';
import type { Question } from '../ports/signal-finder.ts';
import type { Definition } from '../ports/store.ts';
import { blankComments, plainPlurals } from './question-text.ts';

/** A name the task may mean: a word of it, or neighbouring words written as one. */
interface TaskName {
  readonly key: string;
  readonly word: string;
  /** It looks like code, or is marked as code. */
  readonly isCode: boolean;
  readonly isTitle: boolean;
  /** How many words it is made of. */
  readonly parts: number;
}

const FENCED = /^\s{0,6}(```|~~~)[\s\S]*?^\s{0,6}\1/gm;
const LINKS = /\b(?:https?|ftp):\/\/[^\s<>()[\]"'`]+/g;
const TOKEN = /[\p{L}\p{N}_$]+/gu;
const JOINABLE = /^(?: {1,2}|[-/.]|::|->|#)$/;
const WORDS_MAX = 400;
const PARTS_MAX = 3;
const KEY_MIN = 3;
const JOINED_KEY_MIN = 5;
// Words that hold sentences together never make a name.
const GLUE = new Set(
  'a an and are as at be but by can do does fix for from has have how if in into is it its not of on or should so that the then there this to use used using was we when where which with without you'.split(
    ' ',
  ),
);

/** The names a task may mean, in order, each once; code that is only quoted is not read. */
export function taskNames(task: Pick<Task, 'text' | 'title'>): readonly TaskName[] {
  const names = new Map<string, TaskName>();
  for (const [text, isTitle] of [
    [plainPlurals(task.title), true],
    [plainPlurals(blankComments(task.text.replace(FENCED, '\n')).replace(LINKS, ' ')), false],
  ] as const)
    for (const name of namesIn(text, isTitle)) {
      const previous = names.get(name.key);
      if (!previous) names.set(name.key, name);
      else if (name.isCode && !previous.isCode) names.set(name.key, { ...previous, isCode: true });
    }
  return [...names.values()];
}

interface Word {
  readonly text: string;
  readonly isCode: boolean;
  readonly isGlue: boolean;
  /** Whether only a space or a joining mark separates it from the word before. */
  readonly followsOn: boolean;
}

function namesIn(text: string, isTitle: boolean): readonly TaskName[] {
  const words = wordsIn(text);
  return words.flatMap((word, index) => {
    const wordKey = nameKey(word.text);
    const names: TaskName[] =
      wordKey.length >= KEY_MIN && !word.isGlue
        ? [{ key: wordKey, word: word.text, isCode: word.isCode, isTitle, parts: 1 }]
        : [];
    let joined = word;
    for (let parts = 2; parts <= PARTS_MAX && !word.isGlue; parts++) {
      const next = words[index + parts - 1];
      if (!next?.followsOn) break;
      joined = { ...joined, text: joined.text + next.text, isCode: joined.isCode && next.isCode };
      const key = nameKey(joined.text);
      if (!next.isGlue && key.length >= JOINED_KEY_MIN)
        names.push({ key, word: joined.text, isCode: joined.isCode, isTitle, parts });
    }
    return names;
  });
}

function wordsIn(text: string): readonly Word[] {
  const words: Word[] = [];
  let end = 0;
  let ticks = 0;
  for (const match of text.matchAll(TOKEN)) {
    const between = text.slice(end, match.index);
    for (const letter of between) if (letter === '`') ticks++;
    const after = text[match.index + match[0].length];
    end = match.index + match[0].length;
    const isCode = ticks % 2 === 1 || looksLikeCode(match[0]) || after === '(' || /[.$@:>]$/.test(between);
    words.push({ text: match[0], isCode, isGlue: GLUE.has(match[0].toLowerCase()), followsOn: JOINABLE.test(between) });
    if (words.length >= WORDS_MAX) break;
  }
  return words;
}

function looksLikeCode(word: string): boolean {
  // `URLs`, `IPv6`: words of a sentence.
  if (/^\p{Lu}{2,}(?:s|v\p{N}{1,3})$/u.test(word)) return false;
  return /[\p{L}\p{N}][_$]+[\p{L}\p{N}]|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(word) || splitIdentifier(word).length > 2;
}

/** Words that differ only in their ending mean the same file. */
export function stemKey(key: string): string {
  return stem(key);
}

/** A name with more places than this is ignored. */
const PLACES_MAX = 40;
/** Files that are called after what they are to their folder: the folder's name is theirs. */
const FOLDER_FILES = new Set(['index', 'mod', 'init', 'main', 'lib', 'package', 'readme']);

/** How well a file defines names of the task: unscaled sums over names. */
export interface NameMatch {
  definesTitle: number;
  definesPlain: number;
  /** Symbols (by index) that the task names, with the weight of their name. */
  readonly symbols: Map<number, number>;
}

/** Names of the task that files define. */
export function matchNames(question: Pick<Question, 'task' | 'words' | 'view'>): ReadonlyMap<string, NameMatch> {
  const matches = new Map<string, NameMatch>();
  const at = (path: string): NameMatch => {
    let match = matches.get(path);
    if (!match) {
      match = { definesTitle: 0, definesPlain: 0, symbols: new Map() };
      matches.set(path, match);
    }
    return match;
  };
  matchDefinitions(question, at);
  return matches;
}

/** The names of a task whose definitions are looked up. */
export function telling(task: Pick<Task, 'text' | 'title'>): readonly TaskName[] {
  // A plain word is a name of something nearly everywhere; the names field of the index judges those.
  return taskNames(task).filter((name) => name.isCode || name.parts > 1);
}

/** The definitions with these keys, among those fetched for the question. */
export function definitionsUnder(keys: Iterable<string>, { words }: Pick<Question, 'words'>): readonly Definition[] {
  const wanted = new Set(keys);
  return words.definitions.filter((one) => wanted.has(nameKey(one.name)));
}

function matchDefinitions(question: Pick<Question, 'task' | 'words' | 'view'>, at: (path: string) => NameMatch): void {
  const { view } = question;
  const asked = new Map(telling(question.task).map((name) => [name.key, name]));
  const byKey = Map.groupBy(definitionsUnder(asked.keys(), question), (one) => nameKey(one.name));
  for (const [key, definitions] of byKey) {
    const name = asked.get(key)!;
    const paths = new Set(definitions.map((one) => one.path));
    if (paths.size > PLACES_MAX) continue;
    const tells = told(paths.size, view.files.size);
    for (const { path, symbol } of definitions) {
      const match = at(path);
      match.symbols.set(symbol, Math.max(tells, match.symbols.get(symbol) ?? 0));
    }
    for (const path of paths) {
      const match = at(path);
      if (!name.isCode) match.definesPlain += tells;
      if (name.isTitle && name.isCode) match.definesTitle += tells;
    }
  }
}

// Rare names count more, and a name that several files share counts less for each.
function told(places: number, files: number): number {
  return Math.log(1 + files / places) / Math.sqrt(places);
}

/** What a file is called, as names are compared. */
export function fileKey(path: string): string {
  const parts = path.split('/');
  const base = parts.at(-1)!;
  const dot = base.indexOf('.', 1);
  const key = nameKey(dot > 0 ? base.slice(0, dot) : base);
  return FOLDER_FILES.has(key) && parts.length > 1 ? nameKey(parts.at(-2)!) : key;
}
