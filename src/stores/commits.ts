// What the SQLite and PostgreSQL stores compute from commits: the churn of a file, and the index terms of messages.
import { copyText, growTo } from '../model/memoize.ts';
import { termsOfNewWord, termsOfWord, WORD_LENGTH_MAX, words } from '../model/terms.ts';
import type { TermBytes } from './bytes/posting-bytes.ts';

const DAY_MS = 86_400_000;

export interface Touch {
  readonly commit: number;
  readonly timeMs: number;
}

/** The sum of the touches of one file. `heat` is the binary logarithm of its decayed commit count. */
export interface TouchSummary {
  readonly lastModifiedMs: number;
  readonly commitCount: number;
  readonly heat: number;
}

/** Sorts touches newest first. Of two commits at the same time, the one with the higher number comes first. */
export function newestFirst(touches: readonly Touch[]): Touch[] {
  return touches.toSorted((a, b) => b.timeMs - a.timeMs || b.commit - a.commit);
}

/**
 * Sums up the touches of one file, which come newest first. Every commit counts half as much for each half-life it is
 * older; without a half-life all count the same. The logarithm is taken against a fixed moment, so that the summary of
 * a file stays valid however many newer commits other files get: `churnOf` divides that moment out again.
 */
export function summarizeTouches(touches: readonly Touch[], halfLifeDays: number | undefined): TouchSummary {
  const lastModifiedMs = touches[0]?.timeMs ?? 0;
  const halfLifeMs = (halfLifeDays ?? Number.POSITIVE_INFINITY) * DAY_MS;
  const decayed = touches.reduce((sum, touch) => sum + 2 ** ((touch.timeMs - lastModifiedMs) / halfLifeMs), 0);
  return { lastModifiedMs, commitCount: touches.length, heat: Math.log2(decayed) + lastModifiedMs / halfLifeMs };
}

/** 0..1: the decayed commit count divided by that of the hottest file. */
export function churnOf(heat: number, hottest: number): number {
  return 2 ** (heat - hottest);
}

// A greater count is stored as this, as with contents.
const COUNT_MAX = 255;

/** The index terms of a commit message, repeated as often as they occur. */
export function messageTerms(message: string): readonly string[] {
  return words(message).flatMap(termsOfWord);
}

/**
 * Adds the terms of one commit message after another, and returns the number of terms of each. A posting is: commit,
 * count. Computes the terms of each word once, because messages share many words.
 */
export function messageWriter(sink: TermBytes): (commit: number, message: string) => number {
  const known = new Map<string, readonly number[]>();
  const met: number[] = [];
  let counts = new Int32Array(1024);
  const learn = (word: string): readonly number[] => {
    const own = copyText(word);
    const terms = word.length > WORD_LENGTH_MAX ? [] : termsOfNewWord(own).map((term) => sink.numberOf(term));
    known.set(own, terms);
    counts = growTo(counts, sink.terms.length);
    return terms;
  };
  return (commit, message) => {
    let length = 0;
    for (const word of words(message)) {
      for (const term of known.get(word) ?? learn(word)) {
        length += 1;
        if (counts[term] === 0) met.push(term);
        counts[term]! += 1;
      }
    }
    for (const term of met) {
      sink.put(commit);
      sink.put(Math.min(COUNT_MAX, counts[term]!));
      sink.close(term);
      counts[term] = 0;
    }
    met.length = 0;
    return length;
  };
}
