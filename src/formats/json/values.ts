import type { Reason } from '../../model/candidate.ts';
import type { Coverage } from '../../model/pack.ts';
import type { Task } from '../../model/task.ts';
import { oneLine, visibleData } from '../../model/visible-text.ts';
import type { Head, Section } from '../../ports/formatter.ts';

const LISTED_MAX = 20;
const FRAMES_MAX = 10;
const REASONS_MAX = 3;
const NO_COVERAGE: Coverage = {
  files: 0,
  languages: {},
  parsed: 0,
  failed: 0,
  history: { available: false, commits: 0, note: null },
  meaning: false,
};

/** A section that is a JSON array after its key, one item a line. */
export function array<Item>(key: string, value: (item: Item) => unknown): Section<Item> {
  return {
    opening: `${key}[\n`,
    separator: ',\n',
    closing: ']',
    none: `${key}[]`,
    item: (item) => jsonOf(value(item)),
  };
}

/** A value whose texts a model may read. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(visibleData(value));
}

/** The inside of a JSON string: pieces of it can be joined. */
export function inString(text: string): string {
  return jsonOf(text).slice(1, -1);
}

/** A score with as many digits as mean something. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** The task with its lists cut to what a reader needs; empty lists where there is little room. */
export function taskOf(head: Head): Task {
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
    confidence: rounded(task?.confidence ?? 0),
    ...(task?.nothing !== undefined && { nothing: rounded(task.nothing) }),
    suggestions: [],
    notes: [],
  };
  if (head.isBrief || !task) return brief;
  return {
    ...brief,
    keywords: task.keywords.slice(0, LISTED_MAX).map((keyword) => ({ ...keyword, weight: rounded(keyword.weight) })),
    phrases: task.phrases.slice(0, LISTED_MAX),
    mentions: task.mentions.slice(0, LISTED_MAX).map((mention) => ({ ...mention, text: oneLine(mention.text, 120) })),
    traces: task.traces.map((trace) => ({ ...trace, frames: trace.frames.slice(0, FRAMES_MAX) })),
    changes: task.changes.slice(0, LISTED_MAX),
    domains: task.domains.map((domain) => ({ ...domain, strength: rounded(domain.strength) })),
    suggestions: task.suggestions,
    notes: task.notes,
  };
}

/** What the index knew; without the list of languages where there is little room. */
export function coverageOf(head: Head): Coverage {
  const coverage = head.coverage ?? NO_COVERAGE;
  if (!head.isBrief) return coverage;
  return { ...coverage, languages: {}, history: { ...coverage.history, note: null } };
}

/** The weightiest reasons. */
export function reasons(all: readonly Reason[]): object[] {
  return all.slice(0, REASONS_MAX).map((reason) => ({
    signal: reason.signal,
    value: rounded(reason.value),
    weight: rounded(reason.weight),
    because: oneLine(reason.because, 100),
  }));
}
