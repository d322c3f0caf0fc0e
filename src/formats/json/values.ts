// This file turns the facts of a pack into JSON values, cut and rounded to what a reader needs.
import type { Reason } from '../../model/candidate.ts';
import type { Coverage } from '../../model/pack.ts';
import type { Task } from '../../model/task.ts';
import { oneLine, visibleData } from '../../model/visible-text.ts';
import type { Head, Section } from '../../ports/formatter.ts';

const LISTED_MAX = 20;
const FRAMES_MAX = 10;
const REASONS_MAX = 3;
const NO_HISTORY: Coverage['history'] = { available: false, commits: 0, note: null };
const NO_COVERAGE: Coverage = { files: 0, languages: {}, parsed: 0, failed: 0, history: NO_HISTORY, meaning: false };

/** Creates a section that is a JSON array after its key, with one item on a line. */
export function createArray<Item>(key: string, value: (item: Item) => unknown): Section<Item> {
  return {
    opening: `${key}[\n`,
    separator: ',\n',
    closing: ']',
    none: `${key}[]`,
    item: (item) => toJson(value(item)),
  };
}

/** Writes a value with its texts made harmless for terminals and models. */
export function toJson(value: unknown): string {
  return JSON.stringify(visibleData(value));
}

/** Escapes a text for a JSON string, without the quotes, so that pieces can be joined. */
export function escapeText(text: string): string {
  return toJson(text).slice(1, -1);
}

/** Rounds a score to three decimals. */
export function roundScore(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Cuts the long lists of a task; a brief head has empty lists. */
export function shortenTask(head: Head): Task {
  const { task } = head;
  const brief: Task = {
    text: head.text,
    title: head.isBrief ? '' : oneLine(task?.title ?? '', 120),
    keywords: [],
    phrases: [],
    mentions: [],
    traces: [],
    changes: [],
    domains: [],
    changeType: task?.changeType ?? 'unknown',
    confidence: roundScore(task?.confidence ?? 0),
    ...(task?.nothing !== undefined && { nothing: roundScore(task.nothing) }),
    suggestions: [],
    notes: [],
  };
  if (head.isBrief || !task) return brief;
  const { keywords, phrases, mentions, traces, changes, domains, suggestions, notes } = task;
  return {
    ...brief,
    keywords: keywords.slice(0, LISTED_MAX).map((keyword) => ({ ...keyword, weight: roundScore(keyword.weight) })),
    phrases: phrases.slice(0, LISTED_MAX),
    mentions: mentions.slice(0, LISTED_MAX).map((mention) => ({ ...mention, text: oneLine(mention.text, 120) })),
    traces: traces.map((trace) => ({ ...trace, frames: trace.frames.slice(0, FRAMES_MAX) })),
    changes: changes.slice(0, LISTED_MAX),
    domains: domains.map((domain) => ({ ...domain, strength: roundScore(domain.strength) })),
    suggestions,
    notes,
  };
}

/** Returns the coverage of the index; in a brief head without languages and the note on history. */
export function shortenCoverage(head: Head): Coverage {
  const coverage = head.coverage ?? NO_COVERAGE;
  if (!head.isBrief) return coverage;
  return { ...coverage, languages: {}, history: { ...coverage.history, note: null } };
}

/** Picks the first reasons, which are the strongest. */
export function pickReasons(all: readonly Reason[]): object[] {
  return all.slice(0, REASONS_MAX).map((reason) => ({
    signal: reason.signal,
    value: roundScore(reason.value),
    weight: roundScore(reason.weight),
    because: oneLine(reason.because, 100),
  }));
}
