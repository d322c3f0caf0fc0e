// What all stages of `context` get: the backend, the part of the lens that applies, the settings and the time. This file
// also rates how promising a node or a line looks before it is scored.
import type { LineRange } from '../../model/facts.ts';
import { type GraphNode, type GraphRelation, type GraphStep, hasTag } from '../../model/graph.ts';
import { clip } from '../../model/visible-text.ts';
import type { GraphBackend } from '../../ports/graph.ts';

/** Limits on how far a context reaches and how much of it is read. */
export interface ContextLimits {
  /** The most hits that are taken for a topic. */
  readonly hitsMax: number;
  /** The least share of the best hit's score with which another hit joins. */
  readonly hitShare: number;
  /** The most nodes of the graph in an answer. */
  readonly nodesMax: number;
  /** The most nodes that a walk from one source reaches, lines of outlines included. */
  readonly openedMax: number;
  /** Of a node with more neighbours than this only the most promising are followed. */
  readonly hubFrom: number;
  /** The most neighbours of one node that the graph is asked for. */
  readonly toldMax: number;
  /** The most nodes that are opened to choose among the neighbours of one hub or of one level. */
  readonly weighedMax: number;
  readonly outline: {
    readonly depth: number;
    /** The most nodes that are read of one outline. */
    readonly readMax: number;
    readonly lineCharactersMax: number;
  };
  /** The most names that are suggested when nothing was found. */
  readonly closeMax: number;
  readonly fields: { readonly valuesMax: number; readonly valueCharactersMax: number };
}

/** The weights of nearness, meaning and recency; one set for a whole answer. */
interface ScoreWeights {
  readonly graphDistance: number;
  /** Null without embeddings. */
  readonly semanticSim: number | null;
  readonly recency: number;
}

export interface ContextSettings {
  readonly limits: ContextLimits;
  /** Weights of the signs that make a neighbour promising before it is scored. */
  readonly promise: {
    readonly words: number;
    readonly recency: number;
    readonly boosted: number;
    /** For a node that has tags or fields, and so is more than a line. */
    readonly standing: number;
  };
  readonly scoring: {
    readonly weights: { readonly withMeaning: ScoreWeights; readonly without: ScoreWeights };
    /** The most that a tag of the lens adds. */
    readonly boost: number;
    /** The most that a node scores unless it is a source. */
    readonly scoreMax: number;
  };
  readonly halfLifeDays: number;
}

/** The part of a lens that applies to graphs. */
export interface GraphView {
  readonly relations: readonly GraphRelation[];
  readonly depth: number;
  readonly boostTags: readonly string[];
  /** Fields shown first. */
  readonly fields: readonly string[];
  readonly excludeTags: readonly string[];
  /** Nodes last changed before this are left out; null leaves out none. */
  readonly oldestMs: number | null;
  /** Whether the answer prints the fields of nodes. */
  readonly withFields: boolean;
}

export interface ContextRun {
  readonly backend: GraphBackend;
  readonly view: GraphView;
  readonly settings: ContextSettings;
  readonly nowMs: number;
}

/** A run whose seeds were resolved. */
export interface SeededRun extends ContextRun {
  /** The words of the question. */
  readonly words: ReadonlySet<string>;
}

/** Whether a step leads from an owner to the value of a field. */
export const isFieldValue = (step: GraphStep | null | undefined): boolean =>
  step?.relation === 'field' && step.direction === 'out';

/** Tells why a node is left out; null if it is not. */
export function refusalOf(node: GraphNode, { excludeTags, oldestMs }: GraphView): 'tag' | 'age' | null {
  if (hasTag(node.tags, excludeTags)) return 'tag';
  const touchedMs = touchedAt(node);
  return oldestMs !== null && touchedMs !== null && touchedMs < oldestMs ? 'age' : null;
}

/** Returns when a node was last changed or else created; null if both are unknown. */
export const touchedAt = (node: GraphNode): number | null => node.modifiedMs ?? node.createdMs;

/** The known facts of a neighbour or a line; tags and fields of a neighbour are known only after it was opened. */
type ProspectFacts = Pick<GraphNode, 'name' | 'modifiedMs'> & Partial<Pick<GraphNode, 'tags' | 'fields'>>;

/** Rates how promising a neighbour or line is: a sum of the signs that `ContextSettings` weighs. */
export function promiseOf(prospect: ProspectFacts, run: SeededRun): number {
  const { tags = [], fields = [] } = prospect;
  const weights = run.settings.promise;
  return (
    weights.words * proportionOfWords(prospect.name, run.words) +
    weights.recency * recencyOf(prospect.modifiedMs, run) +
    weights.boosted * (hasTag(tags, run.view.boostTags) ? 1 : 0) +
    weights.standing * (tags.length + fields.length > 0 ? 1 : 0)
  );
}

/** Finds the lines of a text that are more promising than an empty line, best first. */
export function bestLines(text: string, run: SeededRun): readonly LineRange[] {
  const worth = (line: string) => promiseOf({ name: line, modifiedMs: null, tags: tagsIn(line) }, run);
  const least = worth('');
  return text
    .split('\n')
    .flatMap((line, index) =>
      line.includes(' #') || holdsAny(line, run.words) ? [{ at: index + 1, value: worth(line) }] : [],
    )
    .filter(({ value }) => value > least)
    .sort((a, b) => b.value - a.value || a.at - b.at)
    .map(({ at }) => [at, at]);
}

const tagsIn = (line: string): readonly string[] => [...line.matchAll(/ #(\S+)/g)].map(([, tag = '']) => tag);

export const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []);

// Most texts hold none of the words, so they need not be split into words.
function holdsAny(text: string, words: ReadonlySet<string>): boolean {
  const lower = text.toLowerCase();
  return words.values().some((word) => lower.includes(word));
}

function proportionOfWords(name: string, words: ReadonlySet<string>): number {
  return holdsAny(name, words) ? [...wordsOf(name)].filter((word) => words.has(word)).length / words.size : 0;
}

const DAY_MS = 86_400_000;

/** Rates recency: 1 for now and the future, half as much after each half-life; an unknown time is rated as one half-life. */
export function recencyOf(touchedMs: number | null, { nowMs, settings }: ContextRun): number {
  if (touchedMs === null || !Number.isFinite(touchedMs)) return 0.5;
  const ageDays = (nowMs - touchedMs) / DAY_MS;
  return ageDays <= 0 ? 1 : 0.5 ** (ageDays / settings.halfLifeDays);
}

/** Shortens a name to one line of at most 60 characters. */
export const shortName = (name: string): string =>
  clip(name.replace(/\s+/g, ' ').trim(), 60) || 'a node without a name';
