import { stem } from '../../model/terms.ts';
import { type Passage, PLACES } from './read-text.ts';
import { isAskingWord } from './stop-words.ts';

const TOKEN = /[\p{L}\p{N}_$'’]+|[^\p{L}\p{N}_$'’\s]/gu;
const WORDS_MAX = 3;
const RUNS_MAX = 1000;
// A longer run is a list, not a phrase.
const RUN_WORDS_MAX = 8;

interface WordRun {
  readonly words: readonly string[];
  readonly weight: number;
}

/** Neighbouring words that mean something together, best first: words that keep company with many others lead. */
export function phrasesOf(
  passages: readonly Passage[],
  isStop: (word: string) => boolean,
  phrasesMax: number,
): readonly string[] {
  const runs = passages.flatMap(({ place, text }) =>
    place === 'title' || place === 'body' || place === 'message' ? runsOf(text, PLACES[place].weight, isStop) : [],
  );
  const scores = wordScores(runs.slice(0, RUNS_MAX));
  const phrases = new Map<string, { text: string; score: number }>();
  for (const run of runs.slice(0, RUNS_MAX)) {
    for (const phraseWords of windows(run.words)) {
      const key = phraseWords.map((word) => stem(word)).join(' ');
      const mean = phraseWords.reduce((sum, word) => sum + (scores.get(word) ?? 0), 0) / Math.sqrt(phraseWords.length);
      const phrase = phrases.get(key) ?? { text: phraseWords.join(' '), score: 0 };
      phrase.score += mean * run.weight;
      phrases.set(key, phrase);
    }
  }
  const ranked = [...phrases.values()].sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1));
  return withoutParts(ranked.map((phrase) => phrase.text)).slice(0, phrasesMax);
}

// Stop words, words that only ask for a change, numbers and punctuation end a run.
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

// A word's degree (how many words it stands beside) over how often it occurs.
function wordScores(runs: readonly WordRun[]): ReadonlyMap<string, number> {
  const frequency = new Map<string, number>();
  const degree = new Map<string, number>();
  for (const run of runs) {
    const company = Math.min(run.words.length, WORDS_MAX);
    for (const word of run.words) {
      frequency.set(word, (frequency.get(word) ?? 0) + 1);
      degree.set(word, (degree.get(word) ?? 0) + company);
    }
  }
  return new Map([...frequency].map(([word, count]) => [word, (degree.get(word) ?? 0) / count]));
}

function windows(run: readonly string[]): readonly (readonly string[])[] {
  if (run.length <= WORDS_MAX) return [run];
  const found: string[][] = [];
  for (let start = 0; start + 2 <= run.length; start++) {
    found.push(run.slice(start, start + 2));
    if (start + WORDS_MAX <= run.length) found.push(run.slice(start, start + WORDS_MAX));
  }
  return found;
}

// A phrase inside a better one says nothing new.
function withoutParts(ranked: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const phrase of ranked.slice(0, 100))
    if (!kept.some((better) => ` ${better} `.includes(` ${phrase} `))) kept.push(phrase);
  return kept;
}
