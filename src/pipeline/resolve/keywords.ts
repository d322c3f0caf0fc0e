// Finds the words and phrases of a task to search by, and weighs them by their place and frequency.
import type { Keyword } from '../../model/task.ts';
import { nameKey, splitIdentifier, stem, termsOfWord, words } from '../../model/terms.ts';
import { type Passage, PLACES } from './read-text.ts';
import { isAskingWord, isChatter, isCodeWord } from './request-words.ts';

const CJK_RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;
const CJK = new RegExp(CJK_RUN.source, 'u');
// The first words of a task count most, because authors begin with the subject.
const FULL_WEIGHT_WORDS = 64;
const LATE_WEIGHT_MIN = 0.3;
const CODE_LIKE_WEIGHT = 1.5;
// A part of a name counts less than a word of its own.
const PART_WEIGHT = 0.6;
const CHATTER_WEIGHT = 0.3;
const NAME_WEIGHT = 0.3;
const WORDS_MAX = 40_000;

/** Tests of a word that do not depend on its place in the task. */
interface WordKinds {
  readonly isStop: (word: string) => boolean;
  /** Whether a folder or file of the workspace has this name. */
  readonly isName: (word: string) => boolean;
}

interface Count {
  readonly word: string;
  readonly stem: string;
  /** Weight of the best place, and the sum over all. */
  best: number;
  sum: number;
  factor: number;
}

/**
 * Lists the words to search by, best first, by their place, form and frequency. Stop words, and words that ask for a
 * change, count a little if a folder or file has that name (`get`, `create`).
 */
export function keywordsOf(
  passages: readonly Passage[],
  { isStop, isName }: WordKinds,
  keywordsMax: number,
): readonly Keyword[] {
  const counts = countTerms(passages, { isStop, isName });
  const isEmpty = ({ word }: Count) => isAskingWord(word) || isStop(word);
  const meaningful = counts.filter((count) => !isEmpty(count));
  const names = counts.filter((count) => isEmpty(count) && isName(count.word));
  for (const count of names) count.factor *= NAME_WEIGHT;
  // If a task says only `fix the bug`, its words are searched all the same.
  const counted = meaningful.length > 0 ? [...meaningful, ...names] : counts;
  const weighed = counted.map(({ word, stem: term, best, sum, factor }) => ({
    word,
    stem: term,
    // The logarithm lets further occurrences add less and less.
    weight: factor * best * Math.log2(1 + sum / best),
  }));
  weighed.sort((a, b) => b.weight - a.weight || (a.stem < b.stem ? -1 : 1));
  const top = weighed[0]?.weight ?? 1;
  return weighed
    .slice(0, keywordsMax)
    .map((keyword) => ({ ...keyword, weight: Math.round((keyword.weight / top) * 1000) / 1000 }));
}

/** Lists the words besides code and links in lower case, with the parts of names, to match them with domains. */
export function wordsOfProse(passages: readonly Passage[]): readonly string[] {
  return passages
    .filter(({ place }) => place !== 'code' && place !== 'link')
    .flatMap(({ text }) => scriptWords(text).flatMap((word) => [...new Set([...splitIdentifier(word), word])]))
    .map((word) => word.toLowerCase());
}

function countTerms(passages: readonly Passage[], kinds: WordKinds): readonly Count[] {
  const counts = new Map<string, Count>();
  let position = 0;
  let read = 0;
  for (const { place, text } of passages) {
    for (const word of scriptWords(text)) {
      if (++read > WORDS_MAX) return [...counts.values()];
      if (place === 'body' || place === 'message') position++;
      const late = place === 'body' ? Math.max(LATE_WEIGHT_MIN, Math.min(1, FULL_WEIGHT_WORDS / position)) : 1;
      if (place === 'code' && isCodeWord(word.toLowerCase())) continue;
      const chatter = place !== 'title' && isChatter(word) ? CHATTER_WEIGHT : 1;
      countWord(word, PLACES[place].weight * late * chatter, kinds, counts);
    }
  }
  return [...counts.values()];
}

function countWord(word: string, weight: number, { isStop, ...kinds }: WordKinds, counts: Map<string, Count>): void {
  const lower = word.toLowerCase();
  if ((isStop(lower) && !kinds.isName(lower)) || isNumberLike(lower)) return;
  const parts = splitIdentifier(word);
  const isName = parts.length > 1 && !CJK.test(word);
  const whole = nameKey(word);
  const spelled = new Map(parts.map((part) => [stem(part), part.toLowerCase()]));
  for (const term of termsOfWord(word)) {
    const part = isName && term !== whole ? (spelled.get(term) ?? term) : null;
    if (part !== null && (isStop(term) || isStop(part) || /^\p{N}+$/u.test(term))) continue;
    const nameFactor = isName ? CODE_LIKE_WEIGHT : 1;
    const factor = part === null ? nameFactor : PART_WEIGHT;
    // In scripts without spaces a word has several terms, and each counts as a word of its own.
    const plain = CJK.test(lower) ? term : lower;
    const count = counts.get(term) ?? { word: part ?? (isName ? word : plain), stem: term, best: 0, sum: 0, factor };
    count.best = Math.max(count.best, weight);
    count.sum += weight;
    count.factor = Math.max(count.factor, factor);
    counts.set(term, count);
  }
}

// Whether a word is a number, a quantity or the hash of a commit: `1_000`, `0xff`, `289µ`, `82ed24e`.
function isNumberLike(lower: string): boolean {
  return (
    /^\p{N}[\p{N}_]*\p{L}{0,1}$/u.test(lower) ||
    /^0x[0-9a-f]+$/.test(lower) ||
    (/^[0-9a-f]{7,64}$/.test(lower) && /\d/.test(lower))
  );
}

// `修复login` is two words here, so that `login` counts as a name or word of its own.
function scriptWords(text: string): readonly string[] {
  return words(text.replace(CJK_RUN, ' $& '));
}

// A word, or one sign of punctuation.
const TOKEN = /[\p{L}\p{N}_$'’]+|[^\p{L}\p{N}_$'’\s]/gu;
const PHRASE_WORDS_MAX = 3;
const RUNS_MAX = 1000;
// A longer run is cut into several.
const RUN_WORDS_MAX = 8;

interface WordRun {
  readonly words: readonly string[];
  readonly weight: number;
}

/** Lists phrases of neighbouring words, best first: the words of a good phrase mostly stand beside others. */
export function phrasesOf(
  passages: readonly Passage[],
  isStop: (word: string) => boolean,
  phrasesMax: number,
): readonly string[] {
  const said = passages.filter(({ place }) => place === 'title' || place === 'body' || place === 'message');
  const runs = said.flatMap(({ place, text }) => runsOf(text, PLACES[place].weight, isStop)).slice(0, RUNS_MAX);
  const scores = wordScores(runs);
  const phrases = new Map<string, { text: string; score: number }>();
  for (const run of runs) {
    for (const phraseWords of windows(run.words)) {
      const key = phraseWords.map(stem).join(' ');
      const mean = phraseWords.reduce((sum, word) => sum + (scores.get(word) ?? 0), 0) / Math.sqrt(phraseWords.length);
      const phrase = phrases.get(key) ?? { text: phraseWords.join(' '), score: 0 };
      phrase.score += mean * run.weight;
      phrases.set(key, phrase);
    }
  }
  const ranked = [...phrases.values()].sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1));
  return withoutParts(ranked.map((phrase) => phrase.text)).slice(0, phrasesMax);
}

// Stop words, words that only ask for a change, numbers and punctuation end a run; hyphens and back-ticks do not.
function runsOf(text: string, weight: number, isStop: (word: string) => boolean): readonly WordRun[] {
  const runs: WordRun[] = [];
  let open: string[] = [];
  const close = () => {
    if (open.length > 1) runs.push({ words: open, weight });
    open = [];
  };
  for (const [token] of text.matchAll(TOKEN)) {
    const word = token.toLowerCase();
    const isWord = /^[\p{L}_$][\p{L}\p{N}_$]+$/u.test(word);
    if (token === '-' || token === '`') continue;
    if (open.length === RUN_WORDS_MAX) close();
    if (isWord && !isStop(word) && !isAskingWord(word)) open.push(word);
    else close();
  }
  close();
  return runs;
}

// Scores each word by the mean length of the runs it occurs in, as the RAKE algorithm does; a long run counts as three.
function wordScores(runs: readonly WordRun[]): ReadonlyMap<string, number> {
  const uses = runs.flatMap(({ words }) => {
    const length = Math.min(words.length, PHRASE_WORDS_MAX);
    return words.map((word) => ({ word, length }));
  });
  const byWord = [...Map.groupBy(uses, ({ word }) => word)];
  return new Map(byWord.map(([word, all]) => [word, all.reduce((sum, { length }) => sum + length, 0) / all.length]));
}

function windows(run: readonly string[]): readonly (readonly string[])[] {
  if (run.length <= PHRASE_WORDS_MAX) return [run];
  return run.flatMap((_, start) =>
    [2, PHRASE_WORDS_MAX]
      .filter((count) => start + count <= run.length)
      .map((count) => run.slice(start, start + count)),
  );
}

// Drops phrases that are part of a better one.
function withoutParts(ranked: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const phrase of ranked.slice(0, 100))
    if (!kept.some((better) => ` ${better} `.includes(` ${phrase} `))) kept.push(phrase);
  return kept;
}
