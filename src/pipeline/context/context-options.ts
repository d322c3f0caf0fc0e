// The limits of an answer about a graph, and how promising a neighbour looks before it is opened.
import type { LineRange } from '../../model/facts.ts';
import { type GraphNode, type GraphRelation, hasTag } from '../../model/graph.ts';
import { memoizePerObject } from '../../model/memoize.ts';

/** How far a context reaches and how much of it is looked at. */
export interface ContextLimits {
  /** Hits asked of the search for a topic. */
  readonly hitsMax: number;
  /** What share of the best hit's score another must have to join. */
  readonly hitShare: number;
  /** Nodes of an answer, at the most. */
  readonly nodesMax: number;
  /** Nodes a walk from one source may open, lines of outlines included. */
  readonly openedMax: number;
  /** A node with more neighbours than this is sampled. */
  readonly hubFrom: number;
  /** Neighbours of one node that are looked at for that. */
  readonly toldMax: number;
  /** Nodes opened to choose among the neighbours of one level. */
  readonly weighedMax: number;
  readonly outline: {
    readonly depth: number;
    /** Nodes read of one outline at the most. */
    readonly readMax: number;
    readonly lineCharactersMax: number;
  };
  /** Names told when nothing was found. */
  readonly closeMax: number;
  readonly fields: { readonly valuesMax: number; readonly valueCharactersMax: number };
}

/** What makes one neighbour more promising than another, before anything is scored. */
export interface PromiseWeights {
  readonly words: number;
  readonly recency: number;
  readonly boosted: number;
  /** For what stands on its own: it has tags or fields. */
  readonly standing: number;
}

/** How nodes are looked at: the part of a lens that a graph knows. */
export interface GraphView {
  readonly relations: readonly GraphRelation[];
  readonly depth: number;
  readonly boostTags: readonly string[];
  /** Fields shown first. */
  readonly fields: readonly string[];
  readonly excludeTags: readonly string[];
  /** Nodes last touched before this are left out; null for all. */
  readonly oldestMs: number | null;
}

/** Why a node is left out; null when it is not. */
export function refusalOf(
  node: GraphNode,
  { excludeTags, oldestMs }: Pick<GraphView, 'excludeTags' | 'oldestMs'>,
): 'tag' | 'age' | null {
  if (hasTag(node.tags, excludeTags)) return 'tag';
  const touchedMs = touchedAt(node);
  return oldestMs !== null && touchedMs !== null && touchedMs < oldestMs ? 'age' : null;
}

/** When a node was last touched, as far as anybody knows. */
export function touchedAt(node: Pick<GraphNode, 'modifiedMs' | 'createdMs'>): number | null {
  return node.modifiedMs ?? node.createdMs;
}

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
  const holdsWord = wordFinder(measure.words);
  return text
    .split('\n')
    .flatMap((line, index) => (line.includes(' #') || holdsWord(line) ? [{ at: index + 1, value: worth(line) }] : []))
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

// Most texts hold none of the words: those need not be taken apart.
const wordFinder = memoizePerObject((words: ReadonlySet<string>) => {
  const all = [...words];
  return (text: string): boolean => {
    const lower = text.toLowerCase();
    return all.some((word) => lower.includes(word));
  };
});

function shareOfWords(name: string, words: ReadonlySet<string>): number {
  if (!wordFinder(words)(name)) return 0;
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
