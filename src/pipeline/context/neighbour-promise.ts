import type { LineRange } from '../../model/facts.ts';
import { hasTag } from '../../model/graph.ts';
import type { PromiseWeights } from './context-options.ts';

/** What a promise is measured against. */
export interface PromiseMeasure {
  readonly words: ReadonlySet<string>;
  readonly boostTags: readonly string[];
  readonly clock: Clock;
  readonly weights: PromiseWeights;
}

/** What can be known of a neighbour; its tags and fields only once it was opened. */
export interface Prospect {
  readonly name: string;
  readonly modifiedMs: number | null;
  readonly tags?: readonly string[];
  readonly fields?: readonly unknown[];
}

/** How likely a neighbour is worth a place: words of the question, tags of the lens, recency. */
export function promiseOf(prospect: Prospect, { words, boostTags, clock, weights }: PromiseMeasure): number {
  const { tags = [], fields = [] } = prospect;
  return (
    weights.words * shareOfWords(prospect.name, words) +
    weights.recency * recencyOf(prospect.modifiedMs, clock) +
    weights.boosted * (hasTag(tags, boostTags) ? 1 : 0) +
    weights.standing * (tags.length + fields.length > 0 ? 1 : 0)
  );
}

/** The lines of a text that promise more than any line would, best first. */
export function bestLines(text: string, measure: PromiseMeasure): readonly LineRange[] {
  const worth = (line: string) => promiseOf({ name: line, modifiedMs: null, tags: tagsIn(line) }, measure);
  const least = worth('');
  return text
    .split('\n')
    .map((line, at) => ({ at: at + 1, value: worth(line) }))
    .filter(({ value }) => value > least)
    .sort((a, b) => b.value - a.value || a.at - b.at)
    .map(({ at }) => [at, at]);
}

function tagsIn(line: string): readonly string[] {
  return [...line.matchAll(/ #(\S+)/g)].map(([, tag = '']) => tag);
}

/** The words of a text that can be compared. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []);
}

function shareOfWords(name: string, words: ReadonlySet<string>): number {
  const text = name.toLowerCase();
  // Most names share nothing: those need not be taken apart.
  if (![...words].some((word) => text.includes(word))) return 0;
  let shared = 0;
  for (const word of wordsOf(name)) if (words.has(word)) shared++;
  return shared / words.size;
}

const UNKNOWN = 0.5;
const DAY_MS = 86_400_000;

/** 1 for now and the future, half of it after every half-life; the middle where nobody knows. */
export function recencyOf(touchedMs: number | null, clock: Clock): number {
  if (touchedMs === null || !Number.isFinite(touchedMs)) return UNKNOWN;
  const ageDays = (clock.nowMs - touchedMs) / DAY_MS;
  return ageDays <= 0 ? 1 : 0.5 ** (ageDays / clock.halfLifeDays);
}

export interface Clock {
  readonly nowMs: number;
  readonly halfLifeDays: number;
}
